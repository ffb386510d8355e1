package rows

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"tabletop/model/sample"
)

// shape of a chunk, for tables of them.
type shape struct {
	key, family, qualifier string // "-" is not sent
	micros                 int64
	value                  string
	size                   int32
	commit, reset          bool
}

func (s shape) chunk() *pb.ReadRowsResponse_CellChunk {
	c := &pb.ReadRowsResponse_CellChunk{TimestampMicros: s.micros, Value: []byte(s.value), ValueSize: s.size}
	if s.key != "-" {
		c.RowKey = []byte(s.key)
	}
	if s.family != "-" {
		c.FamilyName = wrapperspb.String(s.family)
	}
	if s.qualifier != "-" {
		c.Qualifier = wrapperspb.Bytes([]byte(s.qualifier))
	}
	if s.commit {
		c.RowStatus = &pb.ReadRowsResponse_CellChunk_CommitRow{CommitRow: true}
	}
	if s.reset {
		c.RowStatus = &pb.ReadRowsResponse_CellChunk_ResetRow{ResetRow: true}
	}
	return c
}

func frame(t testing.TB, m *pb.ReadRowsResponse) []byte {
	t.Helper()
	b, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var reset = shape{key: "-", family: "-", qualifier: "-", reset: true}

func TestDecoder(t *testing.T) {
	for name, test := range map[string]struct {
		chunks []shape
		want   string // rows as text; see text
		fails  bool
	}{
		"one cell": {[]shape{{"a", "f", "q", 5, "v", 0, true, false}}, "a[f:q@5=v/1]", false},
		"inherited column": {[]shape{{"a", "f", "q", 5, "v", 0, false, false},
			{"-", "-", "-", 4, "w", 0, true, false}}, "a[f:q@5=v/1 f:q@4=w/1]", false},
		"inherited family": {[]shape{{"a", "f", "q", 5, "v", 0, false, false},
			{"-", "-", "r", 4, "w", 0, true, false}}, "a[f:q@5=v/1 f:r@4=w/1]", false},
		"empty qualifier is sent": {[]shape{{"a", "f", "q", 5, "v", 0, false, false},
			{"-", "-", "", 4, "w", 0, true, false}}, "a[f:q@5=v/1 f:@4=w/1]", false},
		"key repeated": {[]shape{{"a", "f", "q", 5, "v", 0, false, false},
			{"a", "f", "q", 4, "w", 0, true, false}}, "a[f:q@5=v/1 f:q@4=w/1]", false},
		"value in three": {[]shape{{"a", "f", "q", 5, "abc", 9, false, false},
			{"-", "-", "-", 0, "def", 9, false, false}, {"-", "-", "-", 0, "ghi", 0, true, false}},
			"a[f:q@5=abcdefgh/9]", false},
		"cell after a split value": {[]shape{{"a", "f", "q", 5, "abc", 4, false, false},
			{"-", "-", "-", 0, "d", 0, false, false}, {"-", "-", "-", 3, "x", 0, true, false}},
			"a[f:q@5=abcd/4 f:q@3=x/1]", false},
		"reset in a row": {[]shape{{"a", "f", "q", 5, "v", 0, false, false}, reset,
			{"a", "g", "q", 6, "w", 0, true, false}}, "a[g:q@6=w/1]", false},
		"reset in a value": {[]shape{{"a", "f", "q", 5, "v", 3, false, false}, reset,
			{"b", "f", "q", 6, "w", 0, true, false}}, "b[f:q@6=w/1]", false},
		"two rows": {[]shape{{"a", "f", "q", 5, "v", 0, true, false},
			{"b", "f", "q", 5, "w", 0, true, false}}, "a[f:q@5=v/1] b[f:q@5=w/1]", false},
		"not committed": {[]shape{{"a", "f", "q", 5, "v", 0, true, false},
			{"b", "f", "q", 5, "w", 0, false, false}}, "a[f:q@5=v/1]", false},
		"negative and zero times": {[]shape{{"a", "f", "q", -1, "", 0, false, false},
			{"-", "-", "-", 0, "", 0, true, false}}, "a[f:q@-1=/0 f:q@0=/0]", false},

		"reset between rows": {[]shape{reset}, "", true},
		"no key":             {[]shape{{"-", "f", "q", 5, "v", 0, true, false}}, "", true},
		"no family":          {[]shape{{"a", "-", "q", 5, "v", 0, true, false}}, "", true},
		"out of order": {[]shape{{"b", "f", "q", 5, "v", 0, true, false},
			{"a", "f", "q", 5, "v", 0, true, false}}, "b[f:q@5=v/1]", true},
		"the same row again": {[]shape{{"b", "f", "q", 5, "v", 0, true, false},
			{"b", "f", "q", 5, "v", 0, true, false}}, "b[f:q@5=v/1]", true},
		"key changes in a row": {[]shape{{"a", "f", "q", 5, "v", 0, false, false},
			{"b", "f", "q", 5, "v", 0, true, false}}, "", true},
		"family without qualifier": {[]shape{{"a", "f", "q", 5, "v", 0, false, false},
			{"-", "g", "-", 5, "v", 0, true, false}}, "", true},
		"commit inside a value": {[]shape{{"a", "f", "q", 5, "v", 9, true, false}}, "", true},
		"column inside a value": {[]shape{{"a", "f", "q", 5, "v", 9, false, false},
			{"-", "-", "r", 0, "v", 0, true, false}}, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			var m pb.ReadRowsResponse
			for _, s := range test.chunks {
				m.Chunks = append(m.Chunks, s.chunk())
			}
			// All in one message, and each chunk in its own.
			single := [][]byte{frame(t, &m)}
			var many [][]byte
			for _, c := range m.Chunks {
				many = append(many, frame(t, &pb.ReadRowsResponse{Chunks: []*pb.ReadRowsResponse_CellChunk{c}}))
			}
			for _, frames := range [][][]byte{single, many} {
				got, err := decode(frames, 8)
				if got != test.want || (err != nil) != test.fails {
					t.Errorf("%d frames: %s, error %v; want %s, error %v", len(frames), got, err, test.want, test.fails)
				}
			}
		})
	}
}

