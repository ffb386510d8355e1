// Package redact takes what identifies people and things out of a sample and leaves what states how the table is built:
// every string that is data is replaced by another of the same length, digits by digits and letters by letters, the
// same one wherever it recurs, in keys and data-bearing qualifiers in the same order. Layouts, sizes, counts,
// GC-eligible data and the effects of candidates then stay the same.
package redact

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/qualifier"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Options steer a redaction.
type Options struct {
	// Key makes the same strings come out of the same ones. Empty is a random key, which is forgotten.
	Key []byte
	// drawn is the random key in place of Key; empty is another one for each redaction.
	drawn []byte
	// Layouts of the keys. Where they are Inferred, the redacted keys are made so that the same are inferred.
	Layouts  rowkey.Set
	Inferred bool
	// Report leaves times and salts as they are, so that dates are right and every row keeps its place.
	Report bool
	// Words replaces the words as well that the layouts spell, which otherwise stay if they are names that do.
	Words bool
	// Unordered gives strings in keys and qualifiers another order: see scatter.
	Unordered bool
	// Keep are expressions of names that stay in any case: all of a name matches, of a column the qualifier or
	// "family:qualifier".
	Keep []*regexp.Regexp
}

// DrawKey makes one random key for all redactions with the options, if they have no Key.
func (o *Options) DrawKey() { o.drawn = o.key() }

// Result is a redacted sample and what is to be said of it.
type Result struct {
	Sample *sample.Sample
	// From is, of each row of Sample, the row it was made of; nil when that is the row of the same number.
	From []int
	// columns are, of each column, the one of Sample that it became; nil when that is the column of the same
	// number.
	columns []sample.ColumnID
	// Moved reports whether times are 28 years later. Why states why they are not.
	Moved bool
	Why   string
	// Layouts are those of the options with what replaces their names and words.
	Layouts rowkey.Set
	// Kept are the names that stayed.
	Kept []Name
	// renamed is what replaces the names that did not.
	renamed map[NameKind]map[string]string
	summary Summary
	values  int // that were replaced
	// Left counts the strings in keys and qualifiers of 4 bytes or more that had to stay, since the others of their
	// form are all taken.
	Left int
	// Differs says in words what is no longer as it was; empty when all is.
	Differs []string
}

// attempts is the maximum number of secrets, until the redacted keys have the same layouts and no original string is
// left. If layouts still differ, the same number of attempts follow in plain mode; see forest.
const attempts = 3

// manyRows is the number of rows from which some strings of a report may stay: among so many, a replacement is often a
// string of another row.
const manyRows = 100_000

// Apply redacts a sample. The error is ctx's, or states why the sample cannot be redacted.
func Apply(ctx context.Context, s *sample.Sample, opts Options) (*Result, error) {
	return apply(ctx, s, s, opts)
}

// contextRows is the number of rows that are redacted in addition to those that a report shows, so that keys are
// replaced as in the whole sample.
const contextRows = 20_000

