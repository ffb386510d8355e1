package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/internal/fakebt"
	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

// shardTest is a table on a server, and a directory for its shards.
type shardTest struct {
	*testing.T
	server *fakebt.Server
	dir    string
}

func newShardTest(t *testing.T) *shardTest {
	return &shardTest{t, fakebt.New(t, growing()), t.TempDir()}
}

func (t *shardTest) path(name string) string { return filepath.Join(t.dir, name) }

// run runs a command that must succeed.
func (t *shardTest) run(args ...string) (out, errs string) {
	t.Helper()
	out, errs, code := t.try(args...)
	if code != exitOK {
		t.Fatalf("%s: exit code %d, %s", strings.Join(args, " "), code, errs)
	}
	return out, errs
}

func (t *shardTest) try(args ...string) (out, errs string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &program{std: streams{in: strings.NewReader(""), out: &stdout, err: &stderr},
		env: map[string]string{"HOME": t.dir, "XDG_CONFIG_HOME": t.dir, "BIGTABLE_EMULATOR_HOST": t.server.Addr}}
	code = p.run(context.Background(), args)
	return stdout.String(), stderr.String(), code
}

// shards reads all shards and returns their files. flags are those of each.
func (t *shardTest) shards(n int, flags ...string) []string {
	t.Helper()
	var files []string
	for k := 1; k <= n; k++ {
		file := t.path(fmt.Sprintf("part-%d-%d%s", k, n, snapshotExt))
		t.run(append([]string{"sample", "p/i/t", "--shard", fmt.Sprintf("%d/%d", k, n), "-o", file}, flags...)...)
		files = append(files, file)
	}
	return files
}

// merge merges parts into a new file.
func (t *shardTest) merge(name string, parts ...string) *sample.Sample {
	t.Helper()
	t.run(append([]string{"merge", "-o", t.path(name)}, parts...)...)
	return t.read(name)
}

