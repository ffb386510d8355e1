package lab

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
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
	add := func(name, more string, change func(c *candidate.Candidate)) {
		all = append(all, entry{name, more, func() views.Request {
			c, err := candidate.Parse(template)
			if err != nil {
				return say(err)
			}
			change(c)
			return s.put(c.String())
		}})
	}
	for n, at := range fields(proposed) {
		s.fieldTransforms(add, proposed.Tables[0].Key[at].Field, n, at)
	}
	s.cellTransforms(add, proposed)
	s.columnTransforms(add, proposed)
	add("second table", "the same rows under another key, for other queries (G60)", func(c *candidate.Candidate) {
		t := c.Tables[0]
		t.Key = append([]candidate.Part(nil), t.Key...)
		if at := fields(c); len(at) > 1 {
			t.Key[at[0]], t.Key[at[1]] = t.Key[at[1]], t.Key[at[0]]
		}
		c.Tables = append(c.Tables, t)
	})
	return s.open("Transform", all)
}

// adder takes one entry of the menu.
type adder func(name, more string, change func(c *candidate.Candidate))

// fieldTransforms lists what can be done to the n-th field, which is part at of the key.
func (s *Screen) fieldTransforms(add adder, f *candidate.Field, n, at int) {
	name := f.Expr.String()
	wrap := func(call string) func(*candidate.Candidate) {
		return func(c *candidate.Candidate) { replaceField(c, at, call) }
	}
	constant := s.isConstant(f) // it spreads nothing, wherever it stands and whatever is made of it
	if n > 0 && !constant {
		add(name+" to the front", "reorder", func(c *candidate.Candidate) { moveFirst(c, n) })
	}
	if f.Expr.Op != candidate.Salt && !constant {
		for _, buckets := range []int{4, 8, 16, 32} {
			add(fmt.Sprintf("salt %d by %s", buckets, name), "spreads writes; ranges take that many scans (G61)",
				func(c *candidate.Candidate) {
					insert(c, fmt.Sprintf("{salt(%d, %s)}", buckets, name))
				})
		}
	}
	seg := s.segment(f)
	switch {
	case constant:
	case seg != nil && seg.Codec.Type() == rowkey.Timestamp:
		add("reverse "+name, "the newest first (G51)", wrap("{reverse("+name+")}"))
		for _, b := range []struct{ width, of string }{{"1h", "an hour"}, {"1d", "a day"}, {"1w", "a week"},
			{"1mo", "a month"}} {
			add("bucket "+name+" by "+b.of, "its events become columns of one row (G52, G56)",
				func(c *candidate.Candidate) {
					replaceField(c, at, "{bucket("+name+", "+b.width+")}")
					s.qualify(c, name)
				})
		}
		add("bucket "+name+" by a day, events as versions",
			"its events become cells of one column, their time the timestamp (G53)", func(c *candidate.Candidate) {
				replaceField(c, at, "{bucket("+name+", 1d)}")
				if p, err := candidate.Parse("{x} => time {" + name + "}"); err == nil {
					c.Tables[0].Time = p.Tables[0].Time
				}
			})
		if columns := s.bench.of.Sample.Columns(); len(columns) > 0 {
			family := columns[0].Family
			add("bucket "+name+" by a day, an event one JSON cell", "fewer cells, opaque to filters (G54)",
				func(c *candidate.Candidate) {
					replaceField(c, at, "{bucket("+name+", 1d)}")
					rule(c, "* -> json "+family+":{"+name+"}")
				})
		}
	case seg != nil && seg.Codec.Type() == rowkey.Domain:
		add("reverse "+name, "labels from last to first: a company's hosts together (G38)", wrap("{reverse("+name+")}"))
	case seg != nil && seg.Codec.Type() == rowkey.IntDecimal:
		add("pad "+name, "byte order becomes the order of the numbers (G32)", wrap("{pad("+name+", 10)}"))
		add("mirror "+name, "digits from last to first: new ids spread (G42)", wrap("{mirror("+name+")}"))
	}
	if f.Expr.Op == candidate.Segment && !constant {
		add("hash "+name, "eight digits of its MD5: spreads, but no ranges (G45)", wrap("{hash("+name+", md5, 8)}"))
		add("truncate "+name, "its first four bytes", wrap("{truncate("+name+", 4)}"))
	}
	if n > 0 || len(s.slotFields()) > 1 {
		add("drop "+name, "rows that differ in it only become one", func(c *candidate.Candidate) { remove(c, n) })
		if f.Expr.Op == candidate.Segment {
			add(name+" into the qualifier", "rows that differ in it only become one, with a column each (G17)",
				func(c *candidate.Candidate) {
					remove(c, n)
					s.qualify(c, name)
				})
		}
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

func (s *Screen) slotFields() []int {
	if c := s.candidate(); c != nil {
		return fields(c)
	}
	return nil
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
func (s *Screen) cellTransforms(add adder, c *candidate.Candidate) {
	behind := func(field string) func(*candidate.Candidate) {
		return func(c *candidate.Candidate) {
			if p, err := candidate.Parse(field); err == nil && len(fields(c)) > 0 {
				c.Tables[0].Key = append(c.Tables[0].Key[:len(c.Tables[0].Key):len(c.Tables[0].Key)],
					candidate.Part{Literal: delimiter(c)}, p.Tables[0].Key[0])
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
	if t := s.data.Table; t != nil && t.Name != "" {
		add("prefix with the table's name", "so that several tables become one (G10)", func(c *candidate.Candidate) {
			c.Tables[0].Key = append([]candidate.Part{{Literal: []byte(t.Name + "/")}}, c.Tables[0].Key...)
		})
	}
}

// maxColumns bounds how many columns the menu offers.
const maxColumns = 200

// columnTransforms lists what can be done with columns: promotion, one cell for all.
func (s *Screen) columnTransforms(add adder, c *candidate.Candidate) {
	columns := s.bench.of.Sample.Columns()
	for _, col := range columns[:min(len(columns), maxColumns)] {
		name := candidate.Expr{Op: candidate.Column, Column: candidate.ColumnName{Family: col.Family,
			Qualifier: col.Qualifier}}
		add("promote "+col.Family+":"+col.Qualifier, "its newest value goes to the front of the key (G61)",
			func(c *candidate.Candidate) {
				insert(c, "{"+name.String()+"}")
			})
		from := []candidate.Selector{{Family: col.Family, Qualifier: col.Qualifier}}
		add(col.Family+":"+col.Qualifier+" into a family of its own", "so that it can have a rule of its own (G14)",
			func(c *candidate.Candidate) { prepend(c, candidate.Rule{From: from, Family: col.Family + "2"}) })
		add("drop "+col.Family+":"+col.Qualifier, "what the bytes of the column are",
			func(c *candidate.Candidate) { prepend(c, candidate.Rule{From: from, Drop: true}) })
	}
	seen := map[string]bool{}
	for _, col := range columns {
		if seen[col.Family] || !candidate.ValidFamily(col.Family) {
			continue // cells cannot move to a family whose name the service refuses
		}
		seen[col.Family] = true
		family := col.Family
		add("one JSON cell for "+family, "smaller, and opaque to filters (G16, G39)",
			func(c *candidate.Candidate) { rule(c, family+" -> json "+family+":all") })
		add("one protobuf cell for "+family, "smaller still; its size is an estimate (G16, G54)",
			func(c *candidate.Candidate) { rule(c, family+" -> protobuf "+family+":all") })
		if len(family) > 1 {
			add("short name for "+family, "family names travel with every cell (G13, G64)",
				func(c *candidate.Candidate) { rule(c, family+" -> "+family[:1]) })
		}
	}
}

// replaceField writes part at of the key again. What cannot be parsed changes nothing.
func replaceField(c *candidate.Candidate, at int, field string) {
	if p, err := candidate.Parse(field); err == nil {
		c.Tables[0].Key[at] = p.Tables[0].Key[0]
	}
}

// insert puts a field in front of the first one, with the delimiter that the key has.
func insert(c *candidate.Candidate, field string) {
	proposed, err := candidate.Parse(field)
	at := fields(c)
	if err != nil || len(at) == 0 {
		return
	}
	key := c.Tables[0].Key
	var out []candidate.Part
	out = append(out, key[:at[0]]...)
	out = append(out, proposed.Tables[0].Key[0], candidate.Part{Literal: delimiter(c)})
	c.Tables[0].Key = append(out, key[at[0]:]...)
}

// delimiter is the last byte of the first literal between two fields, # when there is none.
func delimiter(c *candidate.Candidate) []byte {
	at := fields(c)
	for i := at[0] + 1; i < at[len(at)-1]; i++ {
		if lit := c.Tables[0].Key[i].Literal; len(lit) > 0 {
			return lit[:1]
		}
	}
	return []byte("#")
}

// moveFirst moves the n-th field before the others; literals stay.
func moveFirst(c *candidate.Candidate, n int) {
	at, key := fields(c), c.Tables[0].Key
	for ; n > 0; n-- {
		key[at[n]], key[at[n-1]] = key[at[n-1]], key[at[n]]
	}
}

// remove takes the n-th field out, with the literal before it, or behind the first.
func remove(c *candidate.Candidate, n int) {
	at, key := fields(c), c.Tables[0].Key
	from, to := at[n], at[n]+1
	switch {
	case n > 0 && key[from-1].Literal != nil:
		from--
	case n == 0 && to < len(key) && key[to].Literal != nil:
		to++
	}
	c.Tables[0].Key = append(key[:from:from], key[to:]...)
}

// qualify makes a segment part of all qualifiers.
func (s *Screen) qualify(c *candidate.Candidate, segment string) {
	if len(s.bench.of.Sample.Columns()) == 1 {
		rule(c, "* -> *:{"+segment+"}")
		return
	}
	rule(c, "* -> *:{qualifier()}#{"+segment+"}")
}

// rule adds what becomes of cells, before the rules there are.
func rule(c *candidate.Candidate, text string) {
	p, err := candidate.Parse("{x} => " + text)
	if err == nil {
		prepend(c, p.Tables[0].Rules...)
	}
}

func prepend(c *candidate.Candidate, rules ...candidate.Rule) {
	c.Tables[0].Rules = append(append([]candidate.Rule(nil), rules...), c.Tables[0].Rules...)
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
	return s.open("Take along", append(all, s.codeEntries()...))
}

// asLayout is the candidate under the cursor as a plain layout, where it only puts segments in another order.
func (s *Screen) asLayout() (*rowkey.Layout, error) {
	proposed := s.candidate()
	if proposed == nil || len(proposed.Tables) > 1 {
		return nil, fmt.Errorf("several tables have several schemas")
	}
	if s.at == 0 {
		if len(s.data.Layouts) == 0 {
			return nil, fmt.Errorf("the keys have no layout")
		}
		return s.data.Layouts[0], nil
	}
	var parts []rowkey.Part
	for _, part := range proposed.Tables[0].Key {
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
