// Package planted makes a table in which strings that identify people and things stand everywhere a table can hold
// some: in keys, qualifiers, values, families, words of layouts, and in the name and place of the table. Tests of
// redaction count how many of them are left.
package planted

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tabletop/model/sample"
)

// Where is what a planted string stands in.
type Where string

// The places.
const (
	InKeys       Where = "keys"
	InLiterals   Where = "constant words of keys"
	InWords      Where = "enumerated words of keys"
	InQualifiers Where = "qualifiers"
	InFrequent   Where = "frequent qualifiers"
	InValues     Where = "values"
	InFamilies   Where = "families"
	InLayouts    Where = "layout and segment names"
	InTable      Where = "names of the table and its place"
)

// Text is a planted string.
type Text struct {
	Where Where
	Text  string
}

// Table is a table with planted strings.
type Table struct {
	Sample *sample.Sample
	Texts  []Text
	// Layouts are declared ones, with planted names of kinds and segments.
	Layouts []string
}

// maker makes strings, each once.
type maker struct {
	random        *rand.Rand
	given, family []string // names of people
	used          map[string]bool
	texts         []Text
}

// apart is the seed from which on names are those that are kept apart.
const apart = 100

func newMaker(seed uint64) *maker {
	m := &maker{random: rand.New(rand.NewPCG(seed, 29)), used: map[string]bool{},
		given: strings.Fields(givenNames), family: strings.Fields(familyNames)}
	if seed >= apart {
		m.given, m.family = strings.Fields(apartGiven), strings.Fields(apartFamily)
	}
	return m
}

// New makes a table of rows with about n planted strings, from a seed; of 100 and more, with names of people that no
// rule of redaction was ever changed by.
func New(seed uint64, rows, n int) *Table {
	m := newMaker(seed)
	t := m.table(rows, n)
	t.Texts = m.texts
	return t
}

// Owners makes a table of 6,000 rows of which 62 have a qualifier that names their owner, one of them a family and a
// kind of record that does, from a seed as New takes it.
func Owners(seed uint64) *Table {
	maker := newMaker(seed)
	owner := func() string {
		return "owner_" + pick(maker.random, maker.given) + "." + pick(maker.random, maker.family)
	}
	owners := maker.plant(InQualifiers, 62, owner)
	family, kind := maker.plant(InFamilies, 1, owner)[0], maker.plant(InLiterals, 1, owner)[0]
	builder := sample.NewBuilder(0)
	started := time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)
	for row := range 6000 {
		if row == 5999 {
			builder.Row([]byte("zz-" + kind + "#1"))
		} else {
			builder.Row(fmt.Appendf(nil, "customer#%06d", row))
		}
		if row == 77 {
			builder.Cell(family, []byte("total"), started.UnixMicro(), []byte("1"))
		}
		if row%97 == 5 && row/97 < len(owners) {
			builder.Cell("profile", []byte(owners[row/97]), started.UnixMicro(), []byte("1"))
		}
		builder.Cell("profile", []byte("status"), started.UnixMicro(), []byte([]string{"open", "closed"}[row%2]))
	}
	described := sample.Table{Source: "p/i/customers", Project: "p", Instance: "i", Name: "customers",
		Families: []sample.Family{{Name: family}, {Name: "profile"}}}
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Started: started}
	return &Table{Sample: sample.Assemble(described, how, []*sample.Builder{builder}), Texts: maker.texts,
		Layouts: []string{"customer#{id:pad(6)}"}}
}

// plant makes n strings and notes where they stand.
func (m *maker) plant(where Where, n int, form func() string) []string {
	var out []string
	for len(out) < n {
		text := form()
		if len(text) < 7 || m.used[text] {
			continue
		}
		m.used[text] = true
		m.texts = append(m.texts, Text{where, text})
		out = append(out, text)
	}
	return out
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// person is the name of a person as people write it in a key or a column.
func (m *maker) person() string {
	given, family := pick(m.random, m.given), pick(m.random, m.family)
	switch m.random.IntN(7) {
	case 0:
		return given + "." + family
	case 1:
		return family + "_" + given
	case 2:
		return strings.ToUpper(given[:1]) + given[1:] + strings.ToUpper(family[:1]) + family[1:]
	case 3:
		return given + "-" + family
	case 4:
		return strings.ToUpper(given + "_" + family)
	case 5:
		return given[:1] + "." + family + pick(m.random, []string{".jr", ".sr", "_ii"})
	}
	return "owner_" + given + "." + family
}

// foreign is a name in a script of its own or with marks.
func (m *maker) foreign() string {
	return pick(m.random, strings.Fields(foreignGiven)) + pick(m.random, []string{".", " ", "_"}) +
		pick(m.random, strings.Fields(foreignFamily))
}

func (m *maker) email() string {
	return fmt.Sprintf("%s.%s%d@%s", pick(m.random, m.given),
		pick(m.random, m.family), m.random.IntN(90)+1,
		pick(m.random, []string{"example.com", "posta.hu", "mail.co.uk", "firma.de", "corp.internal"}))
}

func (m *maker) phone() string {
	number := fmt.Sprint(m.random.IntN(899_999_999) + 100_000_000)
	switch m.random.IntN(4) {
	case 0:
		return "+49" + number
	case 1:
		return "(415) " + number[:3] + "-" + number[3:7]
	case 2:
		return number[:3] + "-" + number[3:6] + "-" + number[5:9]
	}
	return "0" + number
}

func (m *maker) id() string {
	number := m.random.IntN(899_999_999) + 100_000_000
	switch m.random.IntN(4) {
	case 0:
		return fmt.Sprintf("EMP-%d", number)
	case 1:
		return fmt.Sprintf("%03d-%02d-%04d", 100+number%500, 10+number%80, 1000+number%8000)
	case 2:
		return fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", m.random.Uint32(), m.random.IntN(1<<16), m.random.IntN(1<<12),
			m.random.IntN(1<<12), m.random.Int64N(1<<48))
	}
	return fmt.Sprintf("patient%d", number)
}

