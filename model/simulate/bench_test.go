package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// manyRows is a sample of so many rows with four segments, all times different: tenant#user#ms#event.
func manyRows(rows int) *sample.Sample {
	r := rand.New(rand.NewPCG(1, 2))
	keys := make([]string, rows)
	for i := range keys {
		tenant, user := r.IntN(50), int(r.ExpFloat64()*float64(rows)/200)
		keys[i] = fmt.Sprintf("t%02d#user%07d#%d#e%d", tenant, user, 1_700_000_000_000+int64(i)*997, r.IntN(20))
	}
	sort.Strings(keys)
	b := sample.NewBuilder(math.MaxInt32)
	for i, k := range keys {
		b.Row([]byte(k))
		b.Cell("d", []byte("v"), 1_700_000_000_000_000+int64(i%9000)*997_000_000, []byte("12345678"))
		if i%3 == 0 {
			b.Cell("d", []byte("w"), 1_700_000_000_000_000+int64(i%9000)*997_000_000, []byte("123"))
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
}

const largeLayout = "{tenant}#{user}#{ts:ms}#{event}"

// BenchmarkRun tries layouts whose components are there already, as when parts are moved about.
func BenchmarkRun(b *testing.B) {
	for _, rows := range []int{20_000, 1_000_000} {
		base := prepare(b, manyRows(rows), largeLayout)
		for _, text := range []string{
			"{ts}#{tenant}#{user}#{event}",
			"{tenant}#{user}#{day=bucket(ts, 1d):date(20060102)}",
			"{tenant}#{user}#{reverse(ts)}#{event}",
			"{salt(8, user)}#{user}#{reverse(ts)}#{event}",
			"{user}#{event}#{reverse(ts)}#{tenant}",
			"{tenant}",
		} {
			c, err := candidate.Parse(text)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := Run(context.Background(), base, c); err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%d/%s", rows, text), func(b *testing.B) {
				for b.Loop() {
					if _, err := Run(context.Background(), base, c); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkCosts costs the queries that the keys suggest, from the first segment to the whole key, of which nearly every
// row has its own.
func BenchmarkCosts(b *testing.B) {
	for _, rows := range []int{20_000, 1_000_000} {
		base := prepare(b, manyRows(rows), largeLayout)
		index := access.NewIndex(base.Table)
		w, err := workload.Parse([]byte("queries: [{name: a, where: {tenant: equal}}, {name: b, where: {tenant: equal, "+
			"user: equal}}, {name: c, where: {tenant: equal, user: equal, ts: equal}}, {name: d, where: {tenant: equal, "+
			"user: equal, ts: equal, event: equal}}]"), access.SegmentNames(base.Layouts))
		if err != nil {
			b.Fatal(err)
		}
		for _, text := range []string{"{user}#{tenant}#{ts}#{event}", "{tenant}#{user}#{reverse(ts)}#{event}"} {
			result := try(b, base, text)
			b.Run(fmt.Sprintf("%d/%s", rows, text), func(b *testing.B) {
				for b.Loop() {
					if _, err := result.Costs(context.Background(), index, w); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkFirst includes decoding the keys and writing the parts of the new ones.
func BenchmarkFirst(b *testing.B) {
	s := manyRows(20_000)
	for b.Loop() {
		try(b, prepare(b, s, largeLayout), "{salt(8, user)}#{user}#{reverse(ts)}#{event}")
	}
}

func BenchmarkHeat(b *testing.B) {
	base := prepare(b, manyRows(20_000), largeLayout)
	r := try(b, base, "{salt(8, user)}#{user}#{reverse(ts)}#{event}")
	for b.Loop() {
		if _, err := r.Hotspot(context.Background(), heat.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRules tries what is done to cells: columns, names, documents, keys that depend on cells.
func BenchmarkRules(b *testing.B) {
	base := prepare(b, manyRows(20_000), largeLayout)
	for _, text := range []string{
		"{tenant}#{user}#{day=bucket(ts, 1d):date(20060102)} => * -> *:{ts}#{qualifier()}",
		"{tenant}#{user}#{ts}#{event} => d:w -> cold:w",
		"{tenant}#{user}#{ts}#{event} => * -> json d:all",
		"{tenant}#{user}#{day=bucket(ts, 1d):date(20060102)} => * -> json d:{ts}",
		"{user}#{celltime(day)}#{tenant}",
		"{column(d:w)}#{tenant}#{user}#{ts}",
	} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				try(b, base, text)
			}
		})
	}
}

// BenchmarkOutlook is what the Lab works out behind the figures: where writes land, how rows grow, what the whole table
// has.
func BenchmarkOutlook(b *testing.B) {
	for _, rows := range []int{20_000, 1_000_000} {
		base := prepare(b, manyRows(rows), largeLayout)
		for _, text := range []string{"{salt(8, user)}#{user}#{reverse(ts)}#{event}",
			"{tenant}#{user}#{day=bucket(ts, 1d):date(20060102)}"} {
			b.Run(fmt.Sprintf("%d/%s", rows, text), func(b *testing.B) {
				for b.Loop() {
					r := try(b, base, text)
					r.Scale()
					if _, err := r.Hotspot(context.Background(), heat.Options{}); err != nil {
						b.Fatal(err)
					}
					if _, err := r.Project(context.Background(), time.Unix(1_700_000_000+9000*997, 0),
						Year); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
