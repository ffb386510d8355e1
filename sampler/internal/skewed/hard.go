package skewed

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// World is a table whose layout over its sections misleads a sampler in some way.
type World struct {
	Name     string
	Sections int // that a server cuts it into, by bytes
	Rows     []Row
	Unsplit  [2]float64 // shares of the bytes between which no section ends
	Hidden   bool       // rows larger than a section: strategy quick misses them
	Bytes    int64      // maximum to read, so that not all of a small table are received; 0 is no limit
}

// Worlds returns the hard tables: in key order, with about n rows each. Another seed makes other tables of their kinds.
func Worlds(n int, seed uint64) []World {
	return []World{
		{Name: "falling", Sections: 300, Rows: falling(n, seed)},
		{Name: "bursts", Sections: 300, Rows: bursts(n, seed)},
		{Name: "tenants", Sections: 300, Rows: Rows("tenants", n, seed)},
		{Name: "hashed", Sections: 300, Rows: Rows("hashed", n, seed)},
		{Name: "falling60", Sections: 60, Rows: falling(n, seed)},
		{Name: "ascending60", Sections: 60, Rows: unequal(n, seed, []int{0, 1, 2, 3})},
		{Name: "buried60", Sections: 60, Rows: unequal(n, seed, []int{2, 0, 3, 1})},
		{Name: "tenants60", Sections: 60, Rows: Rows("tenants", n, seed)},
		{Name: "uneven", Sections: 300, Rows: uneven(n, seed)},
	}
}

// uneven has tenants of which a few have most rows and most have less than a section, in no order. The rows of one may
// be 100 times as large as those of another.
func uneven(n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(24, seed))
	var rows []Row
	for tenant := 0; len(rows) < n; tenant++ {
		size, versions, flag := 100*math.Exp(1.2*random.NormFloat64()), 1+random.IntN(8), random.Float64()
		share := math.Pow(1-random.Float64(), -1/1.1) // Pareto
		for i := range min(n-len(rows), n/4, int(float64(n)/600*share)) {
			rows = append(rows, Row{Key: fmt.Sprintf("%05d#%06d", tenant, i),
				Data:     int(size * math.Exp(0.4*random.NormFloat64())),
				Versions: 1 + random.IntN(versions), Flag: random.Float64() < flag})
		}
	}
	return rows
}

// falling has keys that start with the time, and rows that become smaller with time, with fewer versions and flags.
func falling(n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(21, seed))
	rows := make([]Row, n)
	for i := range rows {
		age := 1 - float64(i)/float64(n)
		rows[i] = Row{
			Key: fmt.Sprintf("%010d", i), Data: int(40 * math.Exp(2.5*age) * math.Exp(0.3*random.NormFloat64())),
			Versions: 1 + random.IntN(1+int(4*age)), Flag: random.Float64() < age,
		}
	}
	return rows
}

// bursts has rows of one kind, and old versions in five short ranges of keys only.
func bursts(n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(22, seed))
	rows := make([]Row, n)
	for i := range rows {
		versions := 1
		// at no regular distance, which would suit a sampler's steps
		for _, start := range []float64{0.07, 0.24, 0.47, 0.61, 0.9} {
			if at := float64(i) / float64(n); at >= start && at < start+0.016 {
				versions = 4 + random.IntN(8)
			}
		}
		rows[i] = Row{Key: fmt.Sprintf("%010d", i), Data: int(120 * math.Exp(0.5*random.NormFloat64())),
			Versions: versions, Flag: random.Float64() < 0.2}
	}
	return rows
}

// unequal has four tenants, the rows of one of which are 10,000 times as large as those of another. order is that of
// their keys, from the smallest rows (0) to the largest (3).
func unequal(n int, seed uint64, order []int) []Row {
	random := rand.New(rand.NewPCG(23, seed))
	tenants := []struct {
		rows, data int
		flag       float64
	}{{n * 72 / 100, 12, 0.1}, {n * 24 / 100, 500, 0.5}, {n * 3 / 100, 16_000, 0.9}, {n / 250, 480_000, 0.3}}
	var rows []Row
	for at, tenant := range order {
		t := tenants[tenant]
		for i := range t.rows {
			rows = append(rows, Row{
				Key: fmt.Sprintf("t%d#%06d", at, i), Data: int(float64(t.data) * math.Exp(0.2*random.NormFloat64())),
				Versions: min(1, tenant) * random.IntN(4), Flag: random.Float64() < t.flag,
			})
		}
	}
	return rows
}

