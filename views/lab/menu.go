package lab

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/candidate"
	"tabletop/model/command"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// menu is a list of things to choose from.
type menu struct {
	title   string
	finder  widget.Finder
	entries []entry
}

// entry is one of them.
type entry struct {
	name, more string
	run        func() views.Request
}

// open shows a menu.
func (s *Screen) open(title string, entries []entry) views.Request {
	if len(entries) == 0 {
		return views.Notify{Text: "there is nothing to choose from"}
	}
	s.menu = menu{title: title, entries: entries}
	found := make([]widget.FindEntry, len(entries))
	for i, e := range entries {
		found[i] = widget.FindEntry{Name: text.EscapeString(e.name), More: text.EscapeString(e.more)}
	}
	s.menu.finder.SetEntries(found)
	s.mode = choosing
	return nil
}

// choose handles a key while a menu is open.
func (s *Screen) choose(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "esc":
		return s.endMode(nothing)
	case "enter":
		return s.endMode(func() views.Request {
			if i := s.menu.finder.Chosen(); i >= 0 {
				return s.menu.entries[i].run()
			}
			return nil
		})
	}
	s.menu.finder.Press(k)
	if search := s.menu.finder.Search(); search != nil {
		return views.Work{Name: "lab/menu", Run: func(context.Context) any { return search() }}
	}
	return nil
}

// nothing is what ends a mode in which nothing was chosen.
func nothing() views.Request { return nil }

// openTransforms lists what can be done to the layout under the cursor. The changes are of that layout, even if the
// current one is another by the time that one is chosen.
func (s *Screen) openTransforms() views.Request {
	proposed := s.candidate()
	if proposed == nil {
		return views.Notify{Text: "the layout cannot be read: edit it with i"}
	}
	var all []entry
	template := s.template(s.at)
	for index := range proposed.Templates {
		of := &proposed.Templates[index]
		if of.Into > 0 || of.Action != candidate.Rekey {
			continue
		}
		add := s.adder(&all, template, index)
		for n, at := range fields(of) {
			s.fieldTransforms(add, of, n, at)
		}
		s.cellTransforms(add)
		s.columnTransforms(add)
	}
	all = append(all, s.kindTransforms(template)...)
	all = append(all, s.changing(template, "second table", "the same rows under another key, for other queries (G60)",
		func(c *candidate.Candidate) {
			t := c.Templates[0]
			t.Key, t.Into = append([]candidate.Part(nil), t.Key...), c.Tables()
			if at := fields(&t); len(at) > 1 {
				t.Key[at[0]], t.Key[at[1]] = t.Key[at[1]], t.Key[at[0]]
			}
			c.Templates = append(c.Templates, t)
		}))
	return s.open("Transform", all)
}

// changing is an entry that changes a layout, and tries it.
func (s *Screen) changing(template, name, more string, change func(c *candidate.Candidate)) entry {
	return entry{name, more, func() views.Request {
		c, err := candidate.Parse(template)
		if err != nil {
			return say(err)
		}
		change(c)
		return s.put(c.String())
	}}
}

// adder takes one entry of the menu, which changes a template.
type adder func(name, more string, change func(t *candidate.Template))

// adder returns what adds entries to all that change the i-th template of a layout. Of several they name its record
// kind.
func (s *Screen) adder(all *[]entry, template string, i int) adder {
	kind := ""
	if proposed := s.candidate(); len(proposed.Templates) > 1 && proposed.Templates[i].Kind != "" {
		kind = text.EscapeString(proposed.Templates[i].Kind) + ": "
	}
	return func(name, more string, change func(t *candidate.Template)) {
		*all = append(*all, s.changing(template, kind+name, more,
			func(c *candidate.Candidate) { change(&c.Templates[i]) }))
	}
}

// kindTransforms lists what can become of each record kind of a table of several, and of keys that no layout decodes.
func (s *Screen) kindTransforms(template string) []entry {
	var all []entry
	add := func(kind, words, why string, made candidate.Template) {
		made.Kind = kind
		all = append(all, s.changing(template, text.EscapeString(kind)+": "+words, why,
			func(c *candidate.Candidate) { setKind(c, made) }))
	}
	actions := func(kind string) {
		add(kind, "unchanged", "the rows keep their keys", candidate.Template{Action: candidate.Same})
		add(kind, "drop", "the rows are in no new table", candidate.Template{Action: candidate.Drop})
		add(kind, "set aside", "the rows are in no new table, and kept apart",
			candidate.Template{Action: candidate.Quarantine})
	}
	for kind, layout := range s.data.Layouts {
		if len(s.data.Layouts) == 1 {
			break
		}
		name := s.data.Layouts.KindName(kind)
		if own, err := plain(layout); err == nil {
			add(name, "other keys", "its template joins the layout, to be changed as well", own)
		}
		actions(name)
	}
	if s.data.Segments != nil && slices.Contains(s.data.Segments.Kind, segments.Unexplained) {
		actions(candidate.ForeignName)
	}
	return all
}

