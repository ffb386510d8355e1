package columns

import (
	"fmt"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/value"
	"tabletop/views"
	"tabletop/views/text"
)

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	nothing, noColumn := "", ""
	_, column, ok := s.current()
	if !ok {
		nothing = "no columns are known yet"
	}
	if column == nil && !s.areas.panes {
		noColumn = "no column is under the cursor"
	}
	all := []views.Binding{s.enterBinding(noColumn)}
	if s.want.typed != "" {
		all = append(all, views.Binding{Keys: []string{"esc"}, Name: "all", Help: "list all columns again",
			Run: func() views.Request { s.want.typed = ""; return s.arrange() }})
	}
	return append(all,
		views.Binding{Keys: []string{"s"}, Name: "sort",
			Help:           "sort by the next figure: bytes, name, rows, cells, versions, value size, type",
			DisabledReason: nothing,
			Run:            func() views.Request { return s.sortBy((s.want.sort+1)%numKeys, false) }},
		views.Binding{Keys: []string{"S"}, Name: "reverse", Help: "reverse the order", DisabledReason: nothing,
			Run: func() views.Request { return s.sortBy(s.want.sort, !s.want.reverse) }},
		views.Binding{Keys: []string{"/"}, Name: "find",
			Help: "list columns whose names hold these characters, the best first", DisabledReason: nothing,
			Run: func() views.Request {
				s.finding = true
				s.onExamples = false
				s.input.SetText(s.want.typed)
				return nil
			}},
		views.Binding{Keys: []string{"z"}, Name: "fold",
			Help: "fold all families to a line each, or unfold them; left and right fold one", DisabledReason: nothing,
			Run: s.foldAll},
		views.Binding{Keys: []string{"tab"}, Name: "examples", Help: "go to the example rows, and back to the columns",
			DisabledReason: noColumn,
			Run:            func() views.Request { s.onExamples = !s.onExamples; return nil }},
		views.Binding{Keys: []string{"w"}, Name: "why", Help: "explain how the figures of the column were counted",
			DisabledReason: nothing, Run: s.explain},
		views.Binding{Keys: []string{"y"}, Name: "copy", Group: views.Take, Help: "copy the name of the column",
			DisabledReason: nothing,
			Run:            s.copyName})
}

// enterBinding is what enter does: go to the example rows, then open one; on a family, fold it.
func (s *Screen) enterBinding(noColumn string) views.Binding {
	family, column, ok := s.current()
	switch fold := s.pattern(); {
	case fold != nil && !s.onExamples:
		return views.Binding{Keys: []string{"enter"}, Name: "list",
			Help: "list the qualifiers of this pattern, or fold them again",
			Run:  func() views.Request { return s.fold(s.opened[patternKey(fold)]) }}
	case ok && column == nil && !s.onExamples:
		return views.Binding{Keys: []string{"enter"}, Name: "fold", Help: "fold the family to one line, or unfold it",
			Run: func() views.Request { return s.fold(!s.folded[family]) }}
	case s.onExamples:
		off := noColumn
		if d := s.detailNow(); d == nil || len(d.rows) == 0 {
			off = "no row with this column was found yet"
		}
		return views.Binding{Keys: []string{"enter"}, Name: "row", Help: "open the example row under the cursor",
			DisabledReason: off, Run: s.openExample}
	}
	return views.Binding{Keys: []string{"enter"}, Name: "examples", Help: "go to rows that have the column",
		DisabledReason: noColumn,
		Run:            func() views.Request { s.onExamples = true; return nil }}
}

func (s *Screen) openExample() views.Request {
	return views.OpenScreen{Screen: views.RowScreen, Key: s.exampleKey()}
}

func (s *Screen) sortBy(k key, reverse bool) views.Request {
	s.want.sort, s.want.reverse = k, reverse
	s.list.SetCursor(0)
	return s.arrange()
}