func (t *shardTest) read(name string) *sample.Sample {
	t.Helper()
	s, err := snapshot.ReadFile(t.Context(), t.path(name), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// contents returns all of a sample but how it was read.
func contents(t *testing.T, s *sample.Sample) []byte {
	t.Helper()
	var b bytes.Buffer
	how := sample.Provenance{Places: s.How.Places, RowShare: s.How.RowShare, Complete: s.How.Complete, Filter: s.How.Filter, RowsSeen: s.How.RowsSeen,
		BytesSeen: s.How.BytesSeen, CountedAsOf: s.How.CountedAsOf, TotalBytes: s.How.TotalBytes, Shards: s.How.Shards}
	for i := range how.Places { // how far each was read, and in which order
		how.Places[i].Rows, how.Places[i].After, how.Places[i].Order = 0, nil, 0
	}
	table := s.Table
	table.SplitsAt = time.Time{}
	if err := s.Described(table, how).Encode(&b); err != nil {
		t.Fatal(err)
	}
	for _, x := range s.Sections() {
		fmt.Fprintf(&b, "\n%d %s %x", x.ID, x.Name, x.Data)
	}
	return b.Bytes()
}

// TestMergedShardsAreOneRead verifies that any number of shards, read by one plan and merged in any order, come to the same
// contents as one read of everything by that plan, when rows are kept by chance and when all of them are.
func TestMergedShardsAreOneRead(t *testing.T) {
	t.Parallel()
	for _, rows := range slowtest.Pick([]string{"20"}, []string{"20", "1000"}) {
		counts := []int{1, 7}
		if slowtest.On() && rows == "20" {
			counts = append(counts, 300)
		}
		s := newShardTest(t)
		plan := s.path("plan.json")
		s.run("sample", "p/i/t", "--rows", rows, "--shard-plan-out", plan)
		s.run("sample", "p/i/t", "--shard-plan", plan, "-o", s.path("all.tabletop"))
		all := s.read("all.tabletop")
		if all.How.RowsSeen != 400 || all.How.Complete != (rows == "1000") || all.How.Complete == (len(all.Sections()) > 0) {
			t.Fatalf("--rows %s: %d rows seen, complete %v, %d sections", rows, all.How.RowsSeen, all.How.Complete, len(all.Sections()))
		}
		want := contents(t, all)
		for _, n := range counts {
			parts := s.shards(n, "--shard-plan", plan)
			parts[0], parts[n-1] = parts[n-1], parts[0]
			if got := contents(t, s.merge(fmt.Sprintf("merged-%d.tabletop", n), parts...)); !bytes.Equal(got, want) {
				t.Errorf("--rows %s: %d shards come to other contents than one read", rows, n)
			}
		}
	}
}

// TestShardsWithoutAPlan verifies that shards agree by the table's sections, the seed, and N alone, and carry no figures that
// need a clock.
func TestShardsWithoutAPlan(t *testing.T) {
	s := newShardTest(t)
	three := contents(t, s.merge("three.tabletop", s.shards(3, "--rows", "20", "--seed", "9")...))
	merged := s.merge("five.tabletop", s.shards(5, "--rows", "20", "--seed", "9")...)
	if !bytes.Equal(three, contents(t, merged)) {
		t.Error("3 shards come to other contents than 5")
	}
	if _, ok := merged.Section(sample.TotalsSection); !ok {
		t.Error("there are no totals")
	}
	if _, ok := merged.Section(sample.RetentionSection); ok || !merged.How.CountedAsOf.IsZero() {
		t.Error("garbage was counted without a clock")
	}
}

// TestMergeRefuses verifies that what cannot be merged is refused, with the names of the files and the reason.
func TestMergeRefuses(t *testing.T) {
	s := newShardTest(t)
	parts := s.shards(3, "--rows", "20")
	read := func(name string, flags ...string) string {
		s.run(append([]string{"sample", "p/i/t", "-o", s.path(name)}, flags...)...)
		return s.path(name)
	}
	seed := read("seed.tabletop", "--rows", "20", "--seed", "2", "--shard", "2/3")
	four := read("four.tabletop", "--rows", "20", "--shard", "2/4")
	prefix := read("prefix.tabletop", "--rows", "20", "--prefix", "dev1", "--shard", "2/3")
	plain := read("plain.tabletop", "--rows", "20")
	planned := func(name string, flags ...string) string { // the second of three shards, by a plan of its own
		s.run(append([]string{"sample", "p/i/t", "--rows", "20", "--shard-plan-out", s.path(name + ".json")}, flags...)...)
		return read(name+snapshotExt, "--shard-plan", s.path(name+".json"), "--shard", "2/3")
	}
	first, second := planned("first"), planned("second", "--prefix", "dev1")
	damaged := s.path("damaged.tabletop")
	data, err := os.ReadFile(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out := s.path("out.tabletop")
	for name, c := range map[string]struct {
		args []string
		want []string
		code int
	}{
		"another plan":   {[]string{parts[0], seed, parts[2]}, []string{parts[0], seed, "different plans", "--shard-plan-out"}, exitError},
		"other plans":    {[]string{first, second}, []string{first, second, "different plans"}, exitError}, // and other ranges
		"another N":      {[]string{parts[0], four}, []string{four, "3 shards", "of 4"}, exitError},
		"other ranges":   {[]string{parts[0], prefix}, []string{prefix, "key ranges differ"}, exitError},
		"no shard":       {[]string{parts[0], plain}, []string{plain, "not a shard"}, exitError},
		"damaged":        {[]string{parts[0], damaged, parts[2]}, []string{damaged, "damaged"}, exitError},
		"twice":          {[]string{parts[0], parts[0], parts[1]}, []string{"shard 1 is in", parts[0]}, exitError},
		"lost":           {[]string{parts[0], parts[2]}, []string{"shard 2 of 3 is missing", "%", "--allow-missing"}, exitError},
		"no parts":       {nil, []string{"missing PART"}, exitUsage},
		"not there":      {[]string{s.path("none.tabletop")}, []string{"none.tabletop"}, exitError},
		"exists":         {[]string{parts[0], parts[1], parts[2], "-o", plain}, []string{"it exists", plain}, exitError},
		"exists, a part": {[]string{parts[0], parts[1], parts[2], "-o", parts[0]}, []string{"it exists", parts[0]}, exitError},
	} {
		args := append([]string{"merge", "-o", out}, c.args...)
		_, errs, code := s.try(args...)
		for _, want := range c.want {
			if !strings.Contains(errs, want) {
				t.Errorf("%s: %q is missing in: %s", name, want, errs)
			}
		}
		if code != c.code {
			t.Errorf("%s: exit code %d, not %d", name, code, c.code)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%s: a file was written", name)
		}
	}
}

// TestMergeAllowMissing verifies that a merge without some shards is partial, states which and what share is missing, is not
// taken for counts of the table, and merges with what was missing.
func TestMergeAllowMissing(t *testing.T) {
	s := newShardTest(t)
	parts := s.shards(4, "--rows", "20")
	_, errs := s.run("merge", "--allow-missing", "-o", s.path("some.tabletop"), parts[0], parts[3], parts[1])
	if !strings.Contains(errs, "shard 3 of 4 is missing, 2") || !strings.Contains(errs, "% of the table's bytes") {
		t.Errorf("what is missing is not stated: %s", errs)
	}
	some := s.read("some.tabletop")
	if !strings.Contains(some.Partial(), "shard 3 of 4 is missing") {
		t.Errorf("the sample is not partial: %q", some.Partial())
	}
	out, _, code := s.try("stats", s.path("some.tabletop"))
	if code != exitPartial || strings.Contains(out, "counted over") {
		t.Errorf("exit code %d of stats, which prints %s", code, out)
	}
	if !bytes.Equal(contents(t, s.merge("all.tabletop", s.path("some.tabletop"), parts[2])), contents(t, s.merge("once.tabletop", parts...))) {
		t.Error("merged in two steps, shards come to other contents than in one")
	}
}

// TestShardFlags verifies that flags which contradict each other are usage errors.
func TestShardFlags(t *testing.T) {
	s := newShardTest(t)
	plan, out := s.path("plan.json"), s.path("out.tabletop")
	s.run("sample", "p/i/t", "--rows", "20", "--shard-plan-out", plan)
	edited := s.path("edited.json")
	data, err := os.ReadFile(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(edited, bytes.Replace(data, []byte(`"Rows": 20`), []byte(`"Rows": 21`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags []string
		want  string
		code  int
	}{
		{[]string{"--shard", "0/4", "-o", out}, "must be K/N", exitUsage},
		{[]string{"--shard", "5/4", "-o", out}, "must be K/N", exitUsage},
		{[]string{"--shard", "4", "-o", out}, "must be K/N", exitUsage},
		{[]string{"--shard", "1/1000000", "-o", out}, "must be K/N", exitUsage},
		{[]string{"--shard", "1/4"}, "missing --output", exitUsage},
		{[]string{"--shard", "1/4", "-o", out, "--strategy", "quick"}, "cannot combine --strategy", exitUsage},
		{[]string{"--shard", "1/4", "-o", out, "--redact"}, "cannot combine --redact", exitUsage},
		{[]string{"--shard", "1/4", "-o", out, "--continue", out}, "cannot combine --continue", exitUsage},
		{[]string{"--shard-plan", plan, "--shard", "1/4", "-o", out, "--seed", "2"}, "cannot combine --seed with --shard-plan", exitUsage},
		{[]string{"--shard-plan", plan, "--shard", "1/4", "-o", out, "--rows", "2"}, "cannot combine --rows with --shard-plan", exitUsage},
		{[]string{"--shard-plan", edited, "--shard", "1/4", "-o", out}, "it was changed", exitError},
		{[]string{"--shard-plan", s.path("none.json"), "--shard", "1/4", "-o", out}, "none.json", exitError},
	} {
		_, errs, code := s.try(append([]string{"sample", "p/i/t"}, c.flags...)...)
		if code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: exit code %d, %s", c.flags, code, errs)
		}
	}
	if _, errs, code := s.try("sample", plan, "--shard", "1/2", "-o", out); code == exitOK {
		t.Errorf("a file was divided: %s", errs)
	}
}

// TestCountsArePreferred verifies that reports on merged shards give the figures of all rows, not of the rows kept, and say
// over how many rows they are counted.
func TestCountsArePreferred(t *testing.T) {
	t.Parallel()
	s := newShardTest(t)
	plan, file := s.path("plan.json"), s.path("all.tabletop")
	s.run("sample", "p/i/t", "--rows", "200", "--shard-plan-out", plan)
	var parts []string
	for k := 1; k <= 3; k++ {
		parts = append(parts, s.path(fmt.Sprintf("%d.tabletop", k)))
		out, _ := s.run("sample", "p/i/t", "--shard-plan", plan, "--shard", fmt.Sprintf("%d/3", k), "-o", parts[k-1])
		if want := fmt.Sprintf("shard %d of 3, counted over ", k); !strings.Contains(out, want) {
			t.Errorf("%q is missing in %s", want, out)
		}
	}
	s.merge("all.tabletop", parts...)
	var stats struct {
		Table struct {
			AllRowsCounted bool `json:"all_rows_counted"`
			AllKeysCounted bool `json:"all_keys_counted"`
		}
		Kinds []struct {
			SharesLow *float64 `json:"rows_share_low"` // of estimates only
			Segments  []struct {
				Low  float64 `json:"distinct_values_of_all_rows_low"`
				High float64 `json:"distinct_values_of_all_rows_high"`
			}
		}
	}
	out, _ := s.run("stats", file, "--format", "json")
	if err := json.Unmarshal([]byte(out), &stats); err != nil {
		t.Fatal(err)
	}
	if !stats.Table.AllRowsCounted || !stats.Table.AllKeysCounted || len(stats.Kinds) == 0 || stats.Kinds[0].SharesLow != nil {
		t.Fatalf("keys are not counted: %+v", stats)
	}
	// The keys end with the number of the row, which no two rows share.
	last := stats.Kinds[0].Segments[len(stats.Kinds[0].Segments)-1]
	if last.Low > 400 || last.High < 400 {
		t.Errorf("distinct values of all rows: %+v", last)
	}
	for _, args := range [][]string{{"stats", file}, {"gc", file}, {"heat", file}} {
		out, _ := s.run(args...)
		if out = strings.Join(strings.Fields(out), " "); !strings.Contains(out, "Counted over 400 rows, of which a uniform sample of 200 is kept.") || !strings.Contains(out, "400 rows, ") {
			t.Errorf("%s does not say over how many rows it counts: %s", args[0], out[:min(len(out), 400)])
		}
	}
	if out, _ := s.run("heat", file); !strings.Contains(out, "The map is counted over 400 rows") {
		t.Errorf("the map does not say that it is counted: %s", out)
	}
	if out, _ := s.run("gc", file); !strings.Contains(out, "when counting was planned") {
		t.Errorf("the moment of the evaluation is not that of the plan: %s", out)
	}
	redacted := s.path("redacted.tabletop")
	s.run("sample", file, "--redact", "-o", redacted)
	if r := s.read("redacted.tabletop"); len(r.Sections()) > 0 {
		t.Errorf("a redacted sample carries %d sections with names and keys", len(r.Sections()))
	}
}
