package lesson

import (
	"context"
	"maps"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/simulate"
)

// What a step may allow of a layout that is otherwise refused, by the words of the file.
const (
	allowHotspot     = "hotspot"
	allowOverwritten = "overwritten cells"
	allowVersions    = "older versions"
	allowConstant    = "constant"
	allowTwice       = "twice"
	allowUnchanged   = "unchanged"
	allowTables      = "tables"
	allowReads       = "reads"
	allowComputed    = "computed"
	allowTimes       = "times"
	allowValues      = "values"
	allowNames       = "names"
	allowLost        = "lost "    // and the name of a segment
	allowMerged      = "merged "  // and the name of a segment
	allowDropped     = "dropped " // and a column, as family:qualifier
)

// strict returns what a layout made in the Lab must meet in every lesson. It is another layout than the current one, of
// as many tables as the right one at most, each of which holds all there is; no key holds a segment twice, a constant,
// or a salt or digest that the right one does not have; no cell becomes an older version, no query of the step reads
// more than under the right layout, and no hotspot is made. f.Allow names exceptions, with reasons. form is of what
// is lost, effect of the rest.
func (r *reader) strict(f *makeFile, t Table) (form, effect []Cond) {
	set := r.tables[t.Name]
	if len(set) == 0 {
		return nil, nil // reported with the table
	}
	r.allowed(f, segmentNames(set))
	add := func(to *[]Cond, word string, c Cond) {
		if _, ok := f.Allow[word]; !ok {
			*to = append(*to, c)
		}
	}
	right, err := candidate.Parse(f.Right)
	if err != nil {
		return nil, nil // reported with what is right
	}
	add(&form, allowUnchanged, unchanged())
	add(&form, allowTables, fewTables(right.Tables()))
	kept, versions := keepsAll(f.Allow)
	form = append(form, kept...)
	add(&form, allowTwice, once(right))
	add(&form, allowConstant, noConstant(set))
	add(&form, allowComputed, onlyComputed(right, set))
	add(&form, allowHotspot, noTimeFirst(f.Right))
	effect = append(effect, versions)
	add(&effect, allowVersions, Zero("older", OlderVersions,
		"With {made}, {older} cells would become older versions of another, which a policy may collect (G59)."))
	add(&effect, allowReads, readsAsRight(f))
	add(&effect, allowHotspot, noHotspot())
	return form, effect
}

// allowed notes faults of the exceptions that a step names.
func (r *reader) allowed(f *makeFile, segments []string) {
	known := []string{allowHotspot, allowOverwritten, allowVersions, allowConstant, allowTwice, allowUnchanged,
		allowTables, allowReads, allowComputed, allowTimes, allowValues, allowNames}
	for _, s := range segments {
		known = append(known, allowLost+s, allowMerged+s)
	}
	for _, word := range slices.Sorted(maps.Keys(f.Allow)) {
		column, dropped := strings.CutPrefix(word, allowDropped)
		r.in("allow", func() {
			r.in(word, func() {
				if !slices.Contains(known, word) && !(dropped && strings.Contains(column, ":")) {
					r.fail("allow has no %q; it has %s", word, strings.Join(append(known, allowDropped+"COLUMN"), ", "))
				}
				if strings.TrimSpace(f.Allow[word]) == "" {
					r.fail("allow needs a reason for %q", word)
				}
			})
		})
	}
}

// loss is something that may be lost.
type loss struct {
	kind  simulate.LossKind
	allow string // the exception; followed by what is lost, if it ends with a space
	say   string
}

