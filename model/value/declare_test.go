package value

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tabletop/model/sample"
)

// drawn draws a value of each kind, by name.
func drawn(t *rapid.T, kind string) []byte {
	switch kind {
	case "word":
		return []byte(rapid.StringMatching(`[a-zäöü ]{1,12}`).Draw(t, kind))
	case "integer":
		return []byte(strconv.FormatInt(rapid.Int64().Draw(t, kind), 10))
	case "padded":
		return []byte(fmt.Sprintf("%08d", rapid.IntRange(0, 9999).Draw(t, kind)))
	case "decimal":
		return []byte(strconv.FormatFloat(rapid.Float64Range(-1e9, 1e9).Draw(t, kind), 'g', 6, 64))
	case "json":
		text, _ := json.Marshal(map[string]int{"a": rapid.Int().Draw(t, kind)})
		return text
	case "int64":
		return binary.BigEndian.AppendUint64(nil, uint64(rapid.Int64Range(-1<<40, 1<<40).Draw(t, kind)))
	case "float64":
		// Measurements, not the range of all exponents, which is taken for bytes.
		measured := float64(rapid.IntRange(-1e8, 1e8).Draw(t, kind)) / 100
		return binary.BigEndian.AppendUint64(nil, math.Float64bits(measured))
	case "bytes":
		return rapid.SliceOfN(rapid.Byte(), 1, 12).Draw(t, kind)
	}
	return nil
}

// TestDeclaredDecodes verifies on random columns that every value decodes under the type declared, as far as it was
// kept, and that a column with values that are no text is never a string.
func TestDeclaredDecodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"word", "integer", "padded", "decimal", "json", "int64",
			"float64", "bytes", "empty"}), 1, 3, rapid.ID[string]).Draw(t, "kinds")
		keep := rapid.SampledFrom([]int{4, 64, 64, 64}).Draw(t, "keep")
		var cells []sample.Cell
		for range rapid.IntRange(1, 40).Draw(t, "values") {
			value := drawn(t, rapid.SampledFrom(kinds).Draw(t, "kind"))
			cells = append(cells, sample.Cell{Value: value[:min(len(value), keep)], Size: len(value)})
		}
		got := Declare(cells, false)
		found := got.Empty
		for _, part := range got.Found {
			found += part.Values
		}
		if found != len(cells) || got.Values != len(cells) {
			t.Fatalf("%d of %d values are counted: %+v", found, len(cells), got)
		}
		for _, cell := range cells {
			if err := decodes(got, cell); err != nil {
				t.Fatalf("%q is declared %s, binary %v: %v", cell.Value, got.Type, got.Binary, err)
			}
		}
		if guess := Of(cells); got.Type == TypeString && guess.Codec == Mixed {
			t.Fatalf("a mixed column is a string: %+v", guess)
		}
	})
}

// TestDeclaredOfOneKind verifies what columns are declared whose values are of one kind.
func TestDeclaredOfOneKind(t *testing.T) {
	for kind, want := range map[string]string{"word": "string false", "integer": "integer false",
		"decimal": "float false", "int64": "integer true", "float64": "float true", "bytes": "bytes false"} {
		value := rapid.Custom(func(t *rapid.T) []byte { return drawn(t, kind) })
		var cells []sample.Cell
		for seed := range 40 {
			drawn := value.Example(seed)
			cells = append(cells, sample.Cell{Value: drawn, Size: len(drawn)})
		}
		got := Declare(cells, false)
		if got := fmt.Sprintf("%s %v", got.Type, got.Binary); got != want {
			t.Errorf("%s: declared %s, not %s", kind, got, want)
		}
	}
}

// decodes decodes a value as who reads the declaration would.
func decodes(d Declared, cell sample.Cell) error {
	var err error
	whole := len(cell.Value) == cell.Size
	switch {
	case d.Type == TypeString:
		for rest := cell.Value; len(rest) > 0; {
			r, n := utf8.DecodeRune(rest)
			if r == utf8.RuneError && n == 1 && (whole || utf8.FullRune(rest)) {
				return fmt.Errorf("no UTF-8")
			}
			if r < ' ' && r != '\n' && r != '\t' && r != '\r' && r != '\v' && r != '\f' {
				return fmt.Errorf("a control character")
			}
			rest = rest[n:]
		}
	case d.Type == TypeBytes:
	case !whole:
		return fmt.Errorf("a number of which a part is missing")
	case d.Binary:
		if len(cell.Value) != 8 {
			return fmt.Errorf("%d bytes", len(cell.Value))
		}
		if f := math.Float64frombits(binary.BigEndian.Uint64(cell.Value)); d.Type == TypeFloat && math.IsNaN(f) {
			return fmt.Errorf("not a number")
		}
	case d.Type == TypeInteger:
		_, err = strconv.ParseInt(string(cell.Value), 10, 64)
	case d.Type == TypeFloat:
		_, err = strconv.ParseFloat(string(cell.Value), 64)
	}
	return err
}

// TestDeclare verifies the types of columns at the limits between them.
func TestDeclare(t *testing.T) {
	eight := func(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }
	for _, tt := range []struct {
		name      string
		values    []string
		aggregate bool
		want      string
	}{
		{"numbers in digits", []string{"1", "-20"}, false, "integer false"},
		{"leading zeros, which a number loses", []string{"1", "007"}, false, "string false"},
		{"a number that is missing", []string{"1", ""}, false, "string false"},
		{"decimals", []string{"1", "0.50", "-1e5"}, false, "float false"},
		{"a number in other digits", []string{"0x1p4"}, false, "string false"},
		{"text of which some is JSON", []string{"{}", "a"}, false, "bytes false"},
		{"a byte that is no text", []string{"a", "b", "\xff"}, false, "bytes false"},
		{"numbers of 8 bytes", []string{eight(1), eight(1 << 40)}, false, "integer true"},
		{"numbers of 8 bytes, and text", []string{eight(1), "12345678"}, false, "bytes false"},
		{"hashes of 8 bytes", []string{eight(1 << 63), eight(7 << 60)}, false, "bytes false"},
		{"the same in an aggregate", []string{eight(1 << 63), eight(7 << 60)}, true, "integer true"},
		{"doubles", []string{eight(math.Float64bits(21.5)), eight(math.Float64bits(-3))}, false, "float true"},
		{"nothing", []string{"", ""}, false, "bytes false"},
		{"no value", nil, false, "bytes false"},
	} {
		var cells []sample.Cell
		for _, v := range tt.values {
			cells = append(cells, sample.Cell{Value: []byte(v), Size: len(v)})
		}
		if got := Declare(cells, tt.aggregate); fmt.Sprintf("%s %v", got.Type, got.Binary) != tt.want {
			t.Errorf("%s: %+v, want %s", tt.name, got, tt.want)
		}
	}
}