// setKind states what becomes of a record kind in the first table.
func setKind(c *candidate.Candidate, made candidate.Template) {
	for i := range c.Templates {
		if t := &c.Templates[i]; t.Into == 0 && t.Kind == made.Kind {
			*t = made
			return
		}
	}
	at := slices.IndexFunc(c.Templates, func(t candidate.Template) bool { return t.Into > 0 })
	if at < 0 {
		at = len(c.Templates)
	}
	c.Templates = slices.Insert(c.Templates, at, made)
}

// fieldTransforms lists what can be done to the n-th field of a template, which is part at of the key.
func (s *Screen) fieldTransforms(add adder, of *candidate.Template, n, at int) {
	field := of.Key[at].Field
	name := field.Expr.String()
	wrap := func(call string) func(*candidate.Template) {
		return func(t *candidate.Template) { replaceField(t, at, call) }
	}
	constant := s.isConstant(field) // it spreads nothing, wherever it stands and whatever is made of it
	if n > 0 && !constant {
		add(name+" to the front", "reorder", func(t *candidate.Template) { moveFirst(t, n) })
	}
	if field.Expr.Op != candidate.Salt && !constant {
		for _, buckets := range []int{4, 8, 16, 32} {
			add(fmt.Sprintf("salt %d by %s", buckets, name), "spreads writes; ranges take that many scans (G61)",
				func(t *candidate.Template) { insert(t, fmt.Sprintf("{salt(%d, %s)}", buckets, name)) })
		}
	}
	if !constant {
		s.segmentTransforms(add, field, at)
	}
	if field.Expr.Op == candidate.Segment && !constant {
		add("hash "+name, "eight digits of its MD5: spreads, but no ranges (G45)", wrap("{hash("+name+", md5, 8)}"))
		add("truncate "+name, "its first four bytes", wrap("{truncate("+name+", 4)}"))
	}
	if n > 0 || len(fields(of)) > 1 {
		add("drop "+name, "rows that differ in it only become one", func(t *candidate.Template) { remove(t, n) })
		if field.Expr.Op == candidate.Segment {
			add(name+" into the qualifier", "rows that differ in it only become one, with a column each (G17)",
				func(t *candidate.Template) {
					remove(t, n)
					s.qualify(t, name)
				})
		}
	}
}

// segmentTransforms lists what can be done to a field that takes a current segment as it is, by its type.
func (s *Screen) segmentTransforms(add adder, f *candidate.Field, at int) {
	seg := s.segment(f)
	if seg == nil {
		return
	}
	name := f.Expr.String()
	wrap := func(call string) func(*candidate.Template) {
		return func(t *candidate.Template) { replaceField(t, at, call) }
	}
	switch seg.Codec.Type() {
	case rowkey.Timestamp:
		s.timeTransforms(add, name, at)
	case rowkey.Domain:
		add("reverse "+name, "labels from last to first: a company's hosts together (G38)", wrap("{reverse("+name+")}"))
	case rowkey.IntDecimal:
		add("pad "+name, "byte order becomes the order of the numbers (G32)", wrap("{pad("+name+", 10)}"))
		add("mirror "+name, "digits from last to first: new ids spread (G42)", wrap("{mirror("+name+")}"))
	}
}

// timeTransforms lists what can be done to a time.
func (s *Screen) timeTransforms(add adder, name string, at int) {
	add("reverse "+name, "the newest first (G51)",
		func(t *candidate.Template) { replaceField(t, at, "{reverse("+name+")}") })
	for _, b := range []struct{ width, of string }{{"1h", "an hour"}, {"1d", "a day"}, {"1w", "a week"},
		{"1mo", "a month"}} {
		add("bucket "+name+" by "+b.of, "its events become columns of one row (G52, G56)",
			func(t *candidate.Template) {
				replaceField(t, at, "{bucket("+name+", "+b.width+")}")
				s.qualify(t, name)
			})
	}
	add("bucket "+name+" by a day, events as versions",
		"its events become cells of one column, their time the timestamp (G53)", func(t *candidate.Template) {
			replaceField(t, at, "{bucket("+name+", 1d)}")
			if p, err := candidate.Parse("{x} => time {" + name + "}"); err == nil {
				t.Time = p.Templates[0].Time
			}
		})
	if columns := s.bench.of.Sample.Columns(); len(columns) > 0 {
		family := columns[0].Family
		add("bucket "+name+" by a day, an event one JSON cell", "fewer cells, opaque to filters (G54)",
			func(t *candidate.Template) {
				replaceField(t, at, "{bucket("+name+", 1d)}")
				rule(t, "* -> json "+family+":{"+name+"}")
			})
	}
}