// losses are all, in the order in which they are looked for: what explains most comes first.
func losses() []loss {
	return []loss{
		{simulate.LostSegment, allowLost,
			"With {made}, {lost} can no longer be told: it must stay readable, as exactly as now, in each table."},
		{simulate.MergedRows, allowMerged, "With {made}, rows that differ in {lost} would become one row."},
		{simulate.MergedVersions, allowVersions,
			"With {made}, cells of rows that differ in {lost} become older versions of another, which a policy may " +
				"collect (G59)."},
		{simulate.LostCells, allowDropped,
			"With {made}, {count} cells of {lost} are in no row of a table: nothing may be lost."},
		{simulate.LostOverwritten, allowOverwritten,
			"With {made}, {count} cells would be overwritten: rows that were apart meet."},
		{simulate.LostTimes, allowTimes, "With {made}, {count} cells lose their timestamps."},
		{simulate.LostValues, allowValues, "With {made}, {count} cells lose their values."},
		{simulate.LostNames, allowNames, "With {made}, {lost} can no longer be told from another column."},
		{simulate.Undecodable, "", "With {made}, keys cannot be taken apart again: {lost}."},
	}
}

// keepsAll refuses what loses something that no exception names, as the Lab finds it. Versions are refused later: what
// the step requires may say more of them.
func keepsAll(allow map[string]string) (out []Cond, versions Cond) {
	for _, known := range losses() {
		if cond := known.refused(allow); known.kind == simulate.MergedVersions {
			versions = cond
		} else {
			out = append(out, cond)
		}
	}
	return out, versions
}

// refused refuses a layout with a loss of the kind that no exception names.
func (l *loss) refused(allow map[string]string) Cond {
	first := func(ctx context.Context, b *Workbench, text string) (simulate.Loss, bool, error) {
		all, err := b.Losses(ctx, text)
		for _, found := range all {
			if found.Kind == l.kind && !l.allowed(allow, found.Of) {
				return found, true, err
			}
		}
		return simulate.Loss{}, false, err
	}
	figure := func(of func(simulate.Loss) Figure) Of {
		return func(text string) Measure {
			return func(ctx context.Context, b *Workbench) (Figure, error) {
				found, _, err := first(ctx, b, text)
				return of(found), err
			}
		}
	}
	return Cond{Say: l.say,
		Figures: map[string]Of{"lost": figure(func(l simulate.Loss) Figure { return word(l.Of) }),
			"count": figure(func(l simulate.Loss) Figure { return number(float64(l.Count), Count, true) })},
		Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
			_, found, err := first(ctx, b, text)
			return !found, err
		}}
}

// allowed reports whether exceptions name what is lost. Rows that differ in a segment that may be lost may be one, too.
func (l *loss) allowed(allow map[string]string, lost string) bool {
	word := l.allow
	if strings.HasSuffix(word, " ") {
		word += lost
	}
	_, named := allow[word]
	_, free := allow[allowLost+lost]
	return named || free && l.kind == simulate.MergedRows
}

// unchanged refuses the current layout, however it is written.
func unchanged() Cond {
	cond := simulated("{made} makes the keys and cells that there are now: change something.",
		func(now, made, _ *simulate.Result) bool { return !made.SameLayout(now) }, "")
	cond.Idle = true
	return cond
}

// fewTables refuses more tables than the task needs.
func fewTables(most int) Cond {
	return Cond{Say: "{made} makes {tables} tables: every write goes to each of them, and the task needs {than}.",
		Figures: map[string]Of{"tables": Tables, "than": func(string) Measure { return constant(float64(most)) }},
		Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
			tables, err := Tables(text)(ctx, b)
			return tables.Value <= float64(most), err
		}}
}

// noTimeFirst refuses keys that begin with a time, as the Lab finds it, unless those of the right layout do.
func noTimeFirst(right string) Cond {
	first := func(r *simulate.Result) bool {
		return slices.ContainsFunc(r.Findings, func(f simulate.Finding) bool { return f.Kind == simulate.TimeFirst })
	}
	return simulated("{made} begins with the time: the writes of a moment would all be neighbors (G40).",
		func(_, made, right *simulate.Result) bool { return !first(made) || first(right) }, right)
}

