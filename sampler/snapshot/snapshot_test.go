package snapshot_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/klauspost/compress/zstd"

	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/snapshot"
)

// limit is the memory that samples may take in bytes.
const limit = 1 << 30

// series is a sample as a table of measurements gives it: rows of 4 cells, some versions, values kept in part.
func series(rows int) *sample.Sample {
	r := rand.New(rand.NewPCG(7, uint64(rows)))
	b := sample.NewBuilder(16)
	var parts []*sample.Builder
	at := int64(1_790_000_000_000)
	for i := range rows {
		if i%50 == 0 {
			b = sample.NewBuilder(16)
			b.SetSection(1+i%3, int64(i)*100, false)
			parts = append(parts, b)
		}
		at += 1 + r.Int64N(60_000)
		b.Row(fmt.Appendf(nil, "host%05d.example.com#%d", i/100, at))
		b.Cell("cpu", []byte("user"), at*1000, fmt.Appendf(nil, "%.2f", r.Float64()))
		b.Cell("cpu", []byte("user"), at*1000-1000, fmt.Appendf(nil, "%.2f", r.Float64()))
		b.Cell("cpu", []byte("sys"), at*1000, binary.BigEndian.AppendUint64(nil, r.Uint64N(1e6)))
		b.Cell("log", []byte("line"), at*1000, bytes.Repeat([]byte("lorem "), r.IntN(20)))
	}
	table := sample.Table{Source: "p/i/t", Name: "t",
		Families: []sample.Family{{Name: "cpu", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}},
			{Name: "log"}}}
	how := sample.Provenance{Strategy: sample.Quick, Started: time.Unix(1_790_000_000, 0).UTC(), Points: 9,
		TotalBytes: 12345}
	return sample.Assemble(table, how, parts)
}