// isConstant reports whether a field is a segment that has the same value in all rows read.
func (s *Screen) isConstant(f *candidate.Field) bool {
	if f.Expr.Op != candidate.Segment || s.data.Segments == nil {
		return false
	}
	column := s.data.Segments.Column(f.Expr.Name)
	return column != nil && len(column.Values) == 1 && !column.Lacks
}

// segment is the current segment that a field takes as it is; nil for others.
func (s *Screen) segment(f *candidate.Field) *rowkey.Segment {
	if f.Expr.Op != candidate.Segment {
		return nil
	}
	for _, l := range s.data.Layouts {
		if seg := l.Segment(f.Expr.Name); seg != nil {
			return seg
		}
	}
	return nil
}

// cellTransforms lists what can be done with cells: rows for them, and a table in which others could be.
func (s *Screen) cellTransforms(add adder) {
	behind := func(field string) func(*candidate.Template) {
		return func(t *candidate.Template) {
			if p, err := candidate.Parse(field); err == nil && len(fields(t)) > 0 {
				t.Key = append(t.Key[:len(t.Key):len(t.Key)],
					candidate.Part{Literal: delimiter(t)}, p.Templates[0].Key[0])
			}
		}
	}
	for _, u := range []string{"second", "hour", "day"} {
		unit := u
		if u == "second" {
			unit = "s"
		}
		add("cell time into the key, by the "+u, "versions become rows (G58)", behind("{celltime("+unit+")}"))
	}
	add("qualifier into the key", "wide rows become tall: a row a column (G58)", behind("{qualifier()}"))
	if table := s.data.Table; table != nil && table.Name != "" {
		add("prefix with the table's name", "so that several tables become one (G10)", func(t *candidate.Template) {
			t.Key = append([]candidate.Part{{Literal: []byte(table.Name + "/")}}, t.Key...)
		})
	}
}

// maxColumns bounds how many columns the menu offers.
const maxColumns = 200

// columnTransforms lists what can be done with columns: promotion, one cell for all.
func (s *Screen) columnTransforms(add adder) {
	columns := s.bench.of.Sample.Columns()
	for _, col := range columns[:min(len(columns), maxColumns)] {
		name := candidate.Expr{Op: candidate.Column, Column: candidate.ColumnName{Family: col.Family,
			Qualifier: col.Qualifier}}
		add("promote "+col.Family+":"+col.Qualifier, "its newest value goes to the front of the key (G61)",
			func(t *candidate.Template) {
				insert(t, "{"+name.String()+"}")
			})
		from := []candidate.Selector{{Family: col.Family, Qualifier: col.Qualifier}}
		add(col.Family+":"+col.Qualifier+" into a family of its own", "so that it can have a rule of its own (G14)",
			func(t *candidate.Template) { prepend(t, candidate.Rule{From: from, Family: col.Family + "2"}) })
		add("drop "+col.Family+":"+col.Qualifier, "what the bytes of the column are",
			func(t *candidate.Template) { prepend(t, candidate.Rule{From: from, Drop: true}) })
	}
	seen := map[string]bool{}
	for _, col := range columns {
		if seen[col.Family] || !candidate.ValidFamily(col.Family) {
			continue // cells cannot move to a family whose name the service refuses
		}
		seen[col.Family] = true
		family := col.Family
		add("one JSON cell for "+family, "smaller, and opaque to filters (G16, G39)",
			func(t *candidate.Template) { rule(t, family+" -> json "+family+":all") })
		add("one protobuf cell for "+family, "smaller still; its size is an estimate (G16, G54)",
			func(t *candidate.Template) { rule(t, family+" -> protobuf "+family+":all") })
		if len(family) > 1 {
			add("short name for "+family, "family names travel with every cell (G13, G64)",
				func(t *candidate.Template) { rule(t, family+" -> "+family[:1]) })
		}
	}
}

// replaceField writes part at of the key again. What cannot be parsed changes nothing.
func replaceField(t *candidate.Template, at int, field string) {
	if p, err := candidate.Parse(field); err == nil {
		t.Key[at] = p.Templates[0].Key[0]
	}
}

