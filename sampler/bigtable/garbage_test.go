package bigtable_test

import (
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"tabletop/internal/btclient"
	"tabletop/internal/slowtest"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/sampler/embedded"
)

// rule parses a policy; empty is none.
func rule(t *testing.T, text string) sample.GCRule {
	t.Helper()
	if text == "" {
		return sample.GCRule{}
	}
	r, err := retention.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// policy returns a rule as the client library takes it.
func policy(r sample.GCRule) bigtable.GCPolicy {
	switch r.Kind {
	case sample.GCNone:
		return nil
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

// garbageServer starts an emulator, and returns it with a function that reads a table.
func garbageServer(t *testing.T) (*embedded.Server, func(table string) *sample.Sample) {
	t.Helper()
	ctx := t.Context()
	s, err := embedded.Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	in, err := s.Instance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	return s, func(table string) *sample.Sample {
		src, err := in.Open(ctx, table)
		if err != nil {
			t.Fatal(err)
		}
		out, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

// TestEmulatorRemovesWhatIsEligible loads a table into an emulator, evaluates its garbage, makes the emulator collect
// it, and compares. Intersections are left out: the emulator never collects by them.
func TestEmulatorRemovesWhatIsEligible(t *testing.T) {
	ctx := t.Context()
	log.SetOutput(io.Discard) // the emulator logs every cell that it collects
	defer log.SetOutput(os.Stderr)
	server, read := garbageServer(t)
	admin, client := btclient.New(t, server.Conn(), embedded.Project, embedded.Instance)
	policies := map[string]string{"age": "maxage=10d", "both": "maxversions=2 || maxage=10d",
		"deep": "maxversions=4 || (maxversions=3 || maxage=20d)", "none": "", "versions": "maxversions=2"}
	// Families made together with their table do not start collection, so garbage stays to be seen.
	conf := bigtable.TableConf{TableID: "t", ColumnFamilies: map[string]bigtable.Family{}}
	for name, text := range policies {
		conf.ColumnFamilies[name] = bigtable.Family{GCPolicy: policy(rule(t, text))}
	}
	if err := admin.CreateTableFromConf(ctx, &conf); err != nil {
		t.Fatal(err)
	}
	now := time.Now().Truncate(time.Millisecond)
	loadAged(t, client.Open("t"), []string{"age", "both", "deep", "none", "versions"}, now)
	before := read("t")
	garbage, err := retention.NewEvaluator(before, now).Garbage(ctx, retention.CurrentRules(&before.Table))
	if err != nil {
		t.Fatal(err)
	}
	if garbage.Total.Eligible.Cells == 0 || garbage.EmptiedRows.Rows == 0 {
		t.Fatalf("nothing to collect: %+v", garbage.Total)
	}
	// any change of families starts the emulator's collection
	if err := admin.CreateColumnFamily(ctx, "t", "start"); err != nil {
		t.Fatal(err)
	}
	var after *sample.Sample
	for deadline := time.Now().Add(20 * time.Second); ; {
		after = read("t")
		if int64(after.NumCells()) <= garbage.Total.Kept().Cells &&
			int64(after.Rows()) <= garbage.Rows-garbage.EmptiedRows.Rows || time.Now().After(deadline) {
			break
		}
	}
	left, err := retention.NewEvaluator(after, now).Garbage(ctx, retention.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range garbage.Families {
		for _, g := range left.Families {
			if f.Name == g.Name && f.Kept() != g.Stored {
				t.Errorf("family %s by %v: %+v were to be left, the emulator left %+v", f.Name, f.Rule, f.Kept(),
					g.Stored)
			}
		}
	}
	if gone := garbage.Rows - left.Rows; gone != garbage.EmptiedRows.Rows {
		t.Errorf("%d rows were to go, %d did", garbage.EmptiedRows.Rows, gone)
	}
}

// loadAged writes rows whose ages keep clear of every rule's limit, so that the time the test takes changes nothing.
func loadAged(t *testing.T, table *bigtable.Table, families []string, now time.Time) {
	t.Helper()
	const day = 24 * time.Hour
	r := rand.New(rand.NewPCG(1, 1))
	var keys []string
	var muts []*bigtable.Mutation
	for i := range 300 {
		m := bigtable.NewMutation()
		some := false
		for _, f := range families {
			for q := range r.IntN(3) {
				for v := range r.IntN(7) {
					age := time.Duration(r.IntN(30))*day + 12*time.Hour + time.Duration(v)*time.Minute
					if i%10 == 0 {
						age += 30 * day
					}
					if i%10 == 0 && f != "age" && f != "both" {
						continue // so that some rows lose their last cell
					}
					m.Set(f, fmt.Sprintf("q%d", q), bigtable.Time(now.Add(-age)), make([]byte, r.IntN(40)))
					some = true
				}
			}
		}
		if some {
			keys, muts = append(keys, fmt.Sprintf("row%04d", i)), append(muts, m)
		}
	}
	if errs, err := table.ApplyBulk(t.Context(), keys, muts); err != nil || errs != nil {
		t.Fatal(err, errs)
	}
}

// TestCbtRunsEveryCommand verifies with cbt itself that each command that is offered does what it is offered for: the
// emulator then has the family, with the policy and the type, or has it no more. A start of cbt takes a second, so
// without TABLETOP_SLOW=1 only one command of each form is run.
func TestCbtRunsEveryCommand(t *testing.T) {
	if _, err := exec.LookPath("cbt"); err != nil {
		t.Skip("cbt is not installed: its commands were not run")
	}
	server, read := garbageServer(t)
	admin, _ := btclient.New(t, server.Conn(), embedded.Project, embedded.Instance)
	run := func(c retention.ToolCommand) { // as a shell does that it was pasted into
		cmd := exec.CommandContext(t.Context(), "sh", "-c", c.Text)
		cmd.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+server.Addr())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", c.Text, err, out)
		}
	}
	const table = "a table"
	if err := admin.CreateTableFromConf(t.Context(), &bigtable.TableConf{TableID: table}); err != nil {
		t.Fatal(err)
	}
	// has reports whether the family has the policy. cbt makes pairs of longer compositions.
	has := func(f sample.Family, want sample.GCRule) bool {
		return flat(f.GC).String() == flat(retention.Simplify(want)).String()
	}
	names := []string{"f", "f.x-1_Y", "it's", "$f", "a b", "~", "-f", "\x1b[31mF", "100%", `back\slash`, "é日", "!x",
		"two\nlines"}
	policies := []string{"", "maxversions=1", "maxversions=65535", "maxage=1ms", "maxage=30d", "maxage=90s",
		"maxage=4294967295ms", "maxage=34560000s",
		"maxversions=2 || maxage=30d", "maxversions=2 && maxage=30d",
		"maxversions=7 || (maxage=1h && (maxversions=3 || maxage=1d))",
		"maxversions=1 || maxage=1d || maxage=2d"}
	for i, text := range policies {
		want := rule(t, text)
		to := retention.Target{Project: embedded.Project, Instance: embedded.Instance, Table: table,
			Family: names[(i+7)%len(names)]}
		if slow := slowtest.On(); !slow && i != 8 {
			continue
		} else if slow {
			run(retention.CreateFamilyLine(to, sample.GCRule{}, ""))
			run(retention.ToolCommands(to, want)[0])
			if f, ok := read(table).Table.Family(to.Family); !ok || !has(f, want) {
				t.Errorf("%q by %v: the emulator has %v", to.Family, want, f)
			}
			run(retention.DeleteFamilyLine(to))
			if f, ok := read(table).Table.Family(to.Family); ok {
				t.Errorf("%q is still there: %v", to.Family, f)
			}
		}
		run(retention.CreateFamilyLine(to, want, "intsum"))
		if f, ok := read(table).Table.Family(to.Family); !ok || !has(f, want) || f.Aggregate != "sum" {
			t.Errorf("%q of sums by %v: the emulator has %v", to.Family, want, f)
		}
	}
}

// flat joins compositions with those of the same kind inside them.
func flat(rule sample.GCRule) sample.GCRule {
	out := sample.GCRule{Kind: rule.Kind, Versions: rule.Versions, Age: rule.Age}
	for _, c := range rule.Children {
		if c = flat(c); c.Kind == rule.Kind {
			out.Children = append(out.Children, c.Children...)
		} else {
			out.Children = append(out.Children, c)
		}
	}
	return out
}

// TestPolicySizeOnTheWire verifies that a policy over the service's limit is warned of with the size of the real
// message.
func TestPolicySizeOnTheWire(t *testing.T) {
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
		}
		return &adminpb.GcRule{Rule: &adminpb.GcRule_Intersection_{Intersection: &adminpb.GcRule_Intersection{Rules: children}}}
	}
	r := rand.New(rand.NewPCG(6, 6))
	var random func(depth int) sample.GCRule
	random = func(depth int) sample.GCRule {
		switch kind := r.IntN(10); {
		case kind < 4 || depth == 0:
			return sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1 + r.IntN(1<<r.IntN(20))}
		case kind < 7:
			return sample.GCRule{Kind: sample.GCMaxAge, Age: time.Duration(1 + r.Int64N(1<<r.IntN(55)))}
		default:
			out := sample.GCRule{Kind: [...]sample.GCKind{sample.GCUnion, sample.GCIntersection}[kind%2]}
			for range 1 + r.IntN(12) {
				out.Children = append(out.Children, random(depth-1))
			}
			return out
		}
	}
	over := 0
	for range 500 {
		policy := random(5)
		size := proto.Size(message(policy))
		warned := strings.Join(slices.DeleteFunc(retention.Warnings(policy),
			func(w string) bool { return !strings.Contains(w, "on the wire") }), "")
		want := ""
		if size > 500 {
			over++
			want = fmt.Sprintf("it takes %d bytes on the wire, the service takes at most 500", size)
		}
		if warned != want {
			t.Fatalf("a policy of %d bytes: %q", size, warned)
		}
	}
	if over < 20 || over > 480 {
		t.Errorf("%d of 500 policies are over the limit", over)
	}
}
