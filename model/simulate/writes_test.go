package simulate

import (
	"context"
	"testing"

	"tabletop/model/heat"
)

// TestWritesOfMergedCells verifies that cells which become one, get another time, or overwrite each other are writes to
// their row all the same: a layout does not look calmer because fewer cells are left of what was written.
func TestWritesOfMergedCells(t *testing.T) {
	base := prepare(t, events(2000).sample(), eventLayout)
	of := func(layout string) heat.Score {
		table := try(t, base, layout).Tables[0]
		m, err := table.Heat(context.Background(), heat.Options{Windows: 24, Buckets: 64})
		if err != nil {
			t.Fatal(err)
		}
		return m.Score
	}
	for name, pair := range map[string][2]string{
		"serialized cells":  {"{user}", "{user} => * -> json m:all"},
		"another timestamp": {"{user}", "{user} => time {ts}"},
	} {
		if plain, other := of(pair[0]), of(pair[1]); plain.Writes == 0 || plain.Writes != other.Writes ||
			plain.Hot != other.Hot {
			t.Errorf("%s: %d writes, %.3f hot; without %d, %.3f", name, other.Writes, other.Hot, plain.Writes, plain.Hot)
		}
	}
}
