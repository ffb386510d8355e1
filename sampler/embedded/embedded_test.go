package embedded

import (
	"context"
	"fmt"
	"testing"

	"cloud.google.com/go/bigtable"
	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	datapb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/btclient"
	"tabletop/model/sample"
)

// TestRoundTrip loads a table as a demo does and reads it back over real gRPC.
func TestRoundTrip(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	s, err := Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	load(t, s, "things", 500)
	in, err := s.Instance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	names, err := in.Tables(ctx)
	if err != nil || len(names) != 1 || names[0] != "things" {
		t.Fatalf("tables %v, %v", names, err)
	}
	src, err := in.Open(ctx, "things")
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	about, err := src.Describe(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := about.Family("f"); !ok || f.GC.String() != "maxversions=2" || !about.Emulator {
		t.Errorf("described as %+v", about)
	}
	var last sample.Progress
	got, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, func(p sample.Progress) { last = p })
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows() != 500 || got.NumCells() != 1500 || !got.How.Complete || len(got.Runs()) != 1 {
		t.Errorf("%d rows, %d cells, complete %v, %d runs; want 500, 1500, true, 1", got.Rows(), got.NumCells(),
			got.How.Complete, len(got.Runs()))
	}
	if last.Sample != got || last.Fraction != 1 {
		t.Errorf("the last progress was %+v", last)
	}
	row, err := src.Row(ctx, []byte("row#00042"), 1000)
	if err != nil || row.Rows() != 1 || row.NumCells() != 3 {
		t.Errorf("one row: %v, %v", row, err)
	}
	if row, err := src.Row(ctx, []byte("nobody"), 0); err != nil || row.Rows() != 0 {
		t.Errorf("a row that is not there: %v, %v", row, err)
	}
}

// load writes rows of three cells: two versions of f:v and one of f:w.
func load(t testing.TB, s *Server, table string, rows int) {
	t.Helper()
	ctx := context.Background()
	admin, client := btclient.New(t, s.Conn(), Project, Instance)
	conf := &bigtable.TableConf{TableID: table,
		ColumnFamilies: map[string]bigtable.Family{"f": {GCPolicy: bigtable.MaxVersionsGCPolicy(2)}}}
	if err := admin.CreateTableFromConf(ctx, conf); err != nil {
		t.Fatal(err)
	}
	var keys []string
	var muts []*bigtable.Mutation
	for i := range rows {
		m := bigtable.NewMutation()
		m.Set("f", "v", bigtable.Timestamp(1000), []byte("old"))
		m.Set("f", "v", bigtable.Timestamp(2000), []byte("new"))
		m.Set("f", "w", bigtable.Timestamp(1000), []byte(fmt.Sprint(i)))
		keys, muts = append(keys, fmt.Sprintf("row#%05d", i)), append(muts, m)
	}
	if errs, err := client.Open(table).ApplyBulk(ctx, keys, muts); err != nil || errs != nil {
		t.Fatal(errs, err)
	}
}

// TestUnimplementedCall verifies that a call that makes the emulator panic is answered with an error, and the next one
// as usual.
func TestUnimplementedCall(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	s, err := Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	admin := adminpb.NewBigtableTableAdminClient(s.conn)
	if _, err := admin.ListBackups(ctx,
		&adminpb.ListBackupsRequest{Parent: Parent + "/clusters/-"}); status.Code(err) != codes.Internal {
		t.Errorf("a call that is not implemented: %v", err)
	}
	data := datapb.NewBigtableClient(s.conn)
	stream, err := data.ReadChangeStream(ctx, &datapb.ReadChangeStreamRequest{TableName: Parent + "/tables/t"})
	if err == nil {
		_, err = stream.Recv()
	}
	if status.Code(err) != codes.Internal {
		t.Errorf("a stream that is not implemented: %v", err)
	}
	if _, err := admin.ListTables(ctx, &adminpb.ListTablesRequest{Parent: Parent}); err != nil {
		t.Errorf("the next call: %v", err)
	}
}
