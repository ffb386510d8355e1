package keygrammar_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

func parts() []*kg.Grammar {
	var all []*kg.Grammar
	for _, label := range []string{"tuning", "second", "third", "calibration", "everyday", "wide", "fourth",
		"packed", "heldout", "plain", "rare", "wire", "odd", "raw", "heldeveryday", "heldexotic", "heldbinary"} {
		all = append(all, kg.Load(label))
	}
	return all
}

// ofFewDesigns lists the parts of which each production is one design.
func ofFewDesigns() []string {
	return []string{"plain", "rare", "wire", "odd", "raw", "heldeveryday", "heldexotic", "heldbinary"}
}

// tables is how many tables of each part the tests draw.
const tables = 400

// TestPartsShareNoLayout verifies that no layout of a record kind with two fields or more is drawn by two parts.
// Layouts of a single field are the same everywhere: a table of random bytes has no other layout.
func TestPartsShareNoLayout(t *testing.T) {
	of := map[string]string{}
	for _, g := range parts() {
		layouts := map[string]bool{}
		for seed := range uint64(tables) {
			table := g.NewTable(g.Productions[seed%uint64(len(g.Productions))], seed, 2)
			layouts[table.Layout()] = true
			for _, l := range table.Layouts {
				if bytes.Count([]byte(l), []byte("{")) < 2 {
					continue
				}
				if other, ok := of[l]; ok && other != g.Name {
					t.Errorf("%s draws a layout of %s: %s", g.Name, other, l)
				}
				of[l] = g.Name
			}
		}
		least := tables / 4
		if slices.Contains(ofFewDesigns(), g.Name) {
			least = len(g.Productions) // their layouts hardly vary
		}
		if t.Logf("%s: %d layouts in %d tables", g.Name, len(layouts), tables); len(layouts) < least {
			t.Errorf("%s has only %d layouts", g.Name, len(layouts))
		}
	}
}

// TestTablesAreTrue verifies that the truth lies inside the keys, in order, that tables repeat for a seed, and that
// keys are distinct and sorted.
func TestTablesAreTrue(t *testing.T) {
	for _, g := range parts() {
		foreign, binary := 0, 0
		for seed := range uint64(60) {
			table, again := g.NewTable(g.Productions[seed%uint64(len(g.Productions))], seed, 40),
				g.NewTable(g.Productions[seed%uint64(len(g.Productions))], seed, 40)
			if !reflect.DeepEqual(table.Rows, again.Rows) {
				t.Fatalf("%s: two tables of one seed differ", table.Name)
			}
			if len(table.Rows) < 2 {
				t.Errorf("%s has %d rows", table.Name, len(table.Rows))
			}
			if table.Binary {
				binary++
			}
			for i, r := range table.Rows {
				if i > 0 && bytes.Compare(table.Rows[i-1].Key, r.Key) >= 0 {
					t.Errorf("%s: %q is not after %q", table.Name, r.Key, table.Rows[i-1].Key)
				}
				if r.Kind < 0 {
					foreign++
					continue
				}
				at := 0
				for _, s := range r.Segments {
					if s.Start < at || s.End <= s.Start || s.End > len(r.Key) ||
						string(r.Key[s.Start:s.End]) != s.Text {
						t.Errorf("%s: %q has no %q at %d to %d", table.Name, r.Key, s.Text, s.Start, s.End)
					}
					at = s.End
				}
			}
		}
		text := slices.Contains([]string{"plain", "rare", "odd", "heldeveryday", "heldexotic"}, g.Name)
		if foreign == 0 || text == (binary > 0) {
			t.Errorf("%s: %d foreign keys, %d binary tables", g.Name, foreign, binary)
		}
	}
}

// TestScoreOfKnownReadings verifies the figures of readings that are right, vaguer, cut wrong, and absent.
func TestScoreOfKnownReadings(t *testing.T) {
	day := kg.Calendar(rowkey.Day, "20060102")
	table := (&kg.Grammar{Name: "known", Rows: []int{50}, Garbage: []float64{0},
		Clocks: []kg.Clock{kg.Prompt}}).NewTable(kg.Production{
		Make: func(*kg.World) []kg.Kind {
			return []kg.Kind{{Parts: kg.Joined("#", kg.Words("name", "name", []string{"ann", "bob", "cid"}, kg.Evenly),
				day)}}
		},
	}, 1, 0)
	for _, tt := range []struct {
		template                     string
		f1, exact, typed             float64
		layout, table, first, second bool
	}{
		{"{name}#{day:date(20060102)}", 1, 1, 1, true, true, true, true},
		{"{name:enum}#{day:pad(8)}", 1, 1, 0.625, false, false, true, false},
		{"{name}#{year:date(2006)}{rest:pad(4)}", 0.8, 0, 1, false, false, true, false},
		{"nothing{name}", 0, 0, 0, true, false, true, true},
	} {
		l, err := rowkey.Parse(tt.template)
		if err != nil {
			t.Fatal(err)
		}
		s := table.Score(rowkey.Set{l})
		if near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }; !near(s.F1, tt.f1) ||
			!near(s.Exact, tt.exact) || !near(s.Type, tt.typed) {
			t.Errorf("%s: %+v, want F1 %g, exact %g, type %g", tt.template, s, tt.f1, tt.exact, tt.typed)
		}
		v := table.Judge(rowkey.Set{l})
		segments := l.Segments()
		if v.Table != tt.table || v.Kinds[0].Layout != tt.layout || v.Kinds[0].Segments[segments[0]] != tt.first ||
			len(segments) > 1 && v.Kinds[0].Segments[segments[1]] != tt.second {
			t.Errorf("%s: %+v", tt.template, v)
		}
	}
}