// decode reads the frames and writes the rows as text.
func decode(frames [][]byte, keep int) (string, error) {
	b := sample.NewBuilder(keep)
	d := NewDecoder(b, keep, nil)
	var err error
	for _, f := range frames {
		if err = d.Frame(f); err != nil {
			break
		}
	}
	d.DiscardRow()
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	if d.Rows != int64(s.Rows()) || d.Bytes != s.Bytes() || b.Bytes() != s.Bytes() {
		return "", fmt.Errorf("counted %d rows of %d bytes, the builder %d; there are %d of %d", d.Rows, d.Bytes,
			b.Bytes(), s.Rows(), s.Bytes())
	}
	return text(s), err
}

func text(s *sample.Sample) string {
	var out bytes.Buffer
	for i := range s.Rows() {
		if i > 0 {
			out.WriteByte(' ')
		}
		fmt.Fprintf(&out, "%s[", s.Key(i))
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			if j > from {
				out.WriteByte(' ')
			}
			c := s.Cell(j)
			fmt.Fprintf(&out, "%s:%s@%d=%s/%d", s.Column(c.Column).Family, s.Column(c.Column).Qualifier, c.Micros,
				c.Value, c.Size)
		}
		out.WriteByte(']')
	}
	return out.String()
}

func TestLastScanned(t *testing.T) {
	b := sample.NewBuilder(0)
	d := NewDecoder(b, 0, []byte("c"))
	for _, key := range []string{"d", "b"} { // a step back is not taken
		if err := d.Frame(frame(t, &pb.ReadRowsResponse{LastScannedRowKey: []byte(key)})); err != nil {
			t.Fatal(err)
		}
	}
	if string(d.After()) != "d" {
		t.Errorf("after %q, want d", d.After())
	}
	row := shape{"d", "f", "q", 1, "v", 0, true, false}
	if err := d.Frame(frame(t, &pb.ReadRowsResponse{Chunks: []*pb.ReadRowsResponse_CellChunk{row.chunk()}})); err ==
		nil || d.Err() == nil {
		t.Error("a row that was already scanned was taken")
	}
}