// simulated is a condition on what the Lab makes of the current layout, the one made, and the right one.
func simulated(say string, met func(now, made, right *simulate.Result) bool, right string) Cond {
	return Cond{Say: say, Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
		var all [3]*simulate.Result
		for i, template := range []string{"", text, right} {
			var err error
			if all[i], err = b.Trial(ctx, template); err != nil {
				return false, err
			}
		}
		return met(all[0], all[1], all[2]), nil
	}}
}

// readsAsRight refuses a layout under which a query that the step requires something of reads more than under the right
// one: more rows, by more than an average over other rows can differ, or in more ranges.
func readsAsRight(f *makeFile) Cond {
	const differ, row = 1.1, 0.5
	queries := queriesOf(f)
	worse := func(ctx context.Context, b *Workbench, text string) (query string, mine, than Figure, err error) {
		for _, query := range queries {
			made, err := b.Cost(ctx, text, query)
			if err != nil {
				return "", mine, than, err
			}
			right, err := b.Cost(ctx, f.Right, query)
			if err != nil {
				return "", mine, than, err
			}
			if mine, than := made.ByData.RowsRead, right.ByData.RowsRead; mine.Value > differ*than.Value+row ||
				made.Ranges > differ*right.Ranges+row {
				return query, Figure{Figure: mine}, Figure{Figure: than}, nil
			}
		}
		return "", mine, than, nil
	}
	figure := func(of func(query string, mine, than Figure) Figure) Of {
		return func(text string) Measure {
			return func(ctx context.Context, b *Workbench) (Figure, error) {
				query, mine, than, err := worse(ctx, b, text)
				return of(query, mine, than), err
			}
		}
	}
	return Cond{
		Say: "With {made}, the query {query} reads {reads} rows, or more ranges than needed: {enough} rows are enough.",
		Figures: map[string]Of{"query": figure(func(q string, _, _ Figure) Figure { return word(q) }),
			"reads":  figure(func(_ string, mine, _ Figure) Figure { return mine }),
			"enough": figure(func(_ string, _, than Figure) Figure { return than })},
		Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
			query, _, _, err := worse(ctx, b, text)
			return query == "", err
		}}
}

// queriesOf are the queries that the requirements of a step are about.
func queriesOf(f *makeFile) []string {
	var out []string
	for _, q := range f.Require {
		match := expression.FindStringSubmatch(strings.TrimSpace(q.Figure))
		if match == nil || match[3] != "" {
			continue
		}
		if g, ok := gauge(match[1]); ok && g.Arg == "query" && !slices.Contains(out, match[2]) {
			out = append(out, match[2])
		}
	}
	return out
}

// onlyComputed refuses more salts and digests than the right layout has, which make keys longer or hide what is in
// them, times whose digits are turned around, which leaves them no order, and text turned around, which nobody can
// read.
func onlyComputed(right *candidate.Candidate, set rowkey.Set) Cond {
	turns := map[string][]candidate.Op{} // segment -> what would turn its characters around in vain
	for _, layout := range set {
		for _, s := range layout.Segments() {
			switch s.Codec.Type() {
			case rowkey.Timestamp, rowkey.Domain:
				turns[s.Name] = []candidate.Op{candidate.Mirror}
			case rowkey.Text, rowkey.Enum:
				turns[s.Name] = []candidate.Op{candidate.Mirror, candidate.Reverse}
			}
		}
	}
	known := computed(right, turns)
	return parsed("{made} has a salt, a digest, or characters turned around, which nothing that is asked here needs.",
		func(c *candidate.Candidate) bool {
			for op, count := range computed(c, turns) {
				if count > known[op] {
					return false
				}
			}
			return true
		})
}

