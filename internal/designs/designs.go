// Package designs makes tables of known quality: some with one fault each, and good ones of many kinds. Tests compare
// what the parts of the program say about them.
package designs

import (
	"cmp"
	"crypto/md5"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tabletop/model/sample"
)

// Design is a table.
type Design struct {
	Name string
	// Rules are rules of the audit of which one names the fault; none for a good design.
	Rules  []string
	Sample *sample.Sample
}

// Now is when the tables are read.
func Now() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// cell is a cell of the family that most designs have, unless it names another.
type cell struct {
	qualifier, value string
	at               time.Time
}

// maker makes the rows of one design.
type maker struct {
	*rand.Rand
	rows int
}

// when returns the time of event i of all: they are spread over 30 days, in the order of i.
func (m *maker) when(i int) time.Time {
	step := 30 * 24 * time.Hour / time.Duration(m.rows)
	return Now().Add(-time.Duration(m.rows-i)*step + time.Duration(m.Int64N(int64(step))))
}

func (m *maker) uuid() string {
	return fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", m.Uint32(), m.IntN(1<<16), m.IntN(1<<12), m.IntN(1<<12),
		m.Int64N(1<<48))
}

// values are the cells of an event.
func (m *maker) values(at time.Time) []cell {
	return []cell{{"amount", fmt.Sprintf("%.2f", m.Float64()*400), at}, {"status", []string{"open", "paid",
		"sent"}[m.IntN(3)], at}}
}

// row makes row i: its key and its cells.
type row func(m *maker, i int) (key string, cells []cell)

type design struct {
	name  string
	rules string
	rule  sample.GCRule
	row   row
}

func maxVersions(n int) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxVersions, Versions: n} }

// Faulty returns tables with one fault each, of 800 to 20,000 rows; those whose fault is seen in the order of writes
// alone have at least 2,000.
func Faulty(seed uint64) []Design { return made(seed, append(faultyKeys(), faultyCells()...)) }

// Good returns tables without a fault.
func Good(seed uint64) []Design { return made(seed+1000, append(goodWithTime(), goodWithoutTime()...)) }

func made(seed uint64, all []design) []Design {
	var out []Design
	for i, d := range all {
		m := &maker{rand.New(rand.NewPCG(seed, uint64(i))), []int{800, 2000, 5000, 20_000}[i%4]}
		out = append(out, Design{d.name, strings.Fields(d.rules), m.table(d)})
	}
	return out
}

func (m *maker) table(d design) *sample.Sample {
	rows := map[string][]cell{}
	for i := range m.rows {
		key, cells := d.row(m, i)
		rows[key] = append(rows[key], cells...)
	}
	keys := make([]string, 0, len(rows))
	for key := range rows {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	builder := sample.NewBuilder(0)
	for _, key := range keys {
		builder.Row([]byte(key))
		slices.SortFunc(rows[key], func(x, y cell) int {
			return cmp.Or(strings.Compare(x.qualifier, y.qualifier), y.at.Compare(x.at))
		})
		for _, c := range rows[key] {
			builder.Cell("f", []byte(c.qualifier), c.at.UnixMicro(), []byte(c.value))
		}
	}
	t := sample.Table{Source: "p/i/" + strings.ReplaceAll(d.name, " ", "_"), Project: "p", Instance: "i",
		Name: strings.ReplaceAll(d.name, " ", "_"), Families: []sample.Family{{Name: "f", GC: d.rule}}}
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Started: Now(), RowShare: 1, Filter: 1}
	return sample.Assemble(t, how, []*sample.Builder{builder})
}

// event is a row of its own for each event.
func event(key func(m *maker, i int, at time.Time) string) row {
	return func(m *maker, i int) (string, []cell) {
		at := m.when(i)
		return key(m, i, at), m.values(at)
	}
}

func faultyKeys() []design {
	return []design{
		{"day then order", "time-first", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			return fmt.Sprintf("%s#%08d", at.Format("20060102"), m.IntN(1e8))
		})},
		{"a log by millisecond", "time-first", maxVersions(1), func(m *maker, i int) (string, []cell) {
			at := m.when(i)
			host := cell{"host", fmt.Sprintf("web-%03d", m.IntN(200)), at}
			return fmt.Sprint(at.UnixMilli()), append(m.values(at), host)
		}},
		{"orders by number", "id-sequential", maxVersions(1), event(func(m *maker, i int, _ time.Time) string {
			return fmt.Sprintf("%010d", 81_000_000+i)
		})},
		{"three regions", "time-behind-few", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			return fmt.Sprintf("%s#%d", []string{"east", "north", "west"}[m.IntN(3)], at.UnixMilli())
		})},
		{"hash of the user", "hash-first", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			user := fmt.Sprintf("user%04d", m.IntN(500))
			return fmt.Sprintf("%x#%s#%d", md5.Sum([]byte(user)), user, at.UnixMilli())
		})},
		{"numbers of any width", "number-unpadded", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			return fmt.Sprintf("%d#%d", m.IntN(3000), at.UnixMilli())
		})},
		{"one tenant has most", "time-behind-few", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			tenant := "acme"
			if m.IntN(100) >= 89 {
				tenant = fmt.Sprintf("firm%02d", m.IntN(30))
			}
			return fmt.Sprintf("%s#%s#%06x", tenant, at.Format("20060102150405"), m.IntN(1<<24))
		})},
		{"people in keys", "personal-data", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			return fmt.Sprintf("%s.%s%d@example.org#%s", []string{"anna", "bela", "chidi", "dmitri"}[m.IntN(4)],
				[]string{"kovacs", "okoro", "petrov"}[m.IntN(3)], m.IntN(300), at.Format("20060102"))
		})},
	}
}

