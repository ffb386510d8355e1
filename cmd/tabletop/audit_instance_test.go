package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/btclient"
	"tabletop/sampler/embedded"
)

// emulated serves tables with faults and without, and is the environment in which they are found.
func emulated(t *testing.T) []string {
	t.Helper()
	ctx := context.Background()
	s, err := embedded.Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	admin, client := btclient.New(t, s.Conn(), embedded.Project, embedded.Instance)
	now := time.Now()
	fill := func(table string, rows int, key func(i int, at time.Time) string, families ...string) {
		conf := bigtable.TableConf{TableID: table, Families: map[string]bigtable.GCPolicy{}}
		for _, f := range families {
			conf.Families[f] = bigtable.MaxVersionsPolicy(1)
		}
		if err := admin.CreateTableFromConf(ctx, &conf); err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			at := now.Add(-time.Duration(rows-i) * time.Hour)
			m := bigtable.NewMutation()
			m.Set(families[0], "v", bigtable.Time(at).TruncateToMilliseconds(), fmt.Appendf(nil, "%d", i*7919%1000))
			if err := client.Open(table).Apply(ctx, key(i, at), m); err != nil {
				t.Fatal(err)
			}
		}
	}
	id := func(i int) string { return fmt.Sprintf("%08x", uint32(i%40+1)*2654435761) }
	for year := range 3 {
		fill(fmt.Sprintf("log_%d", 2024+year), 0, nil, "customer_measurements", "b")
	}
	fill("first", 300, func(i int, at time.Time) string { return fmt.Sprintf("%d#%s", at.UnixMilli(), id(i)) }, "d",
		"old")
	fill("clean", 300, func(i int, at time.Time) string { return fmt.Sprintf("%s#%d", id(i), at.UnixMilli()) }, "d")
	return []string{"BIGTABLE_EMULATOR_HOST=" + s.Addr()}
}

// TestAuditEmulator audits real tables, and their instance, over a connection: what was planted is found, nothing else.
func TestAuditEmulator(t *testing.T) {
	env := emulated(t)
	prefix := embedded.Project + "/" + embedded.Instance
	for source, want := range map[string]string{
		prefix + "/first":    "time-first error, family-unused warning",
		prefix + "/clean":    "", // what its neighbors have is no business of it
		prefix + "/log_2024": "family-name-long warning, table-per-period warning",
		prefix:               "family-name-long warning, table-per-period warning, tables-alike note",
	} {
		out, errs, code := tabletop(t, env, "audit", source, "--format", "json")
		if code != exitOK || errs != "" {
			t.Fatalf("%s: exit %d: %s", source, code, errs)
		}
		var doc struct {
			Findings []struct{ Rule, Severity string }
		}
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range doc.Findings {
			found = append(found, f.Rule+" "+f.Severity)
		}
		if got := strings.Join(found, ", "); got != want {
			t.Errorf("%s: found %s, not %s", source, got, want)
		}
	}
	for _, format := range []string{"text", "summary", "markdown", "html", "sarif", "junit"} {
		if out, errs, code := tabletop(t, env, "audit", prefix, "--format", format, "--fail-on",
			"warning"); code != exitCheck ||
			!strings.Contains(out, "log_2024") && format != "sarif" && format != "junit" && format != "summary" {
			t.Errorf("%s: exit %d, %d bytes: %s", format, code, len(out), errs)
		}
	}
}
