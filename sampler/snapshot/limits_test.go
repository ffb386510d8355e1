package snapshot_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/census"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/sampler/snapshot"
)

// everySection returns a sample that carries every section that a file can have.
func everySection(t testing.TB) *sample.Sample {
	at := time.Unix(1_790_000_100, 0).UTC()
	all, template, err := demotest.Example("demo:meters", at, 400)
	if err != nil {
		t.Fatal(err)
	}
	plan := census.Plan{Options: sample.Options{Rows: 50}, Layouts: template, Now: at, Personal: true, Windows: 2,
		Step: time.Hour}
	s, err := demotest.Counted(all, plan)
	if err != nil {
		t.Fatal(err)
	}
	layouts, err := rowkey.ParseSet(template)
	if err != nil {
		t.Fatal(err)
	}
	counted, err := simulate.CountedSection([]simulate.Counted{{Template: template, Layouts: layouts.String()}})
	if err != nil {
		t.Fatal(err)
	}
	return s.WithSections(append(s.Sections(), counted)...)
}

// peak returns the most bytes that are in use while f runs, beside those before it, as seen a thousand times a second
// and with a collector that runs at each tenth more: what it allocates in all is several times that, where lists grow.
func peak(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	inUse := func() int64 {
		s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(s)
		return int64(s[0].Value.Uint64())
	}
	before, most := inUse(), int64(0)
	done, seen := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(seen)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			most = max(most, inUse())
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	}()
	f()
	close(done)
	<-seen
	return most - before
}

// paths adds the path of each part of a value of JSON to a list; of long lists only the first elements.
func paths(v any, at []any, to *[][]any) {
	*to = append(*to, append([]any(nil), at...))
	switch x := v.(type) {
	case map[string]any:
		for k, e := range x {
			paths(e, append(at, k), to)
		}
	case []any:
		for i, e := range x {
			if i < 3 {
				paths(e, append(at, i), to)
			}
		}
	}
}

// replaced returns v with what is at a path replaced.
func replaced(v any, path []any, by func(any) any) any {
	if len(path) == 0 {
		return by(v)
	}
	switch x := v.(type) {
	case map[string]any:
		x[path[0].(string)] = replaced(x[path[0].(string)], path[1:], by)
	case []any:
		x[path[0].(int)] = replaced(x[path[0].(int)], path[1:], by)
	}
	return v
}

// grown returns what a hostile file may hold in place of a value.
func grown(r *rand.Rand, v any) any {
	raw := func(text string) any { return json.RawMessage(text) }
	many := func(item string, n int) string { return "[" + strings.Repeat(item+",", n) + item + "]" }
	const size = 2 << 20 // of the text
	switch r.IntN(9) {
	case 0:
		return raw(many("{}", size/3))
	case 1:
		return raw(many("[]", size/3))
	case 2:
		return raw(many("0", size/2))
	case 3:
		return raw(many(`""`, size/3))
	case 4:
		return raw(many("null", size/5))
	case 5:
		return raw([]string{"9223372036854775807", "1e300", "-1", "1000000000", "4294967296"}[r.IntN(5)])
	case 6:
		return raw(strings.Repeat("[", 5000) + strings.Repeat("]", 5000))
	case 7:
		return strings.Repeat("x", size)
	}
	if one, err := json.Marshal(v); err == nil {
		return raw(many(string(one), size/(len(one)+1)))
	}
	return raw("{}")
}

// plausible lengthens a section that packs too well to be believed, by a frame that is skipped, so that it is decoded.
func plausible(x []byte) []byte {
	raw := int(binary.LittleEndian.Uint64(x[8:]))
	if short := raw/1000 - len(x) + 1000; short > 0 {
		x = binary.LittleEndian.AppendUint32(x, 0x184D2A50)
		x = binary.LittleEndian.AppendUint32(x, uint32(short))
		x = append(x, make([]byte, short)...)
		binary.LittleEndian.PutUint64(x[16:], uint64(len(x)-44))
	}
	return sealSection(x)
}

// TestHostileSectionsAreBounded verifies that, whatever grows in whichever section of a file, the reader holds no more
// than twice the limit, of which a part is the garbage of lists that grew, and that its error names the file and the
// section.
func TestHostileSectionsAreBounded(t *testing.T) {
	const memory = 40 << 20
	whole := everySection(t)
	file := saved(t, whole)
	if _, err := snapshot.Read(bytes.NewReader(file), "file.snap", memory); err != nil {
		t.Fatal(err)
	}
	rows := rowsSection(t, whole)
	r := rand.New(rand.NewPCG(29, 12))
	refused := map[sample.SectionID]int{}
	var most int64
	for range slowtest.Pick(60, 1000) {
		sections := [][]byte{rows}
		at := r.IntN(len(whole.Sections()))
		var what string
		for i, x := range whole.Sections() {
			data := x.Data
			if i == at {
				var v any
				if err := json.Unmarshal(data, &v); err != nil {
					t.Fatalf("section %s is not JSON: %v", x.Name, err)
				}
				var all [][]any
				paths(v, nil, &all)
				path := all[r.IntN(len(all))]
				what = fmt.Sprintf("%s at %v", x.Name, path)
				var err error
				if data, err = json.Marshal(replaced(v, path, func(v any) any { return grown(r, v) })); err != nil {
					t.Fatal(err)
				}
			}
			sections = append(sections, plausible(section(uint32(x.ID), 1, x.Name, data)))
		}
		var err error
		took := peak(func() {
			_, err = snapshot.Read(bytes.NewReader(fileOf(sections...)), "file.snap", memory)
		})
		if most = max(most, took); took > 2*memory {
			t.Errorf("%s: reading took %d MB, and the limit is %d MB (%v)", what, took>>20, memory>>20, err)
		}
		if err != nil {
			x := whole.Sections()[at]
			refused[x.ID]++
			if text := err.Error(); !strings.Contains(text, "file.snap") ||
				!strings.Contains(text, fmt.Sprintf("section %d (%q)", x.ID, x.Name)) || len(text) > 1000 {
				t.Errorf("%s: the error is %.1000q", what, text)
			}
		}
	}
	t.Logf("at most %d MB were in use; refused by section: %v", most>>20, refused)
	if len(refused) != len(whole.Sections()) {
		t.Errorf("only sections %v were refused", refused)
	}
}