// Shown redacts rows of a sample for a report that shows no others. Row i of the result is row rows[i] of s, and
// columns keep their numbers. Which qualifiers are data is found in all rows. shown are rows of s, in any order; errors
// are as those of Apply.
func Shown(ctx context.Context, s *sample.Sample, shown []int, opts Options) (r *Result, rows []int, err error) {
	rows = slices.Clone(shown)
	for i := range min(s.Rows(), contextRows) {
		rows = append(rows, i*s.Rows()/min(s.Rows(), contextRows))
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	r, err = apply(ctx, s.Pick(rows), s, opts)
	return r, rows, err
}

// apply redacts rows of a sample, which has the same columns.
func apply(ctx context.Context, s, whole *sample.Sample, opts Options) (*Result, error) {
	about := opts.summary()
	opts.Key = opts.key()
	folds, err := qualifier.Folds(ctx, whole)
	if err != nil {
		return nil, err
	}
	judged := judged(whole, opts)
	var best *Result
	for attempt := range 2 * attempts {
		if attempt == attempts && (opts.Unordered || len(best.Differs) == 0) {
			break
		}
		result, err := once(ctx, s, whole, opts, folds, judged, newSecret(opts.Key, attempt), attempt >= attempts)
		if err != nil && (!opts.Unordered || attempt+1 == attempts || ctx.Err() != nil) {
			return nil, err
		} else if err != nil {
			continue
		}
		if err := result.compare(ctx, s, opts); err != nil {
			return nil, err
		}
		if best == nil || len(result.Differs) < len(best.Differs) ||
			len(result.Differs) == len(best.Differs) && result.Left < best.Left {
			best = result
		}
		if len(best.Differs) == 0 && (best.Left == 0 || opts.Report && s.Rows() > manyRows) {
			break
		}
	}
	best.summary = about
	best.Sample.How.Redacted, best.Sample.How.Unordered = best.words(), opts.Unordered
	return best, nil
}

// once redacts with one secret: with times moved and, where that does not do, without.
func once(ctx context.Context, s, whole *sample.Sample, opts Options, folds []qualifier.Fold, judged *names,
	secret *secret, plain bool) (*Result, error) {
	why := ""
	for _, move := range []bool{true, false} {
		switch {
		case move && opts.Report:
			why = "they stay in reports"
			continue
		case move && s.How.Started.IsZero():
			why = "it is not known when the sample was taken"
			continue
		}
		work := &work{sample: s, whole: whole, opts: opts, folds: folds, names: judged, secret: secret,
			forest: newForest(secret), move: move}
		work.forest.plain = plain
		if opts.Unordered {
			work.forest = nil
		}
		if !work.texts() {
			if why = work.why; why == "" {
				why = "moved by 28 years they would not fit their form, or not their order"
			}
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if opts.Unordered {
			work.unordered()
		} else {
			work.forest.settle()
		}
		r, err := work.result(ctx)
		if err != nil {
			return nil, err
		}
		if r.Moved = move; !move {
			r.Why = why
		}
		return r, nil
	}
	return nil, fmt.Errorf("the keys of %s could not be put in order", s.Table.Name)
}

// work is one redaction under way.
type work struct {
	sample     *sample.Sample
	whole      *sample.Sample // of which sample has rows, or all
	opts       Options
	folds      []qualifier.Fold
	names      *names
	secret     *secret
	forest     *forest  // nil where order need not stay
	scatter    *scatter // otherwise
	move       bool
	keys       *texts
	families   *texts
	qualifiers []*texts // by family
	data       []bool   // columns whose qualifiers are replaced
	// derived are the salts and digests of each layout, kept the salts of them that stay as they are: rows of a sample
	// that is not complete cannot change places, so what they are made of is chosen to fit them.
	derived [][]derived
	kept    [][]derived
	why     string // why texts was false
}

// texts takes keys and qualifiers in.
func (w *work) texts() bool {
	keys := make([][]byte, w.sample.Rows())
	for i := range keys {
		keys[i] = w.sample.Key(i)
	}
	var ok bool
	if w.keys, ok = newTexts(w.forest, "key ", keys, w.cutKey(), &w.names.spelled, w.move); !ok {
		return false
	}
	w.derived, w.kept = make([][]derived, len(w.opts.Layouts)), make([][]derived, len(w.opts.Layouts))
	for index, layout := range w.opts.Layouts {
		found := findDerived(layout, keys)
		switch {
		case w.opts.Report:
		case w.sample.How.Complete || w.opts.Unordered:
			w.derived[index] = found
			for _, d := range found {
				w.keys.readings[d.segment] = &reading{whole: true}
			}
		case w.move && timed(layout, found):
			w.why = "a salt is made of them"
			return false
		default:
			w.kept[index] = found
		}
	}
	if w.forest != nil {
		w.keys.plant()
	}
	w.families = w.familyTexts()
	all := w.sample.Columns()
	w.data = make([]bool, len(all))
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].Family == all[from].Family {
			to++
		}
		t, ok := w.qualifierTexts(all[from:to], from)
		if !ok {
			return false
		}
		w.qualifiers = append(w.qualifiers, t)
		from = to
	}
	return true
}

// cutKey cuts keys with the layouts.
func (w *work) cutKey() cutter {
	var spans []rowkey.Span
	return func(key []byte) ([]rowkey.Span, *rowkey.Layout, bool) {
		var k int
		if spans, k = w.opts.Layouts.Decode(spans[:0], key); k < 0 {
			return spans, nil, false
		}
		return spans, w.opts.Layouts[k], true
	}
}

// familyTexts returns the names of families.
func (w *work) familyTexts() *texts {
	var list [][]byte
	for _, f := range familyNames(w.sample) {
		list = append(list, []byte(f))
	}
	t, _ := newTexts(w.forest, "family ", list, func(text []byte) ([]rowkey.Span, *rowkey.Layout, bool) {
		return nil, nil, w.names.families[string(text)]
	}, &spelled{}, false)
	if w.forest != nil {
		t.plant()
	}
	return t
}

