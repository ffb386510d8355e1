package rekey

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// This file evaluates sets with maps of strings, row by row and cell by cell. It knows nothing of templates: what
// each means is written beside it as a function.

// layouts are the record kinds of the tables. Keys that begin with "?" are of none.
func layouts() []string { return []string{"{w}#{n:int}#{at:ms}", "path = other/{p}"} }

// naiveRow is a row of a table.
type naiveRow struct {
	key      string
	kind     int
	w, n, at string // of the first kind
	p        string // of the second
	cells    []naiveCell
}

// naiveCell is a cell. One that becomes a part of a document has the name of it as its column, and its own in from.
type naiveCell struct {
	family, qualifier string
	micros            int64
	value             string
	newest            bool
	from              *[2]string
}

// newestOf returns the newest value of a column.
func (r naiveRow) newestOf(family, qualifier string) (string, bool) {
	for _, c := range r.cells {
		if c.newest && c.family == family && c.qualifier == qualifier {
			return c.value, true
		}
	}
	return "", false
}

// naiveTemplate is a template, and what it means.
type naiveTemplate struct {
	text string
	key  func(r naiveRow, c naiveCell) string
	cell func(r naiveRow, c naiveCell) (naiveCell, bool) // nil leaves the cells as they are
	// perCell means that key uses the cell; otherwise it is the zero cell.
	perCell bool
}

// naiveTemplates returns the templates that rows of a kind can have.
func naiveTemplates(kind int) []naiveTemplate {
	whole := []naiveTemplate{
		{text: "f/{key()}", key: func(r naiveRow, _ naiveCell) string { return "f/" + r.key }},
		{text: "all", key: func(naiveRow, naiveCell) string { return "all" }},
		{text: "{key()} => drop d", key: func(r naiveRow, _ naiveCell) string { return r.key },
			cell: func(_ naiveRow, c naiveCell) (naiveCell, bool) { return c, c.family != "d" }},
		{text: "{family()}{qualifier()}", perCell: true, key: func(_ naiveRow, c naiveCell) string {
			return c.family + c.qualifier
		}},
		{text: "x => * -> json d:doc", key: func(naiveRow, naiveCell) string { return "x" },
			cell: func(_ naiveRow, c naiveCell) (naiveCell, bool) {
				c.from = &[2]string{c.family, c.qualifier}
				c.family, c.qualifier = "d", "doc"
				return c, true
			}},
	}
	switch kind {
	case 0:
		return append(whole, visits()...)
	case 1:
		return append(whole,
			naiveTemplate{text: "{p}", key: func(r naiveRow, _ naiveCell) string { return r.p }},
			naiveTemplate{text: "{p} => d -> x", key: func(r naiveRow, _ naiveCell) string { return r.p },
				cell: func(_ naiveRow, c naiveCell) (naiveCell, bool) {
					if c.family == "d" {
						c.family = "x"
					}
					return c, true
				}})
	}
	return whole
}

// visits are the templates for rows of the first kind.
func visits() []naiveTemplate {
	byW := func(r naiveRow, _ naiveCell) string { return r.w }
	byN := func(r naiveRow, _ naiveCell) string { return r.n }
	return []naiveTemplate{
		{text: "{w}", key: byW},
		{text: "{n}", key: byN},
		{text: "{at}#{n}#{w}", key: func(r naiveRow, _ naiveCell) string { return r.at + "#" + r.n + "#" + r.w }},
		{text: "{n:pad(4)}{w}", key: func(r naiveRow, _ naiveCell) string { return fmt.Sprintf("%04s", r.n) + r.w }},
		{text: "{salt(3, w, crc32)}-{n}", key: func(r naiveRow, _ naiveCell) string {
			return fmt.Sprint(crc32.ChecksumIEEE([]byte(r.w))%3) + "-" + r.n
		}},
		{text: "{column(d:q)}/{w}", key: func(r naiveRow, _ naiveCell) string {
			value, _ := r.newestOf("d", "q")
			return value + "/" + r.w
		}},
		{text: "{w}[/{column(e:r)}]", key: func(r naiveRow, _ naiveCell) string {
			if value, ok := r.newestOf("e", "r"); ok {
				return r.w + "/" + value
			}
			return r.w
		}},
		{text: "{column(d:q, move)}.{n}", key: func(r naiveRow, _ naiveCell) string {
			value, _ := r.newestOf("d", "q")
			return value + "." + r.n
		}, cell: func(_ naiveRow, c naiveCell) (naiveCell, bool) { return c, c.family != "d" || c.qualifier != "q" }},
		{text: "{w}#{qualifier()}", perCell: true, key: func(r naiveRow, c naiveCell) string {
			return r.w + "#" + c.qualifier
		}},
		{text: "{celltime()}#{n} => drop e:r", perCell: true, key: func(r naiveRow, c naiveCell) string {
			return strconv.FormatInt(c.micros/1000, 10) + "#" + r.n
		}, cell: func(_ naiveRow, c naiveCell) (naiveCell, bool) { return c, c.family != "e" || c.qualifier != "r" }},
		{text: "{n} => e -> d", key: byN, cell: func(_ naiveRow, c naiveCell) (naiveCell, bool) {
			c.family = "d"
			return c, true
		}},
		{text: "{n} => * -> *:{w}", key: byN, cell: func(r naiveRow, c naiveCell) (naiveCell, bool) {
			c.qualifier = r.w
			return c, true
		}},
		{text: "{w} => time {at}; d:q -> empty d:{n}", key: byW, cell: func(r naiveRow, c naiveCell) (naiveCell, bool) {
			at, _ := strconv.ParseInt(r.at, 10, 64)
			c.micros = at * 1000
			if c.family == "d" && c.qualifier == "q" {
				c.qualifier, c.value = r.n, ""
			}
			return c, true
		}},
		{text: "{n} => d -> json d:{w}; drop e:q", key: byN, cell: func(r naiveRow, c naiveCell) (naiveCell, bool) {
			if c.family == "e" {
				return c, c.qualifier != "q"
			}
			c.from = &[2]string{c.family, c.qualifier}
			c.qualifier = r.w
			return c, true
		}},
	}
}

