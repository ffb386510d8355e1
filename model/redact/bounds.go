package redact

import (
	"bytes"
	"slices"
	"sort"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// bounds are what replaces keys that are no rows of the sample but lie between its rows: ends of sections and ranges.
// Each becomes one that lies between what replaces the rows around it, and is made of these alone, so that nothing of
// it is left but its place.
type bounds struct {
	from, to [][]byte // the rows, before and after
	of       map[string][]byte
}

// newBounds makes the replacements of all bounds of a table and of a sample of it.
func newBounds(from, to [][]byte, t *sample.Table, h *sample.Provenance) *bounds {
	bounds := &bounds{from: from, to: to, of: map[string][]byte{}}
	var all [][]byte
	for _, s := range t.Splits {
		all = append(all, s.Key)
	}
	for _, x := range t.Hot {
		all = append(all, x.Start, x.End)
	}
	for _, p := range h.Places {
		all = append(all, p.Start, p.End, p.After)
	}
	for _, u := range h.Unreadable {
		all = append(all, u.Key)
	}
	all = append(all, h.Options.Start, h.Options.End)
	slices.SortFunc(all, bytes.Compare)
	all = slices.CompactFunc(all, bytes.Equal)
	nth, last := 0, -1
	for _, key := range all {
		i := bounds.row(key)
		if nth++; i != last {
			nth, last = 1, i
		}
		bounds.of[string(key)] = bounds.between(key, i, nth)
	}
	return bounds
}

// row is the first row at or after key.
func (b *bounds) row(key []byte) int {
	return sort.Search(len(b.from), func(i int) bool { return bytes.Compare(b.from[i], key) >= 0 })
}

// between is the nth bound before row i.
func (b *bounds) between(key []byte, i, nth int) []byte {
	if len(key) == 0 {
		return nil
	}
	if i < len(b.from) && bytes.Equal(b.from[i], key) {
		return bytes.Clone(b.to[i])
	}
	var before []byte
	if i > 0 {
		before = b.to[i-1]
	}
	return append(bytes.Clone(before), make([]byte, nth)...)
}

func (b *bounds) key(key []byte) []byte { return b.of[string(key)] }

// prefix is what the keys with a prefix begin with now.
func (b *bounds) prefix(prefix []byte) []byte {
	i := b.row(prefix)
	if len(prefix) == 0 || i == len(b.from) || !bytes.HasPrefix(b.from[i], prefix) {
		return nil
	}
	return bytes.Clone(b.to[i][:len(prefix)])
}

// table is the description of the table, without its place and with all keys replaced.
func (w *work) table(at *bounds, r *Result) sample.Table {
	table := w.sample.Table
	table.Name = r.name(TableName, table.Name)
	table.Source, table.Project, table.Instance = table.Name, "", ""
	table.Families = slices.Clone(table.Families)
	for i, f := range table.Families {
		table.Families[i].Name = r.name(FamilyName, f.Name)
		if !w.names.stays(f.ValueType, false) {
			table.Families[i].ValueType = "a type of its own"
		}
	}
	table.KeySchema = w.schema(r)
	if w.scatter != nil { // ranges of keys mean nothing
		table.Splits, table.Hot, table.HotKnown = slices.Clone(table.Splits[max(0, len(table.Splits)-1):]), nil, false
		for i := range table.Splits {
			table.Splits[i].Key = nil
		}
		return table
	}
	if table.Name == "" {
		table.Source = "redacted"
	}
	table.SplitsAt = w.moved(table.SplitsAt)
	table.Splits = slices.Clone(table.Splits)
	for i, s := range table.Splits {
		table.Splits[i].Key = at.key(s.Key)
	}
	table.Hot = slices.Clone(table.Hot)
	for i, h := range table.Hot {
		table.Hot[i].Start, table.Hot[i].End = at.key(h.Start), at.key(h.End)
		table.Hot[i].From, table.Hot[i].Until = w.moved(h.From), w.moved(h.Until)
	}
	return table
}

// how is how the sample was taken, with all keys replaced.
func (w *work) how(at *bounds, r *Result) sample.Provenance {
	provenance := w.sample.How
	provenance.Started = w.moved(provenance.Started)
	provenance.Places = slices.Clone(provenance.Places)
	for i, p := range provenance.Places {
		provenance.Places[i].Start, provenance.Places[i].End, provenance.Places[i].After = at.key(p.Start),
			at.key(p.End), at.key(p.After)
	}
	options := &provenance.Options
	options.Prefix, options.Start, options.End = at.prefix(options.Prefix), at.key(options.Start), at.key(options.End)
	options.Families = slices.Clone(options.Families)
	for i, f := range options.Families {
		options.Families[i] = r.name(FamilyName, f)
	}
	options.Since, options.Until = w.moved(options.Since), w.moved(options.Until)
	if w.scatter != nil {
		if provenance.Unordered = true; len(options.Prefix) > 0 || len(options.Start) > 0 || len(options.End) > 0 {
			options.KeyRegex = ".*" // some rows were asked for
		}
		options.Prefix, options.Start, options.End, provenance.Places = nil, nil, nil, nil
		if !provenance.Complete {
			provenance.Points, provenance.TotalBytes = 0, 0
		}
	}
	if options.KeyRegex != "" {
		options.KeyRegex = ".*"
	}
	if options.View != "" {
		options.View = "an authorized view"
	}
	if options.Where != "" {
		options.Where = "some of the values of a segment"
	}
	provenance.Stopped = map[sample.Ending]string{
		sample.EndLimit: "the limit of the read was reached", sample.EndError: "an error ended the read",
		sample.EndInterrupt: "the read was interrupted",
	}[provenance.Ending]
	provenance.Unreadable = slices.Clone(provenance.Unreadable)
	for i, u := range provenance.Unreadable {
		provenance.Unreadable[i] = sample.Unreadable{Key: at.key(u.Key), Reason: "the service refused to send it"}
	}
	provenance.Names = w.kindNames(r.Layouts)
	return provenance
}

// kindNames returns the names of the inferred layouts, nil where words are replaced as well, because a name may be
// one.
func (w *work) kindNames(layouts rowkey.Set) []sample.KindNames {
	if !w.opts.Inferred || w.opts.Words {
		return nil
	}
	var out []sample.KindNames
	for _, l := range layouts {
		k := sample.KindNames{Kind: l.Name()}
		for _, s := range l.Segments() {
			k.Segments, k.Types = append(k.Segments, s.Name), append(k.Types, string(s.Codec.Type()))
		}
		out = append(out, k)
	}
	return out
}

func (w *work) moved(t time.Time) time.Time {
	if t.IsZero() || !w.move {
		return t
	}
	return t.Add(shiftSeconds * time.Second)
}