// TestGarbageHasItsShare verifies that foreign keys have the share that was drawn also where the fields have few
// combinations, so that keys are drawn again and again.
func TestGarbageHasItsShare(t *testing.T) {
	few := kg.Production{Make: func(*kg.World) []kg.Kind {
		return []kg.Kind{{Parts: kg.Joined("#", kg.Words("name", "name", []string{"ann", "bob", "cid"}, kg.Evenly),
			kg.Decimal("n", 1, 60, kg.Evenly))}}
	}}
	g := &kg.Grammar{Name: "share", Rows: []int{1500}, Garbage: []float64{0.1}, Clocks: []kg.Clock{kg.Prompt}}
	foreign, rows := 0, 0
	for seed := range uint64(10) {
		for _, r := range g.NewTable(few, seed, 0).Rows {
			rows++
			if r.Kind < 0 {
				foreign++
			}
		}
	}
	if share := float64(foreign) / float64(rows); share < 0.07 || share > 0.13 {
		t.Errorf("%.3f of the keys are foreign, want 0.1", share)
	}
}

// TestNumberedWordsHaveSeveralReadings verifies that sensor-00042 and web03 are right as one part, as two, and as a
// number behind a literal, and wrong where digits are cut.
func TestNumberedWordsHaveSeveralReadings(t *testing.T) {
	numbered := func(soft, word string) kg.Field {
		return kg.Typed("device", "device", soft, 300, kg.Evenly, kg.Value{
			Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntPadded}, Soft: soft, Seams: true, Headed: true,
		}, func(w *kg.World) string { return word + w.Letters(5, "0123456789") })
	}
	g := &kg.Grammar{Name: "numbered", Rows: []int{50}, Garbage: []float64{0}, Clocks: []kg.Clock{kg.Prompt}}
	for _, tt := range []struct {
		soft, word, template string
		right                bool
	}{
		{"-", "sensor-", "{name}#{device}", true},
		{"-", "sensor-", "{name}#{word:enum}-{number:pad(5)}", true},
		{"-", "sensor-", "{name}#sensor-{number:pad(5)}", true},
		{"-", "sensor-", "{name}#sensor-{first:pad(2)}{second:pad(3)}", false},
		{"-", "sensor-", "{all}", false},
		{"", "web", "{name}#{device}", true},
		{"", "web", "{name}#web{number:pad(5)}", true},
		{"", "web", "{name}#we{device}", false},
	} {
		table := g.NewTable(kg.Production{Make: func(*kg.World) []kg.Kind {
			return kg.One(kg.Joined("#", kg.Words("name", "name", []string{"ann", "bob", "cid"}, kg.Evenly),
				numbered(tt.soft, tt.word)))
		}}, 1, 0)
		l, err := rowkey.Parse(tt.template)
		if err != nil {
			t.Fatal(err)
		}
		if v := table.Judge(rowkey.Set{l}); v.Table != tt.right {
			t.Errorf("%s: %+v, want right: %t", tt.template, v, tt.right)
		}
	}
}

// TestLiteralsSideBySideAreOne verifies that a constant word behind a separator may be read as a literal or as a
// segment, whether the two were written as one literal or as two.
func TestLiteralsSideBySideAreOne(t *testing.T) {
	name, id := kg.Words("name", "name", []string{"ann", "bob", "cid"}, kg.Evenly),
		kg.Padded("id", 6, 900000, kg.Evenly)
	g := &kg.Grammar{Name: "literals", Rows: []int{50}, Garbage: []float64{0}, Clocks: []kg.Clock{kg.Prompt}}
	for _, parts := range [][]kg.Part{
		{kg.Of(name), kg.Lit("|usr_"), kg.Of(id)},
		{kg.Of(name), kg.Lit("|"), kg.Lit("usr_"), kg.Of(id)},
	} {
		table := g.NewTable(kg.Production{Make: func(*kg.World) []kg.Kind { return kg.One(parts) }}, 1, 0)
		for template, right := range map[string]bool{
			"{name}|usr_{id:pad(6)}":              true,
			"{name}|{kind:enum(usr)}_{id:pad(6)}": true,
			"{name}|us{id}":                       false,
			"{all}":                               false,
		} {
			l, err := rowkey.Parse(template)
			if err != nil {
				t.Fatal(err)
			}
			if v := table.Judge(rowkey.Set{l}); v.Table != right {
				t.Errorf("%d parts, %s: %+v, want right: %t", len(parts), template, v, right)
			}
		}
	}
}

