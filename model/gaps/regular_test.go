package gaps

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/model/sample"
)

// TestMostRegular verifies that of each planted table the segment of regular values is found, with the segment that
// groups it, and with the gap that was left out; that a table without regular values has none; and that nothing is
// claimed of a sample.
func TestMostRegular(t *testing.T) {
	for name, plant := range plants() {
		groups := 3
		if plant.by == "" {
			groups = 1
		}
		var keys []string
		for group := range groups {
			for i := range 200 {
				if i != 77 && i != 78 {
					keys = append(keys, plant.key(group, i))
				}
			}
		}
		table := decoded(t, plant.layout, keys)
		found, err := MostRegular(context.Background(), table)
		if err != nil || found == nil {
			t.Fatalf("%s: %v, %v", name, found, err)
		}
		if found.Segment != "at" && found.Segment != "number" || found.By != plant.by || len(found.Gaps) != groups ||
			found.Missing != int64(2*groups) {
			t.Errorf("%s: %d are missing in %d gaps of %s by %q, want %d by %q", name, found.Missing, len(found.Gaps),
				found.Segment, found.By, 2*groups, plant.by)
		}
		table.Sample.How = sample.Provenance{}
		if found, err = MostRegular(context.Background(), table); err != nil || found.Refused == "" || found.Gaps != nil {
			t.Errorf("%s, of a sample: %+v, %v", name, found, err)
		}
	}
	var keys []string
	for i := range 100 {
		keys = append(keys, fmt.Sprintf("%06d", i*i*i%99_991))
	}
	slices.Sort(keys)
	if found, err := MostRegular(context.Background(), decoded(t, "{number:pad(6)}", keys)); err != nil || found != nil {
		t.Errorf("irregular numbers: %+v, %v", found, err)
	}
}

// TestMostRegularByTheRightGroup verifies that readings of devices that send a second apart are grouped by device:
// together they seem to have steps of a second, and most of these to be missing.
func TestMostRegularByTheRightGroup(t *testing.T) {
	var keys []string
	for device := range 30 {
		for i := range 50 {
			keys = append(keys, fmt.Sprintf("d%02d#%s", device,
				start.Add(time.Duration(i)*15*time.Minute+time.Duration(device)*time.Second).Format("20060102150405")))
		}
	}
	found, err := MostRegular(context.Background(), decoded(t, "{device}#{at:date(20060102150405)}", keys))
	if err != nil || found == nil || found.By != "device" || found.Missing != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}
