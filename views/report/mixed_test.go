package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
)

// TestStatsJSONHasThePartsOfMixedValues verifies that the JSON states what mixed values are, with their shares, and has
// no parts for other columns.
func TestStatsJSONHasThePartsOfMixedValues(t *testing.T) {
	b := sample.NewBuilder(64)
	for i := range 300 {
		b.Row(fmt.Appendf(nil, "k%04d", i))
		value := fmt.Appendf(nil, `{"n":%d}`, i)
		switch i % 3 {
		case 1:
			value = fmt.Appendf(nil, "plain words %d", i)
		case 2:
			value = []byte{0, 0, 0, 0, 0, 0, 1, byte(i)}
		}
		b.Cell("f", []byte("mixed"), 1, value)
		b.Cell("f", []byte("words"), 1, []byte("plain words"))
	}
	in := input(t, "p/i/t", sample.Assemble(sample.Table{}, everything(), []*sample.Builder{b}), nil)
	if in.Profile.Columns[0].Guess != figures.GuessMixed {
		t.Fatalf("the values are %s", in.Profile.Columns[0].Guess)
	}
	var got struct {
		Columns []struct {
			Parts []doc.ValuePart `json:"values_mixed"`
		} `json:"columns"`
	}
	if err := json.Unmarshal([]byte(printed(t, func(b *bytes.Buffer) error { return Stats(b, in, JSON) })),
		&got); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, p := range got.Columns[0].Parts {
		want := in.Profile.Columns[0].GuessParts[i]
		if p.LooksLike != string(want.Codec) || math.Abs(p.Share-want.Share) > 1e-6 {
			t.Errorf("part %d is %+v, want %+v", i, p, want)
		}
		sum += p.Share
	}
	if len(got.Columns[0].Parts) != 3 || sum < 0.99 || sum > 1.01 || got.Columns[1].Parts != nil {
		t.Errorf("the parts are %+v and %+v", got.Columns[0].Parts, got.Columns[1].Parts)
	}
}