// TestReadingsThatBytesCannotTellApart verifies that what the keys of a table cannot tell from the truth is right, and
// what they can is not.
func TestReadingsThatBytesCannotTellApart(t *testing.T) {
	name := kg.Words("name", "name", []string{"ann", "bob", "cid", "dora", "ed"}, kg.Evenly)
	region := kg.Words("region", "region", []string{"eu"}, kg.Evenly)
	count := kg.Binary("count", 4, 50000, false, kg.Evenly)
	twoIDs := kg.Typed("ids", "two ids", "", 900, kg.Evenly,
		kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Hex}, Cuts: []int{8}},
		func(w *kg.World) string { return w.Letters(24, "0123456789abcdef") })
	tailed := kg.Typed("tailed", "number and zeros", "", 900, kg.Evenly, kg.Value{Type: rowkey.Bytes, Cuts: []int{2},
		Tailed: true},
		func(w *kg.World) string { return w.Bytes(2) + "\x00\x00" })
	day := kg.Epoch(rowkey.Day, 0)
	column := day.Column
	day.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		next := column(w)
		return func(m *kg.Moment) kg.Value {
			v := next(m)
			v.Doubtful = []rowkey.Type{rowkey.IntPadded}
			return v
		}
	}
	lit, of := kg.Lit, kg.Of
	for _, tt := range []struct {
		about    string
		parts    []kg.Part
		clock    kg.Clock
		template string
		right    bool
	}{
		{"a constant as a literal", kg.Joined("#", name, region, kg.Decimal("n", 100, 999, kg.Evenly)), kg.Prompt,
			"{name}#eu#{n:pad(3)}", true},
		{"a constant as a segment", kg.Joined("#", name, region, kg.Decimal("n", 100, 999, kg.Evenly)), kg.Prompt,
			"{name}#{r:enum}#{n:pad(3)}", true},
		{"a constant inside of a value", kg.Joined("#", name, region, kg.Decimal("n", 100, 999, kg.Evenly)), kg.Prompt,
			"{name}#{rest}", false},
		{"a number whole", []kg.Part{of(name), lit("#"), of(count)}, kg.Prompt, "{name}#{count:be(4)}", true},
		{"a number behind its zeros", []kg.Part{of(name), lit("#"), of(count)}, kg.Prompt,
			"{name}#\\x00\\x00{count:be(2)}", true},
		{"a number cut where it varies", []kg.Part{of(name), lit("#"), of(count)}, kg.Prompt,
			"{name}#\\x00\\x00{high:be(1)}{low:be(1)}", false},
		{"a literal in front of a number", []kg.Part{lit("\x00\x07"), of(count)}, kg.Prompt, "\\x00\\x07{count:be(4)}",
			true},
		{"a literal as a part of a number", []kg.Part{lit("\x00\x07"), of(count)}, kg.Prompt, "{count:be(6)}", true},
		{"what ends a text as a part of a number", []kg.Part{of(name), lit("\x00"), of(count)}, kg.Prompt,
			"{name}\\x00{count:be(4)}", true},
		{"what ends a text in front of a number", []kg.Part{of(name), lit("\x00"), of(count)}, kg.Prompt,
			"{name:bytes}{count:be(5)}", false},
		{"two ids as one", []kg.Part{of(twoIDs)}, kg.Prompt, "{id:hash(hex(24))}", true},
		{"two ids", []kg.Part{of(twoIDs)}, kg.Prompt, "{first:hash(hex(8))}{second:hash(hex(16))}", true},
		{"two ids cut elsewhere", []kg.Part{of(twoIDs)}, kg.Prompt, "{first:hash(hex(10))}{second:hash(hex(14))}",
			false},
		{"zeros at the end as a literal", []kg.Part{of(tailed), lit("I")}, kg.Prompt, "{id:bytes(2)}\\x00\\x00I", true},
		{"days that cells confirm", []kg.Part{of(name), lit("#"), of(day)}, kg.Prompt, "{name}#{day:pad(5)}", false},
		{"days without cells", []kg.Part{of(name), lit("#"), of(day)}, kg.Unwritten, "{name}#{day:pad(5)}", true},
		{"two salts as words", append([]kg.Part{kg.Salt("crc32", 2, "%02d", "name"), lit("#")},
			kg.Joined("#", name, day)...), kg.Unwritten, "{s:enum}#{name}#{day:pad(5)}", true},
		{"many salts as words", append([]kg.Part{kg.Salt("crc32", 90, "%02d", "name"), lit("#")},
			kg.Joined("#", name, day)...), kg.Unwritten, "{s:enum}#{name}#{day:pad(5)}", false},
		{"numbers of one width", []kg.Part{of(name), lit("#"), of(kg.Padded("n", 3, 900, kg.Evenly))}, kg.Prompt,
			"{name}#{n:pad(3)}", true},
		{"numbers with zeros in front", []kg.Part{of(name), lit("#"), of(kg.Padded("n", 3, 90, kg.Evenly))}, kg.Prompt,
			"{name}#{n:int}", false},
	} {
		l, err := rowkey.Parse(tt.template)
		if err != nil {
			t.Fatal(err)
		}
		g := &kg.Grammar{Name: "readings", Rows: []int{60}, Garbage: []float64{0}, Clocks: []kg.Clock{tt.clock}}
		table := g.NewTable(kg.Production{Make: func(*kg.World) []kg.Kind { return kg.One(tt.parts) }}, 1, 0)
		if v := table.Judge(rowkey.Set{l}); v.Table != tt.right {
			t.Errorf("%s: %s of %q: %+v, want right: %t", tt.about, tt.template, table.Rows[0].Key, v, tt.right)
		}
		if s := table.Score(rowkey.Set{l}); tt.right && s.Exact < 1 {
			t.Errorf("%s: %s of %q: %+v, want all boundaries right", tt.about, tt.template, table.Rows[0].Key, s)
		}
	}
}