// TestKeep drops rows by their key and counts them all the same.
func TestKeep(t *testing.T) {
	b := sample.NewBuilder(0)
	d := NewDecoder(b, 0, nil)
	d.Keep = func(key []byte) bool { return key[0]%2 == 0 }
	for _, key := range []string{"a", "b", "c", "d"} {
		row := shape{key, "f", "q", 1, "value", 0, true, false}
		if err := d.Frame(frame(t, &pb.ReadRowsResponse{Chunks: []*pb.ReadRowsResponse_CellChunk{row.chunk()}})); err !=
			nil {
			t.Fatal(err)
		}
	}
	if keys := slices.Collect(b.Keys()); len(keys) != 2 || string(keys[0]) != "b" || string(keys[1]) != "d" ||
		d.Rows != 4 || d.Bytes != 2*b.Bytes() {
		t.Errorf("kept %q of %d rows; %d of %d bytes", keys, d.Rows, b.Bytes(), d.Bytes)
	}
}

// reference does with generated messages what Decoder does with bytes: a second, slower reading of the protocol.
func reference(frames [][]byte, keep int) (string, error) {
	b := sample.NewBuilder(keep)
	var row []func()
	var key, last, qualifier, value []byte
	var family string
	var micros int64
	inRow, inCell := false, false
	for _, f := range frames {
		var m pb.ReadRowsResponse
		if err := proto.Unmarshal(f, &m); err != nil {
			return "", errBadMessage
		}
		for _, c := range m.Chunks {
			sent := len(c.RowKey) > 0 || c.FamilyName != nil || c.Qualifier != nil || c.TimestampMicros != 0
			switch {
			case c.GetResetRow():
				if !inRow || sent || c.Value != nil {
					return finish(b), errors.New("reset")
				}
				inRow, inCell, row = false, false, nil
				continue
			case !inRow:
				if len(c.RowKey) == 0 || c.FamilyName == nil || c.Qualifier == nil ||
					bytes.Compare(c.RowKey, last) <= 0 {
					return finish(b), errors.New("start")
				}
				key, inRow, row = c.RowKey, true, nil
			case inCell:
				if sent {
					return finish(b), errors.New("inside a value")
				}
			case len(c.RowKey) > 0 && !bytes.Equal(c.RowKey, key), c.FamilyName != nil && c.Qualifier == nil:
				return finish(b), errors.New("row")
			}
			if c.FamilyName != nil {
				family = c.FamilyName.Value
			}
			if c.Qualifier != nil {
				qualifier = c.Qualifier.Value
			}
			if !inCell {
				micros, value = c.TimestampMicros, nil
			}
			value = append(value, c.Value...)
			if inCell = c.ValueSize > 0; !inCell {
				f, q, t, v := family, qualifier, micros, value
				row = append(row, func() { b.Cell(f, q, t, v) })
			}
			if c.GetCommitRow() {
				if inCell {
					return finish(b), errors.New("commit")
				}
				b.Row(key)
				for _, add := range row {
					add()
				}
				inRow, last = false, key
			}
		}
		if len(m.LastScannedRowKey) > 0 {
			if inRow {
				return finish(b), errors.New("scanned")
			}
			if bytes.Compare(m.LastScannedRowKey, last) > 0 {
				last = m.LastScannedRowKey
			}
		}
	}
	return finish(b), nil
}

var errBadMessage = errors.New("not a message")

func finish(b *sample.Builder) string {
	return text(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
}

// FuzzFrame verifies that whatever the bytes are, rows come out as they do by the generated code, and nothing panics.
// The bytes are two messages, cut at a third of their length.
func FuzzFrame(f *testing.F) {
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 1))
		f.Add(slices.Concat(frame(f, randomMessage(random)), frame(f, randomMessage(random))), uint16(0))
	}
	f.Fuzz(func(t *testing.T, b []byte, cut uint16) {
		at := int(cut) % (len(b) + 1)
		compare(t, [][]byte{b[:at], b[at:]})
	})
}

