package infer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tabletop/model/sample"
)

// TestNamesComeFromColumns verifies that a segment that a column repeats is named after the column, as bytes and as a
// number, and that columns that agree in some rows only, or whose qualifiers are no names, name nothing.
func TestNamesComeFromColumns(t *testing.T) {
	type cells = map[string]string
	for _, tt := range []struct {
		name string
		make func(w *world, i int) (key string, of cells)
		want string // template
	}{
		{"same bytes", func(w *world, i int) (string, cells) {
			device := fmt.Sprintf("%s%d", w.one("lamp", "door", "sensor"), i%40)
			return fmt.Sprintf("%s#%d", device, 1000+i), cells{"SourceDevice": device, "v": w.hex(6)}
		}, "{source_device}"},
		{"same number", func(w *world, i int) (string, cells) {
			return fmt.Sprintf("%08d#%s", i*7+3, w.name()), cells{"order_id": fmt.Sprint(i*7 + 3)}
		}, "{order_id:pad(8)}"},
		{"big-endian number", func(w *world, i int) (string, cells) {
			return fmt.Sprintf("%d#%s", i*7+3, w.name()), cells{"customer": be(uint64(i*7+3), 8)}
		}, "{customer:int}"},
		{"mostly the same", func(w *world, i int) (string, cells) {
			device := fmt.Sprintf("%s%d", w.one("lamp", "door", "sensor"), i%40)
			other := device
			if i%5 == 0 {
				other = "none"
			}
			return fmt.Sprintf("%s#%d", device, 1000+i), cells{"owner": other}
		}, "{name}"},
		{"no name", func(w *world, i int) (string, cells) {
			device := fmt.Sprintf("%s%d", w.one("lamp", "door", "sensor"), i%40)
			return fmt.Sprintf("%s#%d", device, 1000+i), cells{"d": device, "7": device, "de\x00vice": device}
		}, "{name}"},
	} {
		w := newWorld(5)
		var keys []row
		of := map[string]cells{}
		for i := range 300 {
			key, values := tt.make(w, i)
			keys = append(keys, row{key: key})
			of[key] = values
		}
		plain := sampleOf(keys)
		b := sample.NewBuilder(0)
		for i := range plain.Rows() {
			b.Row(plain.Key(i))
			for _, q := range []string{"7", "SourceDevice", "customer", "d", "de\x00vice", "order_id", "owner", "v"} {
				if v, ok := of[string(plain.Key(i))][q]; ok {
					b.Cell("f", []byte(q), 1_700_000_000_000_000, []byte(v))
				}
			}
		}
		res, err := Sample(context.Background(), sample.Assemble(sample.Table{}, sample.Provenance{Complete: true},
			[]*sample.Builder{b}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(templates(res), " "); !strings.HasPrefix(got, tt.want) &&
			!strings.HasPrefix(got, strings.TrimSuffix(tt.want, "}")+":") {
			t.Errorf("%s: %s, want %s first", tt.name, got, tt.want)
		}
	}
}