// computed counts the salts, digests, and turned segments of the table of a layout that has the most of them.
func computed(c *candidate.Candidate, turns map[string][]candidate.Op) map[candidate.Op]int {
	out := map[candidate.Op]int{}
	for i := range c.Templates {
		here := map[candidate.Op]int{}
		c.Templates[i].Exprs(func(e *candidate.Expr) {
			switch e.Op {
			case candidate.Salt, candidate.Hash:
				here[e.Op]++
			case candidate.Mirror, candidate.Reverse:
				if of := &e.Args[0]; of.Op == candidate.Segment && slices.Contains(turns[of.Name], e.Op) {
					here[e.Op]++
				}
			}
		})
		for op, count := range here {
			out[op] = max(out[op], count)
		}
	}
	return out
}

// once refuses a segment that a key holds twice, unless the right one does.
func once(right *candidate.Candidate) Cond {
	allowed := twice(right)
	return parsed("{made} holds a segment twice: keys are stored with every row, so keep them short.",
		func(c *candidate.Candidate) bool { return allowed || !twice(c) })
}

// twice reports whether a key holds a segment, a column, or all of the current key, more than once, digests aside.
func twice(c *candidate.Candidate) bool {
	for i := range c.Templates {
		seen, double, whole, segments := map[string]bool{}, false, false, false
		candidate.Fields(c.Templates[i].Key, func(f *candidate.Field) {
			if f.Expr.Op == candidate.Salt || f.Expr.Op == candidate.Hash {
				return
			}
			f.Expr.Walk(func(e *candidate.Expr) {
				switch e.Op {
				case candidate.Whole, candidate.Rest:
					double, whole = double || whole || segments, true
				case candidate.Segment:
					double, segments = double || whole || seen[e.Name], true
					seen[e.Name] = true
				case candidate.Column, candidate.CellTime, candidate.Qualifier:
					double = double || seen[e.String()]
					seen[e.String()] = true
				}
			})
		})
		if double {
			return true
		}
	}
	return false
}

// parsed is a condition on the layout itself.
func parsed(say string, met func(c *candidate.Candidate) bool) Cond {
	return Cond{Say: say, Met: func(_ context.Context, _ *Workbench, text string) (bool, error) {
		c, err := candidate.Parse(text)
		if err != nil {
			return false, err
		}
		return met(c), nil
	}}
}

// noConstant refuses letters and digits that the current keys do not have between their segments.
func noConstant(set rowkey.Set) Cond {
	current := map[string]bool{}
	for _, l := range set {
		for _, e := range l.Parts() {
			for _, w := range words(e.Literal) {
				current[w] = true
			}
		}
	}
	return parsed("{made} adds constant text to every key: it distinguishes no rows.",
		func(c *candidate.Candidate) bool {
			for i := range c.Templates {
				for _, p := range c.Templates[i].Key {
					for _, w := range words(p.Literal) {
						if !current[w] {
							return false
						}
					}
				}
			}
			return true
		})
}

// words are the runs of letters and digits of a literal.
func words(literal []byte) []string {
	return strings.FieldsFunc(string(literal), func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// noHotspot refuses writes in fewer places than now. Half as much again for the busiest part is what the noise of a
// demo table's few windows can make; a named pattern of one place is refused whatever its share.
func noHotspot() Cond {
	const noise = 1.5
	narrow := func(p heat.Pattern) bool {
		return p == heat.MovingHotspot || p == heat.FixedRange || p == heat.Roving
	}
	return Cond{Say: "With {made} the writes are a {pattern}, and the busiest part takes {hot} of them instead of " +
		"{hotbefore}: that is a new hotspot.",
		Figures: map[string]Of{"pattern": Pattern, "hot": Hot, "hotbefore": func(string) Measure { return Hot("") }},
		Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
			now, err := b.Heat(ctx, "")
			if err != nil {
				return false, err
			}
			then, err := b.Heat(ctx, text)
			if err != nil {
				return false, err
			}
			worse := then.Score.Hot > noise*now.Score.Hot && then.Score.Hot > noise*then.Score.UniformShare
			return !worse && (narrow(now.Score.Pattern) || !narrow(then.Score.Pattern)), nil
		}}
}
