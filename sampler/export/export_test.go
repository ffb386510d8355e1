package export

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"

	"tabletop/internal/demotest"
	"tabletop/internal/exportfile"
	"tabletop/internal/slowtest"
	"tabletop/model/census"
	"tabletop/model/sample"
)

var at = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// table returns a demo table of so many rows.
func table(t *testing.T, rows int) *sample.Sample {
	t.Helper()
	s, _, err := demotest.Example("demo:meters", at, rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// written writes an export of a table and opens it.
func written(t *testing.T, s *sample.Sample, o exportfile.Options) (*Source, []string) {
	t.Helper()
	folder := t.TempDir()
	names, err := exportfile.Write(folder, s, o)
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, folder), names
}

func opened(t *testing.T, name string) *Source {
	t.Helper()
	files, err := Local(name)
	if err != nil {
		t.Fatal(err)
	}
	return New(name, files, sample.Table{})
}

// same fails unless both samples have the same rows and cells.
func same(t *testing.T, got, want *sample.Sample) {
	t.Helper()
	if got.Rows() != want.Rows() || got.NumCells() != want.NumCells() || got.Bytes() != want.Bytes() {
		t.Fatalf("%d rows, %d cells, %d bytes; want %d, %d, %d", got.Rows(), got.NumCells(), got.Bytes(), want.Rows(),
			want.NumCells(), want.Bytes())
	}
	for i := range want.Rows() {
		if !bytes.Equal(got.Key(i), want.Key(i)) {
			t.Fatalf("row %d is %q, want %q", i, got.Key(i), want.Key(i))
		}
		from, to := want.Cells(i)
		if f, e := got.Cells(i); f != from || e != to {
			t.Fatalf("row %d has cells %d to %d, want %d to %d", i, f, e, from, to)
		}
		for j := from; j < to; j++ {
			a, b := got.Cell(j), want.Cell(j)
			if got.Column(a.Column) != want.Column(b.Column) || a.Micros != b.Micros || !a.SameValue(b) {
				t.Fatalf("row %d: %+v in %+v, want %+v in %+v", i, a, got.Column(a.Column), b, want.Column(b.Column))
			}
		}
	}
}

// TestReadsTheTable verifies that an export yields the rows of the table, whatever the codec, the order of the rows, the
// number of files, and how files are divided among workers.
func TestReadsTheTable(t *testing.T) {
	want := table(t, 3000)
	for name, o := range map[string]exportfile.Options{
		"plain":    {},
		"snappy":   {Shards: 3, Shuffled: true, Codec: ocf.SnappyCodec, BlockBytes: 2000},
		"deflate":  {Shards: 2, Codec: func() ocf.Codec { return ocf.DeflateCodec(6) }, BlockBytes: 16_000},
		"zstd":     {Shards: 2, Shuffled: true, Codec: func() ocf.Codec { return ocf.MustZstdCodec(nil, nil) }},
		"a row":    {BlockBytes: 1},
		"no order": {Shuffled: true},
	} {
		t.Run(name, func(t *testing.T) {
			source, _ := written(t, want, o)
			got, err := source.Sample(t.Context(), sample.Options{Strategy: sample.Auto, Rows: 200_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, want)
			if !got.How.Complete || got.Partial() != "" || len(got.Sections()) > 0 || len(got.Runs()) != 1 {
				t.Errorf("%+v", got.How)
			}
			scan := newScan(source.files, sample.Options{}, nil)
			var parts []*sample.Sample
			scan.takers = append(scan.takers, func(s *sample.Sample) error { parts = append(parts, s); return nil })
			scan.piece = 77_777
			if err := scan.run(t.Context(), nil); err != nil || len(scan.faults.list) > 0 {
				t.Fatal(err, scan.faults.list)
			}
			rows, err := merged(parts)
			if err != nil {
				t.Fatal(err)
			}
			same(t, rows, want)
		})
	}
}

// TestCountsWhatItDoesNotKeep verifies that of an export with more rows than were asked for all are counted, and a
// uniform sample of them is kept, as of a table.
func TestCountsWhatItDoesNotKeep(t *testing.T) {
	all := table(t, 2500)
	source, _ := written(t, all, exportfile.Options{Shards: 4, Shuffled: true, BlockBytes: 4000})
	opts := sample.Options{Strategy: sample.Everything, Rows: 700, Seed: 3, Keep: 64}
	got, err := source.Sample(t.Context(), opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows() != 700 || got.How.Complete || got.How.RowsSeen != 2500 || got.How.BytesSeen != all.Bytes() ||
		got.How.RowShare != 700./2500 || got.How.CountedAsOf.IsZero() {
		t.Errorf("%d rows, %+v", got.Rows(), got.How)
	}
	plan := census.Plan{Options: opts, Now: got.How.CountedAsOf, Families: source.about.Families}
	want, err := demotest.Counted(all, plan)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, want)
	for _, section := range want.Sections() {
		if data, ok := got.Section(section.ID); !ok || !bytes.Equal(data, section.Data) {
			t.Errorf("section %s differs", section.Name)
		}
	}
}

// TestFaults verifies that whatever is wrong with a file of an export, its name is said with the fault, and the rest is
// read as a part.
func TestFaults(t *testing.T) {
	want := table(t, 2000)
	flip := func(at float64) func([]byte) []byte {
		return func(b []byte) []byte { b[int(at*float64(len(b)))] ^= 0x40; return b }
	}
	for name, tt := range map[string]struct {
		change func([]byte) []byte
		says   string
		lost   int // rows at most
	}{
		"a damaged block":   {flip(0.5), "is damaged: ", 60},
		"cut off":           {func(b []byte) []byte { return b[:len(b)*2/3] }, "the file ends inside of it", 400},
		"empty":             {func([]byte) []byte { return nil }, "it is empty", 1000},
		"a damaged header":  {flip(0.002), "", 1000},
		"Parquet":           {func([]byte) []byte { return []byte("PAR1 and more") }, "it is a Parquet file", 1000},
		"JSON":              {func([]byte) []byte { return []byte(`{"row": {}}`) }, "it is a JSON export", 1000},
		"SequenceFile":      {func([]byte) []byte { return []byte("SEQ\x06 and more") }, "it is a SequenceFile", 1000},
		"another version":   {func(b []byte) []byte { b[3] = 9; return b }, "of another version", 1000},
		"records of orders": {func([]byte) []byte { return orders() }, "its records, Order (id), are no rows", 1000},
	} {
		t.Run(name, func(t *testing.T) {
			source, names := written(t, want, exportfile.Options{Shards: 2, Codec: ocf.SnappyCodec, BlockBytes: 3000})
			data, err := os.ReadFile(names[1])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(names[1], tt.change(data), 0o600); err != nil {
				t.Fatal(err)
			}
			source = opened(t, source.Name())
			got, err := source.Sample(t.Context(), sample.Options{}, nil)
			if err == nil || !strings.Contains(err.Error(), names[1]+": ") || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v, want %s", err, tt.says)
			}
			if got == nil || got.Rows() < 2000-tt.lost || got.Rows() == 2000 || got.Partial() == "" || got.How.Complete {
				t.Fatalf("%d rows, %+v", got.Rows(), got.How)
			}
		})
	}
}

// orders is an Avro file of records of another shape.
func orders() []byte {
	var out bytes.Buffer
	schema := avro.MustParse(`{"type":"record","name":"Order","fields":[{"name":"id","type":"long"}]}`)
	to, err := ocf.NewWriter(&out, schema)
	if err == nil {
		err = to.Close()
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

// TestShards verifies that shards that are missing are said to be, and files of several exports too.
func TestShards(t *testing.T) {
	all := table(t, 300)
	source, names := written(t, all, exportfile.Options{Shards: 3})
	if err := os.Remove(names[1]); err != nil {
		t.Fatal(err)
	}
	got, err := opened(t, source.Name()).Sample(t.Context(), sample.Options{}, nil)
	if err == nil || !strings.Contains(err.Error(), "1 of 3 shards are missing, the first is "+names[1]) ||
		got.Rows() != 200 || got.Partial() == "" {
		t.Errorf("%v, %d rows", err, got.Rows())
	}
	if err := os.Rename(names[2], filepath.Join(source.Name(), "old-00000-of-00001.avro")); err != nil {
		t.Fatal(err)
	}
	_, err = opened(t, source.Name()).Sample(t.Context(), sample.Options{}, nil)
	if err == nil || !strings.Contains(err.Error(), "the files are of 2 exports") {
		t.Error(err)
	}
}

// TestTwice verifies that rows of two exports are not added up.
func TestTwice(t *testing.T) {
	all := table(t, 2500)
	source, names := written(t, all, exportfile.Options{})
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(source.Name(), "copy.avro"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, rows := range []int64{0, 50} {
		got, err := opened(t, source.Name()).Sample(t.Context(), sample.Options{Rows: rows}, nil)
		if got != nil || err == nil || !strings.Contains(err.Error(), "is in it twice") {
			t.Errorf("%v", err)
		}
	}
}

// TestManyFiles verifies that an export of as many files as a large job writes is read.
func TestManyFiles(t *testing.T) {
	files := 1000
	if slowtest.On() {
		files = 10_000
	}
	all := table(t, 300)
	source, _ := written(t, all, exportfile.Options{Shards: files})
	got, err := source.Sample(t.Context(), sample.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, all)
}

// TestRestricts verifies the options that select rows and cells against those of a sample.
func TestRestricts(t *testing.T) {
	all := table(t, 2000)
	source, _ := written(t, all, exportfile.Options{Shuffled: true, BlockBytes: 3000})
	middle := all.Key(1000)
	for name, opts := range map[string]sample.Options{
		"prefix":  {Prefix: middle[:6]},
		"range":   {Start: all.Key(100), End: middle},
		"regex":   {KeyRegex: ".*7"},
		"family":  {Families: []string{all.Columns()[0].Family}},
		"since":   {Since: at.Add(-10 * 24 * time.Hour), Until: at.Add(-24 * time.Hour)},
		"nothing": {Prefix: []byte("no such key")},
	} {
		want, err := all.Filter(opts)
		if err != nil {
			t.Fatal(err)
		}
		got, err := source.Sample(t.Context(), opts, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, got, want)
		if !got.How.Complete {
			t.Errorf("%s: %+v", name, got.How)
		}
	}
	if _, err := source.Sample(t.Context(), sample.Options{KeyRegex: "("}, nil); err == nil {
		t.Error("a bad expression is accepted")
	}
}

// TestEnds verifies how a read ends at a limit, at the first rows, and when it is interrupted.
func TestEnds(t *testing.T) {
	all := table(t, 20_000)
	source, _ := written(t, all, exportfile.Options{Shards: 3})
	got, err := source.Sample(t.Context(), sample.Options{Strategy: sample.Head, Rows: 100}, nil)
	if err != nil || got.Rows() != 100 || got.How.Complete || got.How.Strategy != sample.Head || got.Partial() != "" {
		t.Errorf("head: %v, %+v", err, got.How)
	}
	got, err = source.Sample(t.Context(), sample.Options{Bytes: 1000}, nil)
	if err != nil || got.How.Ending != sample.EndLimit || got.How.Complete || got.Partial() != "" {
		t.Errorf("bytes: %v, %+v", err, got.How)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(sample.TimeLimit(time.Second))
	if got, err = source.Sample(ctx, sample.Options{}, nil); err != nil || got.How.Ending != sample.EndLimit {
		t.Errorf("time: %v, %+v", err, got.How)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if got, err = source.Sample(ctx, sample.Options{}, nil); err != nil || got.How.Ending != sample.EndInterrupt {
		t.Errorf("interrupt: %v, %+v", err, got.How)
	}
}

// TestReadsAll verifies the other ways in which all rows are read.
func TestReadsAll(t *testing.T) {
	all := table(t, 3000)
	source, _ := written(t, all, exportfile.Options{Shards: 2, Shuffled: true, BlockBytes: 3000})
	how, err := source.CountRows(t.Context(), sample.Options{}, nil)
	if err != nil || how.RowsSeen != 3000 || !how.ToTheEnd() {
		t.Errorf("%v, %+v", err, how)
	}
	row, err := source.Row(t.Context(), all.Key(77), 1000)
	if err != nil || row.Rows() != 1 || !bytes.Equal(row.Key(0), all.Key(77)) {
		t.Errorf("%v", err)
	}
	if row, err = source.Row(t.Context(), []byte("none"), 1000); err != nil || row.Rows() != 0 {
		t.Errorf("%v", err)
	}
	front := func(key []byte) []byte { return key[:4] }
	want := map[string]bool{}
	for i := range all.Rows() {
		want[string(front(all.Key(i)))] = true
	}
	fronts, whole, err := source.DistinctPrefixes(t.Context(), sample.Options{}, front, 1000)
	if err != nil || !whole || len(fronts) != len(want) {
		t.Errorf("%d, %v, %v; want %d", len(fronts), whole, err, len(want))
	}
	plan, err := source.Plan(t.Context(), sample.Options{})
	if err != nil || plan.Strategy != sample.Everything || plan.Bytes != source.size() {
		t.Errorf("%+v, %v", plan, err)
	}
	if _, err := source.Describe(t.Context()); err != nil {
		t.Error(err)
	}
}

func FuzzBlocks(f *testing.F) {
	s := sample.NewBuilder(64)
	for i := range 40 {
		s.Row(fmt.Appendf(nil, "row%03d", i))
		s.Cell("f", []byte("q"), int64(i), []byte("value"))
	}
	rows := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{s})
	for _, codec := range []func() ocf.Codec{nil, ocf.SnappyCodec} {
		data, err := exportfile.File(rows, exportfile.Options{Codec: codec, BlockBytes: 100})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "a.avro")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := opened(t, name).Sample(t.Context(), sample.Options{}, nil)
		if err == nil && got == nil {
			t.Error("no rows and no error")
		}
	})
}