func faultyCells() []design {
	user := func(m *maker, i int) string { return fmt.Sprintf("%08x", uint32(i+1)*2654435761) }
	versions := func(n int, apart time.Duration) row {
		return func(m *maker, i int) (string, []cell) {
			var cells []cell
			for v := range n {
				cells = append(cells, cell{"state", fmt.Sprint(m.IntN(1000)), m.when(i).Add(-time.Duration(v) * apart)})
			}
			return user(m, i), cells
		}
	}
	return []design{
		{"versions without a policy", "versions-unlimited row-overwritten events-as-versions", sample.GCRule{},
			versions(12, time.Minute)},
		{"many versions without a policy", "versions-unlimited row-overwritten events-as-versions", sample.GCRule{},
			versions(40, time.Minute)},
		{"garbage that stays", "garbage-kept", maxVersions(1), versions(5, 10*24*time.Hour)},
		{"milliseconds as microseconds", "timestamps-artificial",
			sample.GCRule{Kind: sample.GCMaxAge, Age: 30 * 24 * time.Hour}, func(m *maker, i int) (string, []cell) {
				at := time.UnixMicro(m.when(i).UnixMilli())
				return user(m, i), m.values(at)
			}},
		{"long names", "names-long", maxVersions(1), func(m *maker, i int) (string, []cell) {
			at := m.when(i)
			var cells []cell
			for _, name := range []string{"billing_address_postal_code_of_customer", "shipping_address_street_number"} {
				cells = append(cells, cell{name, fmt.Sprint(m.IntN(10)), at})
			}
			return user(m, i), cells
		}},
		{"everything in one row", "row-unbounded columns-many", maxVersions(1), func(m *maker, i int) (string, []cell) {
			var cells []cell
			for range 300_000 / m.rows {
				cells = append(cells, cell{"event_" + m.uuid(), "1", m.when(i)})
			}
			return user(m, i%25), cells
		}},
		{"large cells", "cell-large row-large", maxVersions(1), func(m *maker, i int) (string, []cell) {
			size := 100
			if i%200 == 0 {
				size = 14 << 20
			}
			if i%200 == 0 && i > 200 {
				size = 1 << 10
			}
			return user(m, i), []cell{{"blob", strings.Repeat("x", size), m.when(i)}}
		}},
	}
}

func goodWithTime() []design {
	const end = int64(9_999_999_999_999)
	return []design{
		{"hashed user and newest first", "", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			return fmt.Sprintf("%08x#%013d", uint32(m.IntN(400)+1)*2654435761, end-at.UnixMilli())
		})},
		{"conversation and newest first", "", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			r := rand.New(rand.NewPCG(7, uint64(m.IntN(300))))
			return fmt.Sprintf("%s#%013d", (&maker{r, 1}).uuid(), end-at.UnixMilli())
		})},
		{"sensor and day", "", maxVersions(1), func(m *maker, i int) (string, []cell) {
			at := m.when(i)
			return fmt.Sprintf("sensor-%04d#%s", m.IntN(150), at.Format("2006-01-02")),
				[]cell{{"h" + at.Format("15"), fmt.Sprintf("%.1f", m.Float64()*30), at}}
		}},
		{"pages by reversed host", "", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			tree := strings.Fields("acorn birch cedar dogwood elm fir gorse hazel ivy juniper")[m.IntN(10)]
			return fmt.Sprintf("com.%s%d.www/%s/%d", tree, m.IntN(40), []string{"about", "blog", "shop"}[m.IntN(3)],
				m.IntN(10_000))
		})},
		{"tenants of one size", "", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			return fmt.Sprintf("t%02d#%06x#%s", m.IntN(40), m.IntN(200), at.Format("20060102150405"))
		})},
	}
}

func goodWithoutTime() []design {
	return []design{
		{"profiles by uuid", "", maxVersions(1), event(func(m *maker, i int, _ time.Time) string { return m.uuid() })},
		{"who follows whom", "", maxVersions(1), event(func(m *maker, i int, _ time.Time) string {
			return fmt.Sprintf("u%07d#u%07d", m.IntN(1500)*6007%9_000_000, m.IntN(1500)*6007%9_000_000)
		})},
		{"places by geohash", "", maxVersions(1), event(func(m *maker, i int, _ time.Time) string {
			const letters = "0123456789bcdefghjkmnpqrstuvwxyz"
			var hash [7]byte
			for j := range hash {
				hash[j] = letters[m.IntN(len(letters))]
			}
			return fmt.Sprintf("%s#%06d", hash, m.IntN(1e6))
		})},
		{"statements by account and month", "", maxVersions(1), event(func(m *maker, i int, at time.Time) string {
			return fmt.Sprintf("acct%08d#%s#%04d", m.IntN(700)*104_729%99_999_999, at.Format("200601"), i%10_000)
		})},
		{"last state with two versions", "", maxVersions(2), func(m *maker, i int) (string, []cell) {
			at := m.when(i)
			return fmt.Sprintf("%08x", uint32(i+1)*2654435761),
				[]cell{{"state", fmt.Sprint(m.IntN(9)), at}, {"state", fmt.Sprint(m.IntN(9)), at.Add(-time.Hour)}}
		}},
	}
}