// naiveTable is a new table: the cells that were given to each key, in the order of the source, and by which rows.
type naiveTable struct {
	given                 map[string][]naiveCell
	sources               map[string][]int
	notMeant, emptied     int64
	merged                map[int]bool
	versions, overwritten int64
}

// write writes a row by a template; nil leaves it as it is. It reports whether the row is in the table.
func (t *naiveTable) write(source int, r naiveRow, by *naiveTemplate) bool {
	if by == nil {
		by = &naiveTemplate{key: func(r naiveRow, _ naiveCell) string { return r.key }}
	}
	give := func(key string) {
		if from := t.sources[key]; len(from) == 0 || from[len(from)-1] != source {
			t.sources[key] = append(from, source)
		}
	}
	kept := false
	for _, c := range r.cells {
		out, ok := c, true
		if by.cell != nil {
			out, ok = by.cell(r, c)
		}
		if !ok {
			continue
		}
		key := by.key(r, c)
		give(key)
		t.given[key] = append(t.given[key], out)
		kept = true
	}
	if len(r.cells) == 0 && !by.perCell {
		give(by.key(r, naiveCell{}))
		return true
	}
	return kept
}

// stay returns the cells that stay of those given to a key.
func (t *naiveTable) stay(key string) []naiveCell {
	columns := map[[2]string][]naiveCell{}
	for _, c := range t.given[key] {
		name := [2]string{c.family, c.qualifier}
		columns[name] = append(columns[name], c)
	}
	var out []naiveCell
	for name, cells := range columns {
		joined := map[[2]string]naiveCell{} // the newest of each column that becomes a part of a document
		at := int64(math.MinInt64)
		byTime := map[int64]naiveCell{}
		for _, c := range cells {
			if c.from == nil {
				if _, lost := byTime[c.micros]; lost {
					t.overwritten++
				}
				byTime[c.micros] = c
				continue
			}
			if old, ok := joined[*c.from]; !ok || old.micros <= c.micros {
				joined[*c.from] = c
			}
			at = max(at, c.micros)
		}
		times := slices.Sorted(maps.Keys(byTime))
		for i, micros := range times {
			if i < len(times)-1 && byTime[micros].newest {
				t.versions++
			}
			out = append(out, byTime[micros])
		}
		if len(joined) > 0 {
			out = append(out, naiveCell{family: name[0], qualifier: name[1], micros: at, value: asJSON(joined)})
		}
	}
	return out
}

// asJSON writes cells as JSON: by qualifier, or by family and qualifier if two families have one.
func asJSON(cells map[[2]string]naiveCell) string {
	byQualifier, byBoth := map[string]string{}, map[string]string{}
	for name, c := range cells {
		byQualifier[name[1]], byBoth[name[0]+":"+name[1]] = c.value, c.value
	}
	if len(byQualifier) < len(byBoth) {
		byQualifier = byBoth
	}
	text, err := json.Marshal(byQualifier)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (c naiveCell) bytes() int64 { return int64(len(c.family) + len(c.qualifier) + 8 + len(c.value)) }

// packed returns the bytes of sorted keys, each without what the one before begins with, but for every 16th.
func packed(keys []string) int64 {
	n := 0
	for i, key := range keys {
		n += len(key)
		for k := 0; i%16 != 0 && k < len(key) && strings.HasPrefix(keys[i-1], key[:k+1]); k++ {
			n--
		}
	}
	return int64(n)
}

// randomRows returns the rows of a table in which many keys have parts in common, and some cells times.
func randomRows(r *rand.Rand) []naiveRow {
	words := []string{"a", "ab", "a\x00", "b", "bb", "longer than eight bytes", "longer than eight bytes too"}
	byKey := map[string]naiveRow{}
	for range r.IntN(40) {
		var row naiveRow
		switch r.IntN(5) {
		case 0:
			row.kind, row.p = 1, words[r.IntN(len(words))]
			row.key = "other/" + row.p
		case 1:
			row.kind, row.key = -1, "?"+words[r.IntN(len(words))]
		default:
			row.w, row.n, row.at = words[r.IntN(len(words))], strconv.Itoa(r.IntN(12)),
				strconv.Itoa(1_700_000_000_000+r.IntN(3)*3_600_000)
			row.key = row.w + "#" + row.n + "#" + row.at
		}
		byKey[row.key] = row
	}
	var rows []naiveRow
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		row := byKey[key]
		row.cells = randomCells(r, words)
		rows = append(rows, row)
	}
	return rows
}

// randomCells returns the cells of a row in the order of a table.
func randomCells(r *rand.Rand, words []string) []naiveCell {
	var cells []naiveCell
	for _, family := range []string{"d", "e"} {
		for _, qualifier := range []string{"q", "r"} {
			if r.IntN(2) == 0 {
				continue
			}
			first := true
			for micros := int64(3); micros >= 0; micros-- {
				if r.IntN(2) == 0 {
					continue
				}
				cells = append(cells, naiveCell{family: family, qualifier: qualifier, micros: micros * 1000,
					value: words[r.IntN(len(words))], newest: first})
				first = false
			}
		}
	}
	return cells
}
