package simulate

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"tabletop/model/heat"
	"tabletop/model/sample"
)

// The keys beside a map are those of the new table in order, and each place of a map of the current writes has the new
// key of the row that was put there.
func TestKeysOfTheMap(t *testing.T) {
	whole := events(400).sample()
	b := whole.Slice(0, whole.Rows())
	drawn := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Head}, []*sample.Builder{b})
	for name, s := range map[string]*sample.Sample{"whole": whole, "drawn": drawn} {
		for _, text := range []string{"{event}#{ts}#{user}", "{user}", "{event}#{celltime(hour)}"} {
			table := try(t, prepare(t, s, eventLayout), text).Tables[0]
			m, err := table.Heat(context.Background(), heat.Options{Windows: 4, Buckets: 16})
			if err != nil {
				t.Fatal(err)
			}
			var keys []string
			for p := range m.Rows[m.Buckets] {
				keys = append(keys, string(table.KeyAt(p)))
			}
			if !slices.IsSorted(keys) || table.KeyAt(len(keys)) != nil || table.KeyAt(-1) != nil {
				t.Errorf("%s, %s: the keys beside the map are out of order or go on", name, text)
			}
			if name == "drawn" && text == "{event}#{ts}#{user}" {
				for row, place := range table.Order() {
					var user, event string
					var at int64
					if _, err := fmt.Sscanf(string(s.Key(row)), "%7s#%d#%s", &user, &at, &event); err != nil {
						t.Fatal(err)
					}
					if want := fmt.Sprintf("%s#%d#%s", event, at, user); keys[place] != want {
						t.Fatalf("row %s is at %s, not %s", s.Key(row), keys[place], want)
					}
				}
			}
		}
	}
}

// What was forgotten is made again.
func TestForget(t *testing.T) {
	r := try(t, prepare(t, events(100).sample(), eventLayout), "{user}#{qualifier()}")
	first, err := r.Tables[0].Sample(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Tables[0].Sample(context.Background())
	if err != nil || again == first || again.Bytes() != first.Bytes() || again.Bytes() != r.Bytes {
		t.Errorf("%v: %d bytes, then %d of %d", err, first.Bytes(), again.Bytes(), r.Bytes)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Tables[0].Sample(canceled); err == nil {
		t.Error("a table was made for nobody")
	}
}