// anything is any of these.
func (m *maker) anything() string {
	switch m.random.IntN(8) {
	case 0:
		return m.foreign()
	case 1:
		return m.email()
	case 2:
		return m.phone()
	case 3:
		return m.id()
	}
	return m.person()
}

// word is what a family, a segment or a template can be called.
func (m *maker) word() string {
	for {
		if text := m.person(); m.random.IntN(3) > 0 {
			return strings.NewReplacer(".", "_").Replace(text)
		}
		text := m.id()
		if strings.Trim(text[:1], "0123456789") != "" {
			return text
		}
	}
}

func (m *maker) table(rows, n int) *Table {
	started := time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)
	place := m.plant(InTable, 3, m.word)
	owners := m.plant(InKeys, n*25/100, m.anything)
	literals := m.plant(InLiterals, 4, m.word)
	words := m.plant(InWords, 4, m.word)
	rare := m.plant(InQualifiers, n*25/100, func() string { return m.anything() })
	frequent := m.plant(InFrequent, 12, m.anything)
	values := m.plant(InValues, n*30/100, m.anything)
	rareFamilies := m.plant(InFamilies, n*4/100, m.word)
	families := m.plant(InFamilies, 4, m.word)
	named := m.plant(InLayouts, 5, m.word)

	type cell struct{ family, qualifier, value string }
	table := map[string][]cell{}
	keys := make([]string, 0, rows)
	for index := range rows {
		owner := owners[index%len(owners)]
		key := fmt.Sprintf("order#%s#%06d", strings.NewReplacer("#", "").Replace(owner), index*7919%1_000_000)
		switch {
		case index%150 == 7:
			key = fmt.Sprintf("%s#%06d", literals[index/150%len(literals)], index)
		case index%8 == 3:
			kind := []string{"cpu", "memory", "disk"}[index/8%3]
			if index%80 == 3 {
				kind = words[index/80%len(words)]
			}
			key = fmt.Sprintf("metric#%s#%06d", kind, index)
		}
		keys = append(keys, key)
		cells := []cell{{"profile", "status", []string{"open", "closed"}[index%2]},
			{"profile", "created_at", started.Format(time.RFC3339)}, {"profile", named[0], owner},
			{"profile", "note", fmt.Sprintf(`{"contact":"%s","n":%d}`, values[index%len(values)], index)},
			{"profile", "name", values[(index*7+3)%len(values)]}}
		if index%(max(rows/(len(rare)+1), 1)) == 0 || index < len(rare) {
			cells = append(cells, cell{"profile", rare[index%len(rare)], "1"})
		}
		if index%3 == 0 {
			cells = append(cells, cell{"profile", frequent[index/3%len(frequent)], "1"})
		}
		if index < len(rareFamilies) {
			cells = append(cells, cell{rareFamilies[index], "status", "1"})
		}
		cells = append(cells, cell{families[index%len(families)], "total", fmt.Sprint(index)})
		table[key] = cells
	}
	slices.Sort(keys)
	builder := sample.NewBuilder(0)
	for _, key := range slices.Compact(keys) {
		builder.Row([]byte(key))
		cells := table[key]
		slices.SortFunc(cells, func(a, b cell) int {
			return strings.Compare(a.family+"\x00"+a.qualifier, b.family+"\x00"+b.qualifier)
		})
		for i, c := range cells {
			if i > 0 && cells[i-1].family == c.family && cells[i-1].qualifier == c.qualifier {
				continue
			}
			builder.Cell(c.family, []byte(c.qualifier), started.UnixMicro()-int64(len(key))*1_000_000, []byte(c.value))
		}
	}
	described := sample.Table{Source: strings.Join(place, "/"), Project: place[0], Instance: place[1], Name: place[2]}
	for _, f := range append(append([]string{"profile"}, rareFamilies...), families...) {
		described.Families = append(described.Families,
			sample.Family{Name: f, GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 240 * time.Hour}})
	}
	slices.SortFunc(described.Families, func(a, b sample.Family) int { return strings.Compare(a.Name, b.Name) })
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Started: started}
	return &Table{Sample: sample.Assemble(described, how, []*sample.Builder{builder}), Layouts: []string{
		fmt.Sprintf("%s = order#{%s}#{id:pad(6)}", safe(named[1]), safe(named[2])),
		fmt.Sprintf("%s = metric#{%s:enum(cpu, disk, memory, %s)}#{id:pad(6)}", safe(named[3]), safe(named[4]),
			strings.Join(words, ", ")),
	}}
}

// safe is a name for a segment.
func safe(text string) string { return strings.ReplaceAll(text, ".", "_") }
