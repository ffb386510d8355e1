package snapshot_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"tabletop/model/analysis"
	"tabletop/model/census"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

// section makes a section of a file as documented, of any content.
func section(id, flags uint32, name string, data []byte) []byte {
	enc, _ := zstd.NewWriter(nil)
	stream := enc.EncodeAll(data, nil)
	head := make([]byte, 44, 44+len(stream))
	binary.LittleEndian.PutUint32(head, id)
	binary.LittleEndian.PutUint32(head[4:], flags)
	binary.LittleEndian.PutUint64(head[8:], uint64(len(data)))
	binary.LittleEndian.PutUint64(head[16:], uint64(len(stream)))
	copy(head[24:40], name)
	return sealSection(append(head, stream...))
}

// sealSection sets the checksum of a section right.
func sealSection(x []byte) []byte {
	table := crc32.MakeTable(crc32.Castagnoli)
	binary.LittleEndian.PutUint32(x[40:], crc32.Update(crc32.Checksum(x[:40], table), table, x[44:]))
	return x
}

// fileOf makes a file of format 2 of these sections.
func fileOf(sections ...[]byte) []byte {
	file := append([]byte("\x89TTOP\r\n\x1a\x02\x00\x00\x00"), make([]byte, 20)...)
	var raw uint64
	for _, x := range sections {
		raw += binary.LittleEndian.Uint64(x[8:])
		file = append(file, x...)
	}
	binary.LittleEndian.PutUint64(file[12:], raw)
	return seal(file)
}

func rowsSection(t testing.TB, s *sample.Sample) []byte {
	var b bytes.Buffer
	if err := s.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return section(1, 0, "rows", b.Bytes())
}

// counted returns a sample of some rows that carries the counts of more.
func counted(t testing.TB) *sample.Sample {
	all := series(300)
	totals := census.NewTally()
	totals.Add(all)
	cells := retention.NewCounter(&all.Table, time.Unix(1_790_000_100, 0))
	cells.Add(all, nil)
	one, err1 := totals.Totals().Section()
	two, err2 := cells.Totals().Section()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return series(20).WithSections(two, one)
}

// TestSectionsComeBack verifies that the file carries what was counted of all rows.
func TestSectionsComeBack(t *testing.T) {
	s := counted(t)
	back, err := snapshot.Read(bytes.NewReader(saved(t, s)), "x", limit)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(s, back); diff != "" {
		t.Error(diff)
	}
	totals, err := census.TotalsFromSample(back)
	if err != nil || totals.Rows != 300 || len(totals.LargestRows) != census.MaxLargest {
		t.Errorf("totals are %+v, %v", totals, err)
	}
	if cells, err := retention.FromSample(back); err != nil || cells.Rows != 300 {
		t.Errorf("retention is %+v, %v", cells, err)
	}
}

// TestFirstFormatOpens verifies that a file that was written before files had sections still opens.
func TestFirstFormatOpens(t *testing.T) {
	s, err := snapshot.ReadFile(context.Background(), filepath.Join("testdata", "format1.tabletop"), limit)
	if err != nil {
		t.Fatal(err)
	}
	if s.Rows() != 40 || s.Table.Name != "SENSOR" || len(s.Sections()) != 0 || s.How.Strategy != sample.Everything {
		t.Errorf("it holds %d rows of %q, %d sections", s.Rows(), s.Table.Name, len(s.Sections()))
	}
}

// TestUnknownSections verifies that a section of a newer version is skipped if it is optional, and that else the file
// is refused with the section named.
func TestUnknownSections(t *testing.T) {
	s := series(30)
	rows := rowsSection(t, s)
	for _, order := range [][][]byte{
		{rows, section(77, 1, "census", []byte("whatever"))},
		{section(77, 1, "census", []byte("whatever")), rows},
	} {
		back, err := snapshot.Read(bytes.NewReader(fileOf(order...)), "x", limit)
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(s, back); diff != "" {
			t.Error(diff)
		}
	}
	wantError(t, read(fileOf(rows, section(77, 0, "census", []byte("x")))), "cannot read", `section 77 ("census")`,
		"does not know", "update tabletop")
	wantError(t, read(fileOf(rows, section(77, 2, "a\x1b[2J\n", []byte("x")))), `section 77 ("a\x1b[2J\n")`)
}

