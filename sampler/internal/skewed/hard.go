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
}

// Worlds returns the hard tables: in key order, with about n rows each.
func Worlds(n int) []World {
	return []World{
		{"falling", 300, falling(n)},
		{"bursts", 300, bursts(n)},
		{"tenants", 300, Rows("tenants", n)},
		{"hashed", 300, Rows("hashed", n)},
		{"falling60", 60, falling(n)},
		{"ascending60", 60, unequal(n, []int{0, 1, 2, 3})},
		{"buried60", 60, unequal(n, []int{2, 0, 3, 1})},
		{"tenants60", 60, Rows("tenants", n)},
	}
}

// falling has keys that start with the time, and rows that become smaller with time, with fewer versions and flags.
func falling(n int) []Row {
	r := rand.New(rand.NewPCG(21, 1))
	rows := make([]Row, n)
	for i := range rows {
		age := 1 - float64(i)/float64(n)
		rows[i] = Row{
			Key: fmt.Sprintf("%010d", i), Data: int(40 * math.Exp(2.5*age) * math.Exp(0.3*r.NormFloat64())),
			Versions: 1 + r.IntN(1+int(4*age)), Flag: r.Float64() < age,
		}
	}
	return rows
}

// bursts has rows of one kind, and old versions in five short ranges of keys only.
func bursts(n int) []Row {
	r := rand.New(rand.NewPCG(22, 1))
	rows := make([]Row, n)
	for i := range rows {
		versions := 1
		for _, start := range []float64{0.07, 0.24, 0.47, 0.61, 0.9} { // at no regular distance, which would suit a sampler's steps
			if at := float64(i) / float64(n); at >= start && at < start+0.016 {
				versions = 4 + r.IntN(8)
			}
		}
		rows[i] = Row{Key: fmt.Sprintf("%010d", i), Data: int(120 * math.Exp(0.5*r.NormFloat64())), Versions: versions, Flag: r.Float64() < 0.2}
	}
	return rows
}

// unequal has four tenants, the rows of one of which are 10,000 times as large as those of another. order is that of
// their keys, from the smallest rows (0) to the largest (3).
func unequal(n int, order []int) []Row {
	r := rand.New(rand.NewPCG(23, 1))
	tenants := []struct {
		rows, data int
		flag       float64
	}{{n * 72 / 100, 12, 0.1}, {n * 24 / 100, 500, 0.5}, {n * 3 / 100, 16_000, 0.9}, {n / 250, 480_000, 0.3}}
	var rows []Row
	for at, tenant := range order {
		t := tenants[tenant]
		for i := range t.rows {
			rows = append(rows, Row{
				Key: fmt.Sprintf("t%d#%06d", at, i), Data: int(float64(t.data) * math.Exp(0.2*r.NormFloat64())),
				Versions: min(1, tenant) * r.IntN(4), Flag: r.Float64() < t.flag,
			})
		}
	}
	return rows
}