// qualifierTexts returns the qualifiers of one family. Names stay that are to; of qualifiers that are data a layout
// may be known.
func (w *work) qualifierTexts(columns []sample.Column, first int) (*texts, bool) {
	list := make([][]byte, len(columns))
	layout := map[string]*rowkey.Layout{}
	data := map[string]bool{}
	constants := newSpelled()
	for _, fold := range w.folds {
		if fold.Layout != nil {
			w.names.spell(&constants, fold.Layout, int(fold.Rows), w.whole.Rows(), func(*rowkey.Segment, string) int {
				return -1
			})
		}
		for _, id := range fold.Columns {
			if i := int(id) - first; i >= 0 && i < len(columns) {
				layout[columns[i].Qualifier], data[columns[i].Qualifier] = fold.Layout, true
			}
		}
	}
	sparse := w.sparse(first, first+len(columns))
	for i, c := range columns {
		list[i] = []byte(c.Qualifier)
		isData := sparse || data[c.Qualifier] || !w.names.columns[first+i]
		w.data[first+i] = isData && c.Qualifier != "" && !w.names.keeps(c.Qualifier, c.Family+":"+c.Qualifier)
		data[c.Qualifier] = w.data[first+i]
	}
	var spans []rowkey.Span
	cut := func(text []byte) ([]rowkey.Span, *rowkey.Layout, bool) {
		if !data[string(text)] {
			return nil, nil, true
		}
		l := layout[string(text)]
		if l == nil {
			return nil, nil, false
		}
		var err error
		spans, err = l.Decode(spans[:0], text)
		return spans, l, err == nil
	}
	t, ok := newTexts(w.forest, "qualifier ", list, cut, &constants, w.move)
	if ok && w.forest != nil {
		t.plant()
	}
	return t, ok
}

// Columns of a family are taken for data, though nothing else shows it, where there are several and a row has few of
// them: what is replaced without need costs nothing but its name.
const (
	sparseColumns = 6
	sparseShare   = 0.2
)

// sparse says so of the columns from to to-1, which are those of one family.
func (w *work) sparse(from, to int) bool {
	if to-from < sparseColumns {
		return false
	}
	rows, met := 0, 0
	for i := range w.whole.Rows() {
		begin, end := w.whole.Cells(i)
		before := met
		for c := begin; c < end; c = w.whole.Versions(c, end) {
			if id := int(w.whole.CellColumn(c)); id >= from && id < to {
				met++
			}
		}
		if met > before {
			rows++
		}
	}
	return float64(met) < sparseShare*float64(to-from)*float64(rows)
}

// result puts the sample together.
func (w *work) result(ctx context.Context) (*Result, error) {
	sampled := w.sample
	result := &Result{}
	var contents sample.Contents
	keys := w.replaced(w.keys, false)
	if w.forest != nil {
		w.bend(keys)
		keys = w.keys.replace() // other keys have the same texts
	}
	w.derive(keys)
	if err := ascend(keys); err != nil && w.scatter != nil {
		return nil, err
	}
	for _, k := range keys {
		contents.Keys = append(contents.Keys, k...)
	}
	if err := w.rename(result); err != nil {
		return nil, err
	}
	index := 0
	for _, t := range w.qualifiers {
		for k, q := range w.replaced(t, true) {
			old := sampled.Column(sample.ColumnID(index))
			contents.Columns = append(contents.Columns, sample.Column{Family: result.name(FamilyName, old.Family),
				Qualifier: string(q)})
			result.note(ColumnName, string(t.from[k]), string(q))
			index++
		}
	}
	contents.Micros = make([]int64, sampled.NumCells())
	for j := range contents.Micros {
		contents.Micros[j] = sampled.Cell(j).Micros
		if w.move {
			contents.Micros[j] = movedMicros(contents.Micros[j])
		}
	}
	result.values = w.values(&contents, keys)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	from, to := w.keys.from, keys
	contents.Weights = w.weights()
	if w.scatter != nil || sampled.How.Complete && len(slices.Concat(w.derived...)) > 0 {
		from, to = nil, nil // keys change places, so that what lies between two of them means nothing
	}
	at := newBounds(from, to, &sampled.Table, &sampled.How)
	var err error
	result.Sample, result.From, result.columns, err = sampled.Replace(w.table(at, result), w.how(at, result), contents)
	if err != nil {
		return nil, fmt.Errorf("redact: %w", err)
	}
	result.Left = w.left(result.Sample, result.columns, keys)
	return result, nil
}

// replaced is texts with what is data replaced: piece by piece, or where order need not stay each as a whole.
func (w *work) replaced(t *texts, whole bool) [][]byte {
	if w.scatter != nil {
		return t.scatterFrom(w.scatter, whole)
	}
	return t.replace()
}

// weights are those of the rows of a sample that loses its order, and with it the places that they were read from;
// nil otherwise.
func (w *work) weights() []float32 {
	if w.scatter == nil || w.sample.How.Complete {
		return nil
	}
	design := estimate.NewDesign(w.sample)
	out := make([]float32, w.sample.Rows())
	for i := range out {
		out[i] = float32(design.Weight(i))
	}
	return out
}

