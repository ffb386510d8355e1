package retention

import (
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/bigtable/bttest"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"tabletop/model/sample"
)

// policy is a rule as the client library takes it.
func policy(r sample.GCRule) bigtable.GCPolicy {
	switch r.Kind {
	case sample.GCMaxVersions:
		return bigtable.MaxVersionsPolicy(r.Versions)
	case sample.GCMaxAge:
		return bigtable.MaxAgePolicy(r.Age)
	}
	children := make([]bigtable.GCPolicy, len(r.Children))
	for i, c := range r.Children {
		children[i] = policy(c)
	}
	if r.Kind == sample.GCUnion {
		return bigtable.UnionPolicy(children...)
	}
	return bigtable.IntersectionPolicy(children...)
}

// TestEmulatorRemovesWhatIsEligible loads a table of our own into an emulator, computes the waste, makes the emulator
// collect, and compares. Intersections are left out: the emulator never collects by them.
func TestEmulatorRemovesWhatIsEligible(t *testing.T) {
	ctx := context.Background()
	log.SetOutput(io.Discard) // the emulator tells of every cell it collects
	defer log.SetOutput(os.Stderr)
	srv, err := bttest.NewServer("localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	conn, err := grpc.NewClient(srv.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	admin, err := bigtable.NewAdminClient(ctx, "p", "i", option.WithGRPCConn(conn))
	if err != nil {
		t.Fatal(err)
	}
	client, err := bigtable.NewClientWithConfig(ctx, "p", "i", bigtable.ClientConfig{MetricsProvider: bigtable.NoopMetricsProvider{}}, option.WithGRPCConn(conn))
	if err != nil {
		t.Fatal(err)
	}
	table := client.Open("t")
	desc := sample.Table{Families: []sample.Family{
		{Name: "age", GC: maxAge(10 * day)}, {Name: "both", GC: anyOf(versions(2), maxAge(10*day))},
		{Name: "deep", GC: anyOf(versions(4), anyOf(versions(3), maxAge(20*day)))}, {Name: "none"}, {Name: "versions", GC: versions(2)}}}
	// Families made together with their table do not start collection, so waste stays to be seen.
	conf := bigtable.TableConf{TableID: "t", ColumnFamilies: map[string]bigtable.Family{}}
	for _, f := range desc.Families {
		conf.ColumnFamilies[f.Name] = bigtable.Family{GCPolicy: policy(f.GC)}
		if f.GC.Kind == sample.GCNone {
			conf.ColumnFamilies[f.Name] = bigtable.Family{}
		}
	}
	if err := admin.CreateTableFromConf(ctx, &conf); err != nil {
		t.Fatal(err)
	}
	now := time.Now().Truncate(time.Millisecond)
	load(t, ctx, table, desc, now)
	before := readAll(t, ctx, table, desc)
	j := NewEvaluator(before, now)
	waste, err := j.Garbage(ctx, RulesOf(&desc))
	if err != nil {
		t.Fatal(err)
	}
	if waste.Total.Eligible.Cells == 0 || waste.EmptiedRows.Rows == 0 {
		t.Fatalf("nothing to collect: %+v", waste.Total)
	}
	// Any change of families starts the emulator's collection.
	if err := admin.CreateColumnFamily(ctx, "t", "start"); err != nil {
		t.Fatal(err)
	}
	var after *sample.Sample
	for deadline := time.Now().Add(20 * time.Second); ; {
		after = readAll(t, ctx, table, desc)
		if int64(after.NumCells()) <= waste.Total.Kept().Cells && int64(after.Rows()) <= waste.Rows-waste.EmptiedRows.Rows || time.Now().After(deadline) {
			break
		}
	}
	left, err := NewEvaluator(after, now).Garbage(ctx, Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range waste.Families {
		for _, g := range left.Families {
			if f.Name == g.Name && f.Kept() != g.Stored {
				t.Errorf("family %s by %v: %+v were to be left, the emulator left %+v", f.Name, f.Rule, f.Kept(), g.Stored)
			}
		}
	}
	if gone := waste.Rows - left.Rows; gone != waste.EmptiedRows.Rows {
		t.Errorf("%d rows were to go, %d did", waste.EmptiedRows.Rows, gone)
	}
	t.Logf("%d of %d cells collected, %d rows with them", waste.Total.Eligible.Cells, waste.Total.Stored.Cells, waste.EmptiedRows.Rows)
}

// load writes rows whose ages keep clear of every rule's limit, so that the time the test takes changes nothing.
func load(t *testing.T, ctx context.Context, table *bigtable.Table, desc sample.Table, now time.Time) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	var keys []string
	var muts []*bigtable.Mutation
	for i := range 300 {
		m := bigtable.NewMutation()
		some := false
		for _, f := range desc.Families {
			for q := range r.IntN(3) {
				for v := range r.IntN(7) {
					age := time.Duration(r.IntN(30))*day + 12*time.Hour + time.Duration(v)*time.Minute
					if i%10 == 0 {
						age += 30 * day
					}
					if i%10 == 0 && f.Name != "age" && f.Name != "both" {
						continue // so that some rows lose their last cell
					}
					m.Set(f.Name, fmt.Sprintf("q%d", q), bigtable.Time(now.Add(-age)), make([]byte, r.IntN(40)))
					some = true
				}
			}
		}
		if some {
			keys, muts = append(keys, fmt.Sprintf("row%04d", i)), append(muts, m)
		}
	}
	errs, err := table.ApplyBulk(ctx, keys, muts)
	if err != nil || errs != nil {
		t.Fatal(err, errs)
	}
}

func readAll(t *testing.T, ctx context.Context, table *bigtable.Table, desc sample.Table) *sample.Sample {
	t.Helper()
	b := sample.NewBuilder(0)
	err := table.ReadRows(ctx, bigtable.InfiniteRange(""), func(row bigtable.Row) bool {
		b.Row([]byte(row.Key()))
		for _, f := range desc.Families {
			for _, c := range row[f.Name] {
				b.Cell(f.Name, []byte(c.Column[len(f.Name)+1:]), int64(c.Timestamp), c.Value)
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return sample.Assemble(desc, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

// TestWireBytes compares with the real message.
func TestWireBytes(t *testing.T) {
	var message func(r sample.GCRule) *adminpb.GcRule
	message = func(r sample.GCRule) *adminpb.GcRule {
		var children []*adminpb.GcRule
		for _, c := range r.Children {
			children = append(children, message(c))
		}
		switch r.Kind {
		case sample.GCMaxVersions:
			return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxNumVersions{MaxNumVersions: int32(r.Versions)}}
		case sample.GCMaxAge:
			return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxAge{MaxAge: durationpb.New(r.Age)}}
		case sample.GCUnion:
			return &adminpb.GcRule{Rule: &adminpb.GcRule_Union_{Union: &adminpb.GcRule_Union{Rules: children}}}
		case sample.GCIntersection:
			return &adminpb.GcRule{Rule: &adminpb.GcRule_Intersection_{Intersection: &adminpb.GcRule_Intersection{Rules: children}}}
		}
		return &adminpb.GcRule{}
	}
	r := rand.New(rand.NewPCG(6, 6))
	for range 2000 {
		rule := randomRule(r, 4)
		if rule.Kind == sample.GCMaxAge {
			rule.Age *= time.Duration(r.Int64N(1e9))
		}
		if got, want := wireBytes(rule), proto.Size(message(rule)); got != want {
			t.Fatalf("%v takes %d bytes, said %d", rule, want, got)
		}
	}
}