func saved(t testing.TB, s *sample.Sample) []byte {
	var b bytes.Buffer
	if err := snapshot.Save(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func difference(a, b *sample.Sample) string {
	return cmp.Diff(a, b, cmp.AllowUnexported(sample.Sample{}), cmpopts.EquateEmpty())
}

func TestRoundTrip(t *testing.T) {
	for _, rows := range []int{0, 1, 49, 500} {
		s := series(rows)
		back, err := snapshot.Read(bytes.NewReader(saved(t, s)), "x", limit)
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(s, back); diff != "" {
			t.Errorf("%d rows:\n%s", rows, diff)
		}
	}
}

// wantError checks that err reads as every failure of a source is: naming the file and the next step.
func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	var e *sampler.Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %v, want a *sampler.Error", err)
	}
	if e.Next == "" {
		t.Errorf("%q names no next step", err)
	}
	for _, w := range append(words, "file.snap") {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}

func read(file []byte) error {
	_, err := snapshot.Read(bytes.NewReader(file), "file.snap", limit)
	return err
}

// seal sets lengths and checksum of a file right, so that what is behind them is tested.
func seal(file []byte) []byte {
	binary.LittleEndian.PutUint64(file[20:], uint64(len(file)-32))
	table := crc32.MakeTable(crc32.Castagnoli)
	binary.LittleEndian.PutUint32(file[28:], crc32.Update(crc32.Checksum(file[8:28], table), table, file[32:]))
	return file
}

// wrap makes a sound file of any body; raw is what it claims to unpack to.
func wrap(body []byte, raw uint64) []byte {
	enc, _ := zstd.NewWriter(nil)
	file := append([]byte("\x89TTOP\r\n\x1a\x01\x00\x00\x00"), make([]byte, 20)...)
	binary.LittleEndian.PutUint64(file[12:], raw)
	return seal(enc.EncodeAll(body, file))
}

func TestForeignAndNewer(t *testing.T) {
	wantError(t, read(nil), "not a saved sample of tabletop")
	wantError(t, read([]byte("x")), "not a saved sample of tabletop")
	wantError(t, read([]byte(`{"rows": 3, "this": "is some JSON document"}`)), "not a saved sample of tabletop")
	wantError(t, read(bytes.Repeat([]byte("row,column,value\n"), 1000)), "not a saved sample of tabletop")
	newer := saved(t, series(10))
	binary.LittleEndian.PutUint32(newer[8:], 3)
	wantError(t, read(seal(newer)), "format 3", "reads formats up to 2", "update")
}

func TestTruncated(t *testing.T) {
	file := saved(t, series(20))
	for n := 1; n < len(file); n++ {
		want := "damaged"
		wantError(t, read(file[:n]), want)
	}
	wantError(t, read(append(slices.Clone(file), 0)), "damaged", "more")
}

func TestBitFlips(t *testing.T) {
	file := saved(t, series(20))
	for bit := range 8 * len(file) {
		broken := slices.Clone(file)
		broken[bit/8] ^= 1 << (bit % 8)
		if bit < 64 {
			wantError(t, read(broken), "not a saved sample of tabletop")
		} else {
			wantError(t, read(broken), "damaged")
		}
	}
}

func TestUnreadable(t *testing.T) {
	_, err := snapshot.Read(io.MultiReader(bytes.NewReader(saved(t, series(1))[:40]), failing{}), "file.snap", limit)
	wantError(t, err, "cannot read", "the disk is gone")
	_, err = snapshot.ReadFile(context.Background(), filepath.Join(t.TempDir(), "file.snap"), limit)
	wantError(t, err, "cannot read")
	dir := filepath.Join(t.TempDir(), "file.snap")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = snapshot.ReadFile(context.Background(), dir, limit)
	wantError(t, err, "cannot read")
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// A small file must not make the reader ask for much memory, whatever lengths it claims.
func TestHostileLengths(t *testing.T) {
	enc, _ := zstd.NewWriter(nil)
	bomb := enc.EncodeAll(make([]byte, 1<<28), nil)
	long := append([]byte("\x89TTOP\r\n\x1a\x01\x00\x00\x00"), make([]byte, 20)...)
	binary.LittleEndian.PutUint64(long[20:], 1<<63)
	unpacked := append(wrap(nil, 1<<40)[:32], bomb...)
	honest := wrap(nil, 100)
	honest = seal(append(honest[:32], bomb...))
	for name, file := range map[string][]byte{
		"stream of 2^63":         long,
		"raw of 2^40":            wrap([]byte("x"), 1<<40),
		"raw of 2^64-1":          wrap([]byte("x"), 1<<64-1),
		"bomb with a long claim": seal(unpacked),
		"bomb with a short one":  honest,
		"raw longer than true":   wrap([]byte("x"), 1000),
		"raw shorter than true":  wrap(make([]byte, 1000), 10),
		"rows of 2^62": wrap([]byte("\x02{}\xff\xff\xff\xff\xff\xff\xff\xff\x3f\x00\x00\x00\x00\x00\x01"),
			18),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := read(file)
			runtime.ReadMemStats(&after)
			wantError(t, err, "damaged")
			if got := after.TotalAlloc - before.TotalAlloc; got > 32<<20 {
				t.Errorf("%d bytes of file made the reader allocate %d bytes", len(file), got)
			}
		})
	}
}