// Others returns more hard tables: kinds of rows in turn, a section of half of the table, old versions in one range,
// one large row before small ones, sizes with a long tail.
func Others(n int, seed uint64) []World {
	return []World{
		{Name: "alternating", Sections: 200, Rows: alternating(n, seed)},
		{Name: "alternating50", Sections: 50, Rows: alternating(n, seed)},
		{Name: "unsplit", Sections: 200, Rows: rising(n, seed), Unsplit: [2]float64{0.3, 0.8}},
		{Name: "band", Sections: 150, Rows: band(n, seed)},
		{Name: "rising80", Sections: 80, Rows: rising(n, seed)},
		{Name: "albums", Sections: 120, Rows: albums(n, seed)},
		{Name: "heavy", Sections: 250, Rows: heavy(n, seed), Hidden: true},
	}
}

// alternating has ranges of keys of unequal length, in turn with small and with large rows; only the large ones have
// old versions.
func alternating(n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(31, seed))
	var rows []Row
	for kind := 0; len(rows) < n; kind++ {
		for range n/90 + random.IntN(n/20) {
			row := Row{Key: fmt.Sprintf("%08x", len(rows)*7919), Data: int(60 * math.Exp(0.4*random.NormFloat64())),
				Versions: 1, Flag: random.Float64() < 0.6}
			if kind%2 == 1 {
				row.Data, row.Versions, row.Flag = row.Data*30, 1+random.IntN(5), random.Float64() < 0.1
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// rising has the newest rows first, and rows that were larger and had more versions long ago.
func rising(n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(32, seed))
	rows := make([]Row, n)
	for i := range rows {
		age := float64(i) / float64(n)
		rows[i] = Row{
			Key: fmt.Sprintf("%010d", i), Data: int(80 * math.Exp(3*age*age) * math.Exp(0.6*random.NormFloat64())),
			Versions: 1 + random.IntN(1+int(6*age)), Flag: random.Float64() < age*age,
		}
	}
	return rows
}

// band has old versions in one range of 6% of the keys.
func band(n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(33, seed))
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{Key: fmt.Sprintf("%010d", i), Data: int(200 * math.Exp(0.7*random.NormFloat64())), Versions: 1,
			Flag: random.Float64() < 0.05}
		if at := float64(i) / float64(n); at > 0.37 && at < 0.43 {
			rows[i].Versions, rows[i].Flag = 10+random.IntN(20), random.Float64() < 0.5
		}
	}
	return rows
}

// albums has one large row before every run of small ones, as a header before its items.
func albums(n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(34, seed))
	var rows []Row
	for album := 0; len(rows) < n; album++ {
		id := fmt.Sprintf("%06d", album)
		rows = append(rows, Row{Key: id, Data: int(3000 * math.Exp(0.8*random.NormFloat64())),
			Versions: 1 + random.IntN(9), Flag: true})
		for i := range 1 + int(random.ExpFloat64()*40) {
			rows = append(rows, Row{Key: fmt.Sprintf("%s#%05d", id, i),
				Data: int(40 * math.Exp(0.3*random.NormFloat64())), Versions: 1})
		}
	}
	return rows
}

// heavy has sizes without regard to the key and with a long tail.
func heavy(n int, seed uint64) []Row {
	r := rand.New(rand.NewPCG(35, seed))
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{Key: fmt.Sprintf("%010d", i), Data: int(100 * math.Exp(1.8*r.NormFloat64())),
			Versions: 1 + int(r.ExpFloat64()*r.ExpFloat64()), Flag: r.Float64() < 0.02}
	}
	return rows
}

// Giant has rows of one kind and one, among them, that holds a seventh of the bytes, most of them old versions.
func Giant(n, sections int) World {
	random := rand.New(rand.NewPCG(36, 1))
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{Key: fmt.Sprintf("%010d", i), Data: int(800 * math.Exp(0.4*random.NormFloat64())),
			Versions: 1 + random.IntN(6), Flag: random.Float64() < 0.3}
	}
	var total float64
	for _, row := range rows {
		total += row.bytes()
	}
	rows[n*37/100].Versions = int(total / 6 / stateBytes)
	return World{Name: "giant", Sections: sections, Rows: rows, Bytes: 20_000_000}
}