// insert puts a field in front of the first one, with the delimiter that the key has.
func insert(t *candidate.Template, field string) {
	proposed, err := candidate.Parse(field)
	at := fields(t)
	if err != nil || len(at) == 0 {
		return
	}
	key := t.Key
	var out []candidate.Part
	out = append(out, key[:at[0]]...)
	out = append(out, proposed.Templates[0].Key[0], candidate.Part{Literal: delimiter(t)})
	t.Key = append(out, key[at[0]:]...)
}

// delimiter is the last byte of the first literal between two fields, # when there is none.
func delimiter(t *candidate.Template) []byte {
	at := fields(t)
	for i := at[0] + 1; i < at[len(at)-1]; i++ {
		if lit := t.Key[i].Literal; len(lit) > 0 {
			return lit[:1]
		}
	}
	return []byte("#")
}

// moveFirst moves the n-th field before the others; literals stay.
func moveFirst(t *candidate.Template, n int) {
	at, key := fields(t), t.Key
	for ; n > 0; n-- {
		key[at[n]], key[at[n-1]] = key[at[n-1]], key[at[n]]
	}
}

// remove takes the n-th field out, with the literal before it, or behind the first.
func remove(t *candidate.Template, n int) {
	at, key := fields(t), t.Key
	from, to := at[n], at[n]+1
	switch {
	case n > 0 && key[from-1].Literal != nil:
		from--
	case n == 0 && to < len(key) && key[to].Literal != nil:
		to++
	}
	t.Key = append(key[:from:from], key[to:]...)
}

// qualify makes a segment part of all qualifiers.
func (s *Screen) qualify(t *candidate.Template, segment string) {
	if len(s.bench.of.Sample.Columns()) == 1 {
		rule(t, "* -> *:{"+segment+"}")
		return
	}
	rule(t, "* -> *:{qualifier()}#{"+segment+"}")
}

// rule adds what becomes of cells, before the rules there are.
func rule(t *candidate.Template, text string) {
	p, err := candidate.Parse("{x} => " + text)
	if err == nil {
		prepend(t, p.Templates[0].Rules...)
	}
}

func prepend(t *candidate.Template, rules ...candidate.Rule) {
	t.Rules = append(append([]candidate.Rule(nil), rules...), t.Rules...)
}

// openExports lists the forms in which a layout can be taken along.
func (s *Screen) openExports() views.Request {
	template := s.template(s.at)
	all := []entry{{"template", "one line, as --layout takes it",
		func() views.Request { return views.Copy{What: "template", Text: template} }}}
	if l, err := rowkey.Parse(template); err == nil && s.at == 0 {
		all = append(all, s.schemaEntry(l))
	} else if l, err := s.asLayout(); err == nil {
		all = append(all, s.schemaEntry(l))
	}
	if trial := s.slots[s.at].answer; trial != nil && trial.result != nil {
		for _, view := range trial.result.Views() {
			all = append(all, entry{"view", "SQL of a continuous materialized view",
				func() views.Request { return views.Copy{What: "query of the view", Text: view.Query} }})
		}
	}
	if line, err := command.Shell("tabletop", "plan", s.data.Source, "--layout", template, "-o", "DIR"); err == nil &&
		s.at > 0 {
		all = append(all, entry{"migration", "the command that writes the files of a migration",
			func() views.Request { return views.Copy{What: "command", Text: line} }})
	}
	return s.open("Copy as", append(all, s.codeEntries()...))
}

// asLayout is the candidate under the cursor as a plain layout, where it only puts segments in another order.
func (s *Screen) asLayout() (*rowkey.Layout, error) {
	proposed := s.candidate()
	switch {
	case proposed == nil || proposed.Tables() > 1:
		return nil, fmt.Errorf("several tables have several schemas")
	case len(proposed.Templates) > 1 || proposed.IsSet():
		return nil, fmt.Errorf("several record kinds have several schemas")
	}
	if s.at == 0 {
		if len(s.data.Layouts) == 0 {
			return nil, fmt.Errorf("the keys have no layout")
		}
		return s.data.Layouts[0], nil
	}
	var parts []rowkey.Part
	for _, part := range proposed.Templates[0].Key {
		switch {
		case part.Literal != nil:
			parts = append(parts, rowkey.Part{Literal: part.Literal})
		case part.Field != nil && s.segment(part.Field) != nil:
			seg := *s.segment(part.Field)
			if part.Field.Codec != nil {
				seg.Codec = part.Field.Codec
			}
			if part.Field.Name != "" {
				seg.Name = part.Field.Name
			}
			parts = append(parts, rowkey.Part{Segment: &seg})
		default:
			return nil, fmt.Errorf("a computed part has no place in a row-key schema")
		}
	}
	return rowkey.New("", parts...)
}