// A sample that packs better than a reader would believe is padded until it does.
func TestVeryCompressible(t *testing.T) {
	b := sample.NewBuilder(1 << 20)
	for i := range 64 {
		b.Row([]byte{byte(i)})
		b.Cell("f", nil, 0, make([]byte, 1<<19))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	file := saved(t, s)
	if len(file) < 30_000 || len(file) > 60_000 {
		t.Errorf("32 MiB of zeros are a file of %d bytes", len(file))
	}
	back, err := snapshot.Read(bytes.NewReader(file), "x", limit)
	if err != nil {
		t.Fatal(err)
	}
	if back.Bytes() != s.Bytes() {
		t.Errorf("%d bytes came back of %d", back.Bytes(), s.Bytes())
	}
}

func TestSaveFileReplacesWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.snap")
	for _, rows := range []int{200, 10} {
		if err := snapshot.SaveFile(path, series(rows)); err != nil {
			t.Fatal(err)
		}
		if s, err := snapshot.ReadFile(context.Background(), path, limit); err != nil || s.Rows() != rows {
			t.Fatalf("read %v, %v", s, err)
		}
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
	wantError(t, snapshot.SaveFile(filepath.Join(path, "below", "file.snap"), series(1)), "cannot write snapshot")
}

func TestSource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.snap")
	s := series(600)
	if err := snapshot.SaveFile(path, s); err != nil {
		t.Fatal(err)
	}
	saved, err := snapshot.ReadFile(context.Background(), path, limit)
	if err != nil {
		t.Fatal(err)
	}
	src := snapshot.New(path, saved)
	defer src.Close()
	ctx := context.Background()
	table, err := src.Describe(ctx)
	if err != nil || table.Name != "t" || len(table.Families) != 2 || src.Name() != path {
		t.Errorf("described as %+v, %v", table, err)
	}
	var told []sample.Progress
	got, err := src.Sample(ctx, sample.Options{}, func(p sample.Progress) { told = append(told, p) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(s, got); diff != "" {
		t.Error(diff)
	}
	if len(told) != 1 || told[0].Rows != 600 || told[0].Sample != got || told[0].Fraction != 1 {
		t.Errorf("progress was %+v", told)
	}
	part, err := src.Sample(ctx, sample.Options{Prefix: []byte("host00003"), Rows: 60}, nil)
	if err != nil || part.Rows() != 60 || !bytes.HasPrefix(part.Key(0), []byte("host00003")) {
		t.Errorf("60 rows of one host are %d rows, %v", part.Rows(), err)
	}
	_, err = src.Sample(ctx, sample.Options{KeyRegex: "["}, nil)
	wantError(t, err, "RE2")
	row, err := src.Row(ctx, s.Key(234), 99)
	if err != nil || row.Rows() != 1 || row.RowBytes(0) != s.RowBytes(234) {
		t.Errorf("row is %d rows, %v", row.Rows(), err)
	}
	if gone, err := src.Row(ctx, []byte("no such"), 99); err != nil || gone.Rows() != 0 {
		t.Errorf("a row that is not there gave %d rows, %v", gone.Rows(), err)
	}
}

func FuzzOpen(f *testing.F) {
	for _, rows := range []int{0, 1, 60} {
		file := saved(f, series(rows))
		f.Add(file, false)
		var raw bytes.Buffer
		if err := series(rows).Encode(&raw); err != nil {
			f.Fatal(err)
		}
		f.Add(raw.Bytes(), true)
	}
	f.Fuzz(func(t *testing.T, b []byte, body bool) {
		if body { // past the checksum, which keeps a fuzzer out
			b = wrap(b, uint64(len(b)))
		}
		s, err := snapshot.Read(bytes.NewReader(b), "file.snap", limit)
		if err != nil {
			wantError(t, err)
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		back, err := snapshot.Read(bytes.NewReader(saved(t, s)), "file.snap", limit)
		if err != nil {
			t.Fatal(err)
		}
		if back.Rows() != s.Rows() || back.Bytes() != s.Bytes() {
			t.Fatal("a sample changes when it is saved and read")
		}
	})
}

func BenchmarkRead(b *testing.B) {
	file := saved(b, series(100_000))
	b.SetBytes(int64(len(file)))
	b.ReportMetric(float64(len(file))/100_000, "B/row")
	for b.Loop() {
		if _, err := snapshot.Read(bytes.NewReader(file), "x", limit); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSave(b *testing.B) {
	s := series(100_000)
	for b.Loop() {
		if err := snapshot.Save(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}

// bomb is a sample in the form of Encode with no rows but these claims; body follows the seven counts.
func bomb(text string, counts [7]uint64, body []byte) []byte {
	b := binary.AppendUvarint(nil, uint64(len(text)))
	b = append(b, text...)
	for _, n := range counts {
		b = binary.AppendUvarint(b, n)
	}
	return append(b, body...)
}

// squeezed makes a sound file of a body that packs better than a reader believes.
func squeezed(body []byte) []byte {
	file := wrap(body, uint64(len(body)))
	if short := len(body)/1000 - len(file) + 1000; short > 0 {
		file = binary.LittleEndian.AppendUint32(file, 0x184D2A50) // a frame that is skipped
		file = binary.LittleEndian.AppendUint32(file, uint32(short))
		file = append(file, make([]byte, short)...)
	}
	return seal(file)
}

// TestBombsAreBounded verifies that a file makes the reader hold what it contains and not what it claims, and that over
// the limit the user is asked.
func TestBombsAreBounded(t *testing.T) {
	const size = 32 << 20
	zeros := make([]byte, size)
	for _, c := range []struct {
		name  string
		body  []byte
		limit int64
		alloc uint64 // the most that may be allocated in all, in bytes
		words []string
	}{
		{"as many cells as bytes", bomb("{}", [7]uint64{1, size, 1, 0, 0, 0, 1}, zeros), 1 << 40, 4 * size,
			[]string{"damaged", "ends too early"}},
		{"as many rows as bytes", bomb("{}", [7]uint64{size, 0, 0, 0, 0, 1, 1}, zeros), 1 << 40, 4 * size,
			[]string{"damaged", "ends too early"}},
		{"as many columns as bytes", bomb("{}", [7]uint64{0, 0, size, 0, 0, 0, 1}, zeros), 1 << 40, 4 * size,
			[]string{"damaged", "ends too early"}},
		{"cells that it has", bomb("{}", [7]uint64{1, size / 5, 1, 0, 0, 0, 1}, zeros), 100 << 20, 4 * size,
			[]string{"needs 186 MiB", "the limit is 99 MiB", "--max-memory 1GiB"}},
		{"runs in the description", bomb(`{"Runs":[`+strings.Repeat("{},", size/4)+`{}]}`,
			[7]uint64{0, 0, 0, 0, 0, 0, 1}, nil), 1 << 30, 4 * size,
			[]string{"damaged", "its values need 37 times the memory of their text"}},
		{"unpacks to more than the limit", zeros, 16 << 20, size, []string{"--max-memory"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := squeezed(c.body)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := snapshot.Read(bytes.NewReader(file), "file.snap", c.limit)
			runtime.ReadMemStats(&after)
			wantError(t, err, c.words...)
			if got := after.TotalAlloc - before.TotalAlloc; got > c.alloc {
				t.Errorf("%d bytes of file made the reader allocate %d bytes, want at most %d", len(file), got, c.alloc)
			}
		})
	}
	if _, err := snapshot.Read(bytes.NewReader(saved(t, series(1000))), "file.snap", 100); err == nil ||
		!strings.Contains(err.Error(), "--max-memory") {
		t.Errorf("a file larger than the limit: %v", err)
	}
}

// TestSmallLimitIsEnough verifies that what a sound sample is said to need is near what it takes.
func TestSmallLimitIsEnough(t *testing.T) {
	file := saved(t, series(20_000)) // 80,000 cells: 2 MB of arrays, 3 MB of keys and values
	if _, err := snapshot.Read(bytes.NewReader(file), "file.snap", 16<<20); err != nil {
		t.Error(err)
	}
}

// TestReadWaitsUntilTheContextEnds verifies that a stream without an end does not hold the program.
func TestReadWaitsUntilTheContextEnds(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	time.AfterFunc(10*time.Millisecond, func() { cancel(stop) })
	if _, err := snapshot.ReadStream(ctx, r, "a stream", limit); !errors.Is(err, stop) {
		t.Errorf("error %v, want the cause of the end", err)
	}
}

// TestTableOf verifies that the table of a saved sample and when it was read are known from the beginning of its file,
// and that a file that is no sample, or ends too early, is refused.
func TestTableOf(t *testing.T) {
	saved := series(500)
	saved.Table.Project, saved.Table.Instance = "p", "i"
	path := filepath.Join(t.TempDir(), "x.tabletop")
	if err := snapshot.SaveFile(path, saved); err != nil {
		t.Fatal(err)
	}
	table, read, err := snapshot.TableOf(path)
	if err != nil || table.ID() != "p/i/t" || !read.Equal(saved.How.Started) {
		t.Errorf("it is of %q, read %v: %v", table.ID(), read, err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range [][]byte{nil, all[:40], all[:100], []byte("no sample at all")} {
		if err := os.WriteFile(path, cut, 0o600); err != nil {
			t.Fatal(err)
		}
		if table, _, err := snapshot.TableOf(path); err == nil {
			t.Errorf("%d bytes are a sample of %q", len(cut), table.ID())
		}
	}
}
