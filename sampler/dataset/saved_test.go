package dataset

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"tabletop/internal/demotest"
	"tabletop/model/demo"
	"tabletop/model/redact"
	"tabletop/model/sample"
)

// TestSavedComesBack verifies that each key, cell, timestamp and kept value of a sample that is served comes back, to
// the program and to a client of the API alone, with the families and policies of its table.
func TestSavedComesBack(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, name := range []string{"games/wins", "machines/memusage_latest", "e14"} {
		_, table, err := demo.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		whole := demotest.Table(table, noon(), 700)
		redacted, err := redact.Apply(context.Background(), whole, redact.Options{Key: []byte("secret")})
		if err != nil {
			t.Fatal(err)
		}
		for kind, saved := range map[string]*sample.Sample{"as it was read": whole, "redacted": redacted.Sample} {
			t.Run(name+" "+kind, func(t *testing.T) { servedBack(t, saved) })
		}
	}
}

// TestSavedMicros verifies that times that are no whole milliseconds come back.
func TestSavedMicros(t *testing.T) {
	b := sample.NewBuilder(0)
	b.Row([]byte("a"))
	b.Cell("f", []byte("q"), 1_790_000_000_000_001, []byte("x"))
	servedBack(t, sample.Assemble(sample.Table{Name: "t", Families: []sample.Family{{Name: "f"}}}, sample.Provenance{},
		[]*sample.Builder{b}))
}

// servedBack serves a sample and compares what two clients read with it.
func servedBack(t *testing.T, saved *sample.Sample) {
	ctx := context.Background()
	table, losses, err := Saved("file", saved)
	if err != nil {
		t.Fatal(err)
	}
	server, err := Serve(ctx, "127.0.0.1:0", []Served{table}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	in, err := server.Instance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	src, err := in.Open(ctx, table.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	got, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything, Keep: math.MaxInt32}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var program []string
	for i := range got.Rows() {
		for _, c := range cellsOf(got, i) {
			program = append(program, cellLine(got.Key(i), got.Column(c.Column), c.Micros, c.Value))
		}
	}
	var want []string
	cut := 0
	for i := range saved.Rows() {
		for _, c := range cellsOf(saved, i) {
			want = append(want, cellLine(saved.Key(i), saved.Column(c.Column), c.Micros, c.Value))
			if len(c.Value) < c.Size {
				cut++
			}
		}
	}
	if !slices.Equal(program, want) {
		t.Errorf("the program reads %d cells otherwise than the %d served", len(program), len(want))
	}
	client := readPlainly(t, server.Addr(), server.Name(), table.Name)
	slices.Sort(client)
	slices.Sort(want)
	if !slices.Equal(client, want) {
		t.Errorf("a client reads %d cells otherwise than the %d served", len(client), len(want))
	}
	if said := strings.Contains(strings.Join(losses, "\n"), "only the first bytes"); said != (cut > 0) {
		t.Errorf("%d values are cut, and it says %q", cut, losses)
	}
	for _, f := range saved.Table.Families {
		described, ok := got.Table.Family(f.Name)
		if !ok || described.GC.String() != f.GC.String() || described.Aggregate != f.Aggregate {
			t.Errorf("family %s is described as %+v, want %+v", f.Name, described, f)
		}
	}
}

func cellLine(key []byte, column sample.Column, micros int64, value []byte) string {
	return fmt.Sprintf("%q %q %q %d %q", key, column.Family, column.Qualifier, micros, value)
}

// readPlainly reads a table with nothing but the generated stubs and an assembler of chunks of its own.
func readPlainly(t *testing.T, addr, instance, table string) []string {
	t.Helper()
	conn, err := grpc.NewClient("passthrough:///"+addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	project, name, _ := strings.Cut(instance, "/")
	stream, err := btpb.NewBigtableClient(conn).ReadRows(context.Background(), &btpb.ReadRowsRequest{
		TableName: "projects/" + project + "/instances/" + name + "/tables/" + table})
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	var key []byte
	var column sample.Column
	for {
		answer, err := stream.Recv()
		if err == io.EOF {
			return cells
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, chunk := range answer.Chunks {
			if chunk.ValueSize > 0 {
				t.Fatal("a value comes in parts, which this client does not join")
			}
			if len(chunk.RowKey) > 0 {
				key = bytes.Clone(chunk.RowKey)
			}
			if chunk.FamilyName != nil {
				column.Family = chunk.FamilyName.Value
			}
			if chunk.Qualifier != nil {
				column.Qualifier = string(chunk.Qualifier.Value)
			}
			cells = append(cells, cellLine(key, column, chunk.TimestampMicros, chunk.Value))
		}
	}
}

// TestSavedLosses verifies that each thing that cannot be served as it was is named, and what cannot be served refused.
func TestSavedLosses(t *testing.T) {
	build := func(micros int64) *sample.Sample {
		b := sample.NewBuilder(4)
		b.Row([]byte("a"))
		b.Cell("f", []byte("long"), micros, []byte("123456"))
		b.Cell("hll", []byte("q"), micros, []byte("x"))
		b.Cell("none", []byte("q"), micros, []byte("x"))
		b.Cell("sum", []byte("q"), micros, []byte("\x00\x00\x00\x00\x00\x00\x00\x07"))
		b.Row([]byte("b"))
		return sample.Assemble(sample.Table{Name: "t", Families: []sample.Family{{Name: "f", ValueType: "int64"},
			{Name: "hll", Aggregate: "hll"}, {Name: "sum", Aggregate: "sum"}}}, sample.Provenance{}, []*sample.Builder{b})
	}
	table, losses, err := Saved("file", build(1000))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`only the first bytes of 2 of 4 values were saved, and only these are served: "f:long" (1), "sum:q" (1)`,
		`1 row without cells: not stored`,
		`family "f" is served as plain bytes, without its declared type`,
		`family "hll" is served as plain bytes, not as the aggregate hll`,
		`family "sum" is served as plain bytes, not as the aggregate sum`,
	}
	if !slices.Equal(losses, want) {
		t.Errorf("losses:\n%s", strings.Join(losses, "\n"))
	}
	var families []string
	for _, f := range table.Families {
		families = append(families, f.Name+f.Aggregate)
	}
	if !slices.Equal(families, []string{"f", "hll", "none", "sum"}) || table.rows.Rows != 1 {
		t.Errorf("served are %v, %d rows", families, table.rows.Rows)
	}
	if _, _, err := Saved("file", build(-1000)); err == nil || !strings.HasPrefix(err.Error(),
		"cannot serve file: it has a cell 1,000 µs before 1970") {
		t.Errorf("a negative time: %v", err)
	}
}