// explain states how the figures under the cursor were counted.
func (s *Screen) explain() views.Request {
	family, column, _ := s.current()
	measures := s.order.of.Profile
	if f := s.pattern(); f != nil {
		return s.explainPattern(f)
	}
	if column == nil {
		f := measures.Families[s.lines[s.list.Cursor()].family]
		word := fmt.Sprintf("%s %s. Garbage collection may take up to a week.", text.EscapeString(family),
			text.Rule(f.GC))
		word += fmt.Sprintf("\n\n%s in %s of the %s read, %s. Bytes are those of its cells: family + qualifier + 8 "+
			"bytes of timestamp + value.",
			text.Count(f.Cells, "cell"), text.Integer(f.Rows), text.Count(measures.Rows, "row"),
			text.Count(f.Columns, "column"))
		if !f.Declared {
			listed := s.data.Table != nil && len(s.data.Table.Families) > 0
			word += "\n\nIts policy is not known: " + text.UndeclaredFamily(listed) + "."
		}
		return views.Explain{Title: "family " + text.EscapeString(family), Text: word}
	}
	word := fmt.Sprintf("Present in %s of the %s read. %s", text.Integer(column.Rows), text.Count(measures.Rows, "row"),
		doubt(measures, column.RowShare))
	word += fmt.Sprintf("\n\n%s: versions per row that has it: %s on average, at most %d. More versions than needed "+
		"are stored for nothing (G14, G22).",
		text.Count(column.Cells, "cell"), text.Number(column.MeanVersions.Value), column.MaxVersions)
	word += fmt.Sprintf("\n\nOf the rows read, %s in its cells (family + qualifier + 8 + value each), and %s of the "+
		"keys as its part: a row's key is split evenly over its cells. Together %s of all bytes: of the table, %s.",
		text.Bytes(float64(column.Bytes)), text.Bytes(column.KeyBytes), text.Share(column.ByteShare),
		text.TableBytes(column.ByteShare.Of(measures.Whole.Table), measures.Whole.Table))
	if column.Guess == figures.GuessMixed {
		word += "\n\nThe values looked at are mixed, by the bytes kept of them: " + text.ValueParts(column.GuessParts) +
			"."
	} else {
		word += fmt.Sprintf("\n\n%s of the values looked at are %s, by the bytes kept of them.",
			text.Percent(column.GuessShare), guessWords(column.Guess))
	}
	return views.Explain{Title: "column " + text.EscapeString(family) + ":" + text.EscapeString(column.Qualifier),
		Text: word}
}

// doubt states how representative of the table a share of rows is.
func doubt(p *figures.Profile, f figures.Figure) string {
	switch {
	case f.IsExact():
		return "Exact: every row was read."
	case f.Interval():
		return fmt.Sprintf("In the whole table it is %s to %s, with 95%% confidence.", text.Percent(f.Low),
			text.Percent(f.High))
	case p.Scope == estimate.Head:
		return "These are the first rows only; it says nothing about the others."
	}
	return "Whether that is representative of the table is not known."
}

// guessWords is the kind of a column's values in words.
func guessWords(g figures.ValueGuess) string {
	switch g {
	case figures.GuessEmpty:
		return "empty"
	case figures.GuessInt64:
		return "8-byte big-endian integers"
	case figures.GuessJSON:
		return "JSON"
	case figures.GuessText:
		return "text"
	case value.Counter:
		return "counters: 8-byte big-endian integers that grow"
	case value.Float64:
		return "8-byte big-endian floating-point numbers"
	case value.Protobuf:
		return "protobuf messages"
	case value.Avro:
		return "framed Avro"
	case value.Gzip, value.Zstd, value.Zlib:
		return "compressed with " + string(g)
	case figures.GuessBinary:
		return "binary"
	case figures.GuessMixed:
		return "of no one kind"
	}
	return "of a kind that was not looked at"
}

// Occasional lists the bindings of a filter, a draft, or the list that has the focus.
func (s *Screen) Occasional() []views.Binding {
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "list", Help: "list the qualifiers of this pattern, or fold them again"},
		{Keys: []string{"enter"}, Name: "fold", Help: "fold the family to one line, or unfold it"},
		{Keys: []string{"enter"}, Name: "row", Help: "open the example row under the cursor"},
		{Keys: []string{"enter"}, Name: "examples", Help: "go to rows that have the column"},
		{Keys: []string{"esc"}, Name: "all", Help: "list all columns again"},
	}
}