// bend makes the segments that kept salts are made of fit them. Of several it is the one with the most values: what
// fits one key has to fit all that share its value.
func (w *work) bend(keys [][]byte) {
	var spans []rowkey.Span
	by := w.mostVariedSources()
	for i, from := range w.keys.from {
		var k int
		if spans, k = w.opts.Layouts.Decode(spans[:0], from); k < 0 {
			continue
		}
		for _, derived := range w.kept[k] {
			for _, span := range spans {
				if span.Segment.Name != by[derived.segment] || span.Start == span.End ||
					w.keys.steps[i][span.Start] == noNode {
					continue
				}
				info, _ := rowkey.AsSalt(derived.segment.Codec)
				again := bytes.Clone(keys[i])
				w.forest.bend(w.keys.steps[i][span.Start:span.End], keys[i][span.Start:span.End], func([]byte) bool {
					copy(again, keys[i])
					return derived.write(again, spans, keys[i])
				}, tries*int(min(info.Buckets, 256)))
			}
		}
	}
}

// mostVariedSources finds, for each kept salt, the segment with the most values of those that it is made of.
func (w *work) mostVariedSources() map[*rowkey.Segment]string {
	out := map[*rowkey.Segment]string{}
	for kept, all := range w.kept {
		for _, d := range all {
			most := 0
			for _, name := range d.from {
				if n := w.countValues(w.opts.Layouts[kept].Segment(name)); n > most {
					most, out[d.segment] = n, name
				}
			}
		}
	}
	return out
}

func (w *work) countValues(seg *rowkey.Segment) int {
	seen := map[string]bool{}
	cut := w.cutKey()
	for _, key := range w.keys.from {
		spans, _, _ := cut(key)
		for _, s := range spans {
			if s.Segment == seg {
				seen[string(key[s.Start:s.End])] = true
			}
		}
	}
	return len(seen)
}

// derive computes salts and digests again.
func (w *work) derive(keys [][]byte) {
	if len(slices.Concat(w.derived...)) == 0 {
		return
	}
	var spans []rowkey.Span
	for i, from := range w.keys.from {
		var k int
		if spans, k = w.opts.Layouts.Decode(spans[:0], from); k < 0 {
			continue
		}
		for _, d := range w.derived[k] {
			d.write(keys[i], spans, from)
		}
	}
}

// values replaces all values, and counts them.
func (w *work) values(c *sample.Contents, keys [][]byte) (replaced int) {
	sampled, values := w.sample, newValues(w.secret)
	columns := w.lookAtColumns(values)
	cut := w.cutKey()
	var spans []rowkey.Span
	for index := range sampled.Rows() {
		from, to := sampled.Cells(index)
		cutAlready := false
		for j := from; j < to; j++ {
			cell := sampled.Cell(j)
			start := len(c.Values)
			c.Values = append(c.Values, cell.Value...)
			text := c.Values[start:]
			col := columns[cell.Column]
			if col.segment != "" {
				if !cutAlready {
					spans, _, _ = cut(sampled.Key(index))
					cutAlready = true
				}
				if copySegment(text, col.segment, sampled.Key(index), keys[index], spans) {
					replaced++
					continue
				}
			}
			values.replace(col, cell, text, w.move)
			if len(text) > 0 {
				replaced++
			}
		}
	}
	return replaced
}

// copySegment puts what replaces a segment of the key in place of a value that repeats it.
func copySegment(text []byte, name string, key, now []byte, spans []rowkey.Span) bool {
	for _, s := range spans {
		if s.Segment.Name == name && string(key[s.Start:s.End]) == string(text) {
			copy(text, now[s.Start:s.End])
			return true
		}
	}
	return false
}

// lookAtColumns finds out what the values of each column are.
func (w *work) lookAtColumns(v *values) []column {
	sampled := w.sample
	type seen struct {
		cells []sample.Cell
		same  map[string]int
	}
	cols := make([]seen, len(sampled.Columns()))
	step := max(1, sampled.Rows()/4000)
	cut := w.cutKey()
	for i := 0; i < sampled.Rows(); i += step {
		from, to := sampled.Cells(i)
		var spans []rowkey.Span
		for j := from; j < to; j++ {
			cell := sampled.Cell(j)
			col := &cols[cell.Column]
			if len(col.cells) >= looked {
				continue
			}
			if spans == nil {
				spans, _, _ = cut(sampled.Key(i))
			}
			col.cells = append(col.cells, cell)
			for _, name := range segmentsEqual(sampled.Key(i), spans, cell.Value) {
				if col.same == nil {
					col.same = map[string]int{}
				}
				col.same[name]++
			}
		}
	}
	out := make([]column, len(cols))
	for i, c := range cols {
		out[i] = v.look(c.cells)
		out[i].segment = repeats(c.same, len(c.cells))
	}
	return out
}