func compare(t *testing.T, frames [][]byte) {
	t.Helper()
	got, gotErr := decode(frames, 8)
	want, wantErr := reference(frames, 8)
	if errors.Is(wantErr, errBadMessage) {
		return // generated code refuses text that is not UTF-8 as well, which is no business of ours
	}
	if got != want || (gotErr == nil) != (wantErr == nil) {
		t.Errorf("decoded %s (%v), want %s (%v)", got, gotErr, want, wantErr)
	}
}

// TestRandomMessages compares with the generated code on messages that are mostly right.
func TestRandomMessages(t *testing.T) {
	good := 0
	for seed := range uint64(20_000) {
		random := rand.New(rand.NewPCG(seed, 2))
		frames := [][]byte{frame(t, randomMessage(random)), frame(t, randomMessage(random))}
		compare(t, frames)
		if s, err := decode(frames, 8); err == nil && s != "" {
			good++
		}
	}
	if good < 1000 {
		t.Errorf("only %d of 20,000 messages were right: the test has lost its edge", good)
	}
}

func randomMessage(random *rand.Rand) *pb.ReadRowsResponse {
	m := &pb.ReadRowsResponse{}
	letter := func(from, n int) string { return string(rune(from + random.IntN(n))) }
	key, inRow := 'a'+rune(random.IntN(3)), false
	for range random.IntN(6) {
		s := shape{key: "-", family: "-", qualifier: "-", value: "vwxyz12345"[:random.IntN(11)],
			micros: int64(random.IntN(4) - 1)}
		if !inRow || random.IntN(8) == 0 {
			key += rune(random.IntN(12) / 2)
			s.key, s.family, s.qualifier = string(key), letter('f', 2), letter('q', 2)
		} else if random.IntN(3) == 0 {
			s.qualifier = letter('q', 2)
		}
		if random.IntN(8) == 0 {
			s.size, s.micros = 20, 0
		}
		s.commit = random.IntN(2) == 0
		if inRow && random.IntN(12) == 0 {
			s = reset
		}
		inRow = !s.commit && !s.reset
		m.Chunks = append(m.Chunks, s.chunk())
	}
	if random.IntN(4) == 0 {
		m.LastScannedRowKey = []byte(letter('a', 20))
	}
	return m
}

// messages are frames as a service sends them: 32 rows of three cells of 100 bytes each.
func messages(b *testing.B, n int) [][]byte {
	var out [][]byte
	for i := range n {
		m := &pb.ReadRowsResponse{}
		for j := range 32 {
			for q := range 3 {
				s := shape{"-", "-", "abc"[q : q+1], 1_700_000_000_000_000, string(make([]byte, 100)), 0, q == 2, false}
				if q == 0 {
					s.key, s.family = fmt.Sprintf("tenant%03d#device%05d#%010d", 1, 2, i*32+j), "f"
				}
				m.Chunks = append(m.Chunks, s.chunk())
			}
		}
		out = append(out, frame(b, m))
	}
	return out
}

// BenchmarkDecode is what a row costs here when the server is not the limit, against the generated code alone, without
// making rows of its messages.
func BenchmarkDecode(b *testing.B) {
	frames := messages(b, 1000)
	b.Run("frames", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			builder := sample.NewBuilder(0)
			d := NewDecoder(builder, 0, nil)
			for i, f := range frames {
				if err := d.Frame(f); err != nil {
					b.Fatal(err)
				}
				if i%100 == 99 {
					builder.Take()
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(32*len(frames)), "ns/row")
	})
	b.Run("generated", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, f := range frames {
				var m pb.ReadRowsResponse
				if err := proto.Unmarshal(f, &m); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(32*len(frames)), "ns/row")
	})
}