// TestFewKeysAreNoKind verifies that three keys of a kind beside many of another count as foreign, and ten do not.
func TestFewKeysAreNoKind(t *testing.T) {
	name := kg.Words("name", "name", []string{"ann", "bob", "cid"}, kg.Evenly)
	for _, tt := range []struct {
		weight float64
		right  bool
	}{{0.05, true}, {0.3, false}} {
		g := &kg.Grammar{Name: "few", Rows: []int{60}, Garbage: []float64{0}, Clocks: []kg.Clock{kg.Prompt}}
		table := g.NewTable(kg.Production{Make: func(*kg.World) []kg.Kind {
			return []kg.Kind{{Parts: kg.Joined("#", name, kg.Padded("n", 6, 900000, kg.Evenly))},
				{Weight: tt.weight, Parts: []kg.Part{kg.Lit("id:"), kg.Of(kg.UUID("id", "text", 900, kg.Evenly))}}}
		}}, 1, 0)
		l, err := rowkey.Parse("{name}#{n:pad(6)}")
		if err != nil {
			t.Fatal(err)
		}
		of := 0
		for _, r := range table.Rows {
			if bytes.HasPrefix(r.Key, []byte("id:")) {
				of++
			}
		}
		if v := table.Judge(rowkey.Set{l}); of < 2 || v.Table != tt.right { // two of 60 would be too many to miss
			t.Errorf("%d keys of the other kind: %+v, want right: %t", of, v, tt.right)
		}
	}
}

// TestSeparatorsAtTheEndsOfValues verifies that brackets around a value may be read as parts of it and as separators.
func TestSeparatorsAtTheEndsOfValues(t *testing.T) {
	name := kg.Words("name", "name", []string{"ann", "bob", "cid"}, kg.Evenly)
	message := kg.Typed("message", "message", "<>", 300, kg.Evenly, kg.Value{Type: rowkey.Text, Soft: "<>"},
		func(w *kg.World) string {
			return "<" + w.Letters(9, "abcdefgh") + ">"
		})
	table := (&kg.Grammar{Name: "ends", Rows: []int{50}, Garbage: []float64{0},
		Clocks: []kg.Clock{kg.Prompt}}).NewTable(kg.Production{
		Make: func(*kg.World) []kg.Kind { return kg.One(kg.Joined("|", name, message, name)) },
	}, 1, 0)
	for template, right := range map[string]bool{
		"{name}|{message}|{again}":   true,
		"{name}|<{message}>|{again}": true,
		"{name}|{message}>|{again}":  true,
		"{name}|{rest}":              false,
		"{name}<{message}|{again}":   false, // the separator is in the name
	} {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		if v := table.Judge(rowkey.Set{l}); v.Table != right {
			t.Errorf("%s: %+v, want right: %t", template, v, right)
		}
	}
}