// TestHostileSections verifies that every way in which sections contradict themselves is named as damage.
func TestHostileSections(t *testing.T) {
	rows := rowsSection(t, series(30))
	totals, _ := counted(t).Section(sample.TotalsSection)
	cells, _ := counted(t).Section(sample.RetentionSection)
	set := func(at int, v uint64) []byte {
		x := slices.Clone(rows)
		binary.LittleEndian.PutUint64(x[at:], v)
		return sealSection(x)
	}
	swap := func(data []byte, from, to string) []byte {
		if !bytes.Contains(data, []byte(from)) {
			t.Fatalf("%q is not in %s", from, data)
		}
		return bytes.Replace(data, []byte(from), []byte(to), 1)
	}
	broken := slices.Clone(rows)
	broken[len(broken)-1] ^= 1
	for name, c := range map[string]struct {
		file  []byte
		words string
	}{
		"none":                 {fileOf(), "a section is missing"},
		"no rows":              {fileOf(section(77, 1, "census", nil)), "a section is missing"},
		"rows twice":           {fileOf(rows, rows), "there twice"},
		"its stream changed":   {fileOf(broken), `checksum of section 1 ("rows")`},
		"longer than the file": {fileOf(set(16, 1<<40)), "more than follow"},
		"of 2^64-1 bytes":      {fileOf(set(16, 1<<64-1)), "more than follow"},
		"unpacks to 2^63":      {fileOf(set(8, 1<<63)), "claims to unpack"},
		"unpacks to less":      {fileOf(set(8, 3)), "it unpacks to more bytes, not 3"},
		"ends inside a header": {seal(append(fileOf(rows), 1, 2, 3)), "inside the header"},
		"totals are no JSON":   {fileOf(rows, section(2, 1, "totals", []byte("{"))), `section 2 ("totals")`},
		"totals of negative rows": {fileOf(rows, section(2, 1, "totals", swap(totals, `"Rows":300`, `"Rows":-1`))),
			"not of all rows"},
		"a bucket too many": {fileOf(rows,
			section(2, 1, "totals", swap(totals, `"Counts":[`, `"Counts":[1,`))), "distribution"},
		"largest rows out of order": {fileOf(rows,
			section(2, 1, "totals",
				swap(totals, `"LargestRows":[{`, `"LargestRows":[{"Key":"eA==","Bytes":1,"Cells":1},{`))),
			"a list is too long"},
		"retention of more than rows": {fileOf(rows,
			section(3, 1, "retention", swap(cells, `"Rows":300`, `"Rows":299`))), "not of all rows"},
		"eligible more than stored": {fileOf(rows,
			section(3, 1, "retention", swap(cells, `"Eligible":{"Cells":300`, `"Eligible":{"Cells":30000`))),
			"contradict"},
	} {
		t.Run(name, func(t *testing.T) { wantError(t, read(c.file), "damaged", c.words) })
	}
}

// TestSectionsCountAgainstTheLimit verifies that a section is not decoded into more memory than is allowed.
func TestSectionsCountAgainstTheLimit(t *testing.T) {
	bomb := section(2, 1, "totals", append(append([]byte(`{"Columns":[`), bytes.Repeat([]byte("{},"), 1<<20)...),
		"{}]}"...))
	short := 1<<22/1000 - len(bomb)
	bomb = append(bomb, 0x50, 0x2A, 0x4D, 0x18, byte(short), byte(short>>8), byte(short>>16), 0)
	bomb = append(bomb, make([]byte, short)...)
	binary.LittleEndian.PutUint64(bomb[16:], uint64(len(bomb)-44))
	_, err := snapshot.Read(bytes.NewReader(fileOf(rowsSection(t, series(1)), sealSection(bomb))), "file.snap", 16<<20)
	wantError(t, err, "--max-memory")
}

// FuzzSections reads any sections past the checksums, which keep a fuzzer out.
func FuzzSections(f *testing.F) {
	s := counted(f)
	for _, x := range s.Sections() {
		f.Add(uint32(x.ID), uint32(1), x.Name, x.Data)
	}
	f.Add(uint32(9), uint32(0), "other", []byte("x"))
	rows := rowsSection(f, series(3))
	f.Fuzz(func(t *testing.T, id, flags uint32, name string, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		file := fileOf(rows, section(id, flags, name, data))
		back, err := snapshot.Read(bytes.NewReader(file), "file.snap", limit)
		if err != nil {
			if !strings.Contains(err.Error(), "file.snap") {
				t.Errorf("%q does not name the file", err)
			}
			return
		}
		if _, err := snapshot.Read(bytes.NewReader(saved(t, back)), "file.snap", limit); err != nil {
			t.Fatal(err)
		}
		a, err := analysis.New(context.Background(), back, analysis.Options{Layouts: rowkey.Set{}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Review(context.Background()); err != nil {
			t.Fatal(err)
		}
	})
}
