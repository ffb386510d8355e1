package parts

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"pgregory.net/rapid"
)

// TestSaveAndList verifies, in a folder and in memory, that a part is read as it was saved, that saving it twice leaves
// one file, and that damaged parts and those of another plan are named and refused.
func TestSaveAndList(t *testing.T) {
	ctx := context.Background()
	for _, folder := range []string{filepath.Join(t.TempDir(), "out.parts"), "memfs://list/out.parts"} {
		p := Part{Plan: "p", Start: []byte("a"), End: []byte("m"), Rows: 3, Bytes: 99,
			Unreadable: []Row{{[]byte("b"), "too large"}}, Census: []byte("counts")}
		for range 2 {
			if err := Save(ctx, folder, p); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Load(ctx, Name(folder, p.Start, p.End))
		if err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("%+v, %v", got, err)
		}
		other := Part{Plan: "q", Start: []byte("m")}
		if err := Save(ctx, folder, other); err != nil {
			t.Fatal(err)
		}
		data, err := Encode(Part{Plan: "p", Start: []byte("x"), Census: bytes.Repeat([]byte("c"), 50)})
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)-9]++
		if err := WriteFile(ctx, Name(folder, []byte("x"), nil), data); err != nil {
			t.Fatal(err)
		}
		found, damaged, err := List(ctx, folder, "p")
		if err != nil || len(found) != 1 || string(found[0].End) != "m" || len(damaged) != 2 {
			t.Errorf("%s: found %v, damaged %v, %v", folder, found, damaged, err)
		}
		for _, d := range damaged {
			if d.Name != Name(folder, []byte("m"), nil) && d.Name != Name(folder, []byte("x"), nil) {
				t.Errorf("damaged is %+v", d)
			}
		}
	}
}

// TestInterruptedWriteLeavesNoPart verifies that what a writer left half written is not taken for a part.
func TestInterruptedWriteLeavesNoPart(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(Name(folder, nil, nil)+".writing", []byte(magic), 0o600); err != nil {
		t.Fatal(err)
	}
	found, damaged, err := List(context.Background(), folder, "p")
	if err != nil || len(found) != 0 || len(damaged) != 0 {
		t.Errorf("%v, %v, %v", found, damaged, err)
	}
}

// TestTileCoversTheRange verifies that the parts chosen and the gaps together cover the range in order, without
// overlap.
func TestTileCoversTheRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.SampledFrom([]byte("abc")), 0, 2)
		var found []Found
		for range rapid.IntRange(0, 8).Draw(t, "parts") {
			found = append(found, Found{Start: key.Draw(t, "start"), End: key.Draw(t, "end")})
		}
		start, end := key.Draw(t, "from"), key.Draw(t, "to")
		if len(end) > 0 && bytes.Compare(start, end) >= 0 {
			end = nil
		}
		chosen, gaps := Tile(start, end, found)
		at, i, j := start, 0, 0
		for i < len(chosen) || j < len(gaps) {
			switch {
			case i < len(chosen) && bytes.Equal(chosen[i].Start, at):
				at = chosen[i].End
				i++
			case j < len(gaps) && bytes.Equal(gaps[j][0], at):
				at = gaps[j][1]
				j++
			default:
				t.Fatalf("nothing follows %q: %v, %q", at, chosen, gaps)
			}
		}
		if !bytes.Equal(at, end) {
			t.Fatalf("it ends at %q, not %q", at, end)
		}
	})
	chosen, gaps := Tile(nil, nil, []Found{{Start: []byte("a"), End: []byte("f")},
		{Start: []byte("a"), End: []byte("c")}, {Start: []byte("d")}, {Start: []byte("f"), End: nil}})
	if len(chosen) != 2 || string(chosen[0].End) != "f" || len(gaps) != 1 || string(gaps[0][1]) != "a" {
		t.Errorf("chosen %v, gaps %q", chosen, gaps)
	}
}
