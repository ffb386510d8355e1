package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	"tabletop/sampler/embedded"
)

// tableJSON is what JSON says of a table of an instance.
type tableJSON struct {
	Alike string
	Audit struct {
		Table    struct{ Name string }
		Rows     int
		Findings []struct{ Rule, Severity string }
	}
}

// TestAuditOfAllTables verifies that the tables of an instance are read and audited as each alone, the worst first, that
// those alike have one letter, that findings of any make the check fail, and that progress names the table.
func TestAuditOfAllTables(t *testing.T) {
	env := emulated(t)
	instance := embedded.Project + "/" + embedded.Instance
	fleet := func(args ...string) (out, errs string, code int) {
		return tabletop(t, env, append([]string{"audit", instance, "--sample-tables"}, args...)...)
	}
	out, errs, code := fleet("--format", "json", "--redact=false", "--progress", "plain")
	if code != exitOK || !strings.Contains(errs, " of 5, first: read") {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err == nil {
		err = schemas(t)["audit-instance"].Validate(value)
	}
	var got struct {
		Instances []struct{ Findings []struct{ Rule string } }
		Tables    []tableJSON
		Failed    []any
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if err != nil || len(got.Tables) != 5 || len(got.Failed) != 0 || len(got.Instances) != 1 ||
		len(got.Instances[0].Findings) == 0 {
		t.Fatalf("%v, %d tables: %.2000s", err, len(got.Tables), out)
	}
	if first := got.Tables[0]; first.Audit.Table.Name != "first" || first.Audit.Findings[0].Rule != "time-first" {
		t.Errorf("the first table is %+v", first)
	}
	for _, table := range got.Tables {
		log := strings.HasPrefix(table.Audit.Table.Name, "log_")
		if table.Alike != map[bool]string{true: "A"}[log] || (table.Audit.Rows == 300) == log {
			t.Errorf("%s has %d rows and is alike %q", table.Audit.Table.Name, table.Audit.Rows, table.Alike)
		}
		alone, _, _ := tabletop(t, env, "audit", instance+"/"+table.Audit.Table.Name, "--format", "json",
			"--redact=false")
		var one struct {
			Findings []struct{ Rule, Severity string }
		}
		if err := json.Unmarshal([]byte(alone), &one); err != nil ||
			fmt.Sprint(one.Findings) != fmt.Sprint(table.Audit.Findings) {
			t.Errorf("%s: %v, and alone %v", table.Audit.Table.Name, table.Audit.Findings, one.Findings)
		}
	}
	for _, format := range []string{"text", "openmetrics", "markdown", "html", "sarif", "junit"} {
		out, errs, code := fleet("--format", format, "--fail-on", "error")
		if code != exitCheck || !strings.Contains(errs, "1 new finding of severity error") ||
			!strings.Contains(out, "time-first") {
			t.Errorf("%s: exit code %d: %s%.500s", format, code, errs, out)
		}
	}
	out, _, _ = fleet("--rows", "200", "--format", "json", "--strategy", "quick")
	got.Tables = nil
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, table := range got.Tables {
		rows += table.Audit.Rows
	}
	if rows > 200 || rows < 80 {
		t.Errorf("%d rows were read with a budget of 200", rows)
	}
	out, _, code = fleet("--format", "summary", "--fail-on", "error")
	if code != exitCheck || !strings.Contains(out, "1 of 5 tables has an error") || strings.Count(out, "\n") > 25 {
		t.Errorf("summary: exit code %d: %s", code, out)
	}
	for _, wrong := range [][]string{{"--expect", "x.json"}, {"--layout", "{a}"}, {"--precision", "3%"}} {
		if _, errs, code := fleet(wrong...); code != exitUsage || !strings.Contains(errs, "cannot ") {
			t.Errorf("%q: exit code %d: %s", wrong, code, errs)
		}
	}
	if _, errs, code := tabletop(t, env, "audit", instance+"/first", "--sample-tables"); code != exitUsage {
		t.Errorf("of one table: exit code %d: %s", code, errs)
	}
}

// TestFleetReadsTheRest verifies that a table that cannot be read is named, that the others are read, and that the exit
// code is that of a partial read.
func TestFleetReadsTheRest(t *testing.T) {
	var all []*fakebt.Table
	for _, name := range []string{"a", "b", "c"} {
		table := tenantsTable()
		all = append(all, &fakebt.Table{Name: fakebt.Name(name), Rows: table.Rows, Make: table.Make, Count: table.Count,
			Schema: &adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {}}}})
	}
	server := fakebt.New(t, all...)
	server.Fault = func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if strings.HasSuffix(req.TableName, "/b") {
			return &fakebt.Fault{Err: status.Error(codes.PermissionDenied, "not for you")}
		}
		return nil
	}
	names := strings.Split(fakebt.Name(""), "/")
	for _, format := range []string{"text", "json"} {
		out, errs, code := against(t, server, "audit", names[1]+"/"+names[3], "--sample-tables", "--format", format,
			"--redact=false")
		if code != exitPartial || !strings.Contains(errs, "cannot read p/i/b") || !strings.Contains(out, "not for you") {
			t.Errorf("%s: exit code %d: %s\n%s", format, code, errs, out)
		}
		if n := strings.Count(out, `"table_rows": `); format == "json" && n != 2 {
			t.Errorf("%d tables were read", n)
		}
	}
}

// TestFleetBaseline verifies that findings of an earlier audit of all tables do not make the check fail, of a table that
// it does not have they do, that a baseline of other tables is refused, and that one of all tables serves for one.
func TestFleetBaseline(t *testing.T) {
	env := emulated(t)
	instance := embedded.Project + "/" + embedded.Instance
	file := filepath.Join(t.TempDir(), "earlier.json")
	check := func(source string, want int, words string, args ...string) {
		t.Helper()
		args = append([]string{"audit", source, "--fail-on", "note"}, args...)
		if out, errs, code := tabletop(t, env, args...); code != want || !strings.Contains(out+errs, words) {
			t.Errorf("%v: exit code %d: %s%s", args, code, out, errs)
		}
	}
	if _, errs, code := tabletop(t, env, "audit", instance, "--sample-tables", "--redact=false", "--format", "json",
		"-o", file); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	check(instance, exitOK, "in the baseline", "--sample-tables", "--baseline", file)
	check(instance, exitOK, "in the baseline", "--baseline", file)
	check(instance+"/first", exitOK, "in the baseline", "--baseline", file)
	earlier, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(from, to string) {
		if err := os.WriteFile(file, bytes.ReplaceAll(earlier, []byte(from), []byte(to)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`"name": "first"`, `"name": "another"`)
	check(instance, exitCheck, "new findings", "--sample-tables", "--baseline", file)
	check(instance+"/first", exitError, "the baseline is of table", "--baseline", file)
	write(`"instance": "`+embedded.Instance, `"instance": "other`)
	check(instance, exitError, "of other tables", "--sample-tables", "--baseline", file)
}

// TestBudgetOfSmallTables verifies that what small tables leave of the budget is there for the large ones wherever these
// stand, that a table of unknown size is read last, and that the budget holds.
func TestBudgetOfSmallTables(t *testing.T) {
	sizes := map[string]int64{"a/large": 1000, "b/small": 10, "c/middle": 120, "d/small": 20, "e/unknown": 50,
		"f/empty": 0}
	var tables []fleetTable
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		tables = append(tables, fleetTable{source: name, bytes: sizes[name] * 10})
	}
	tables[4].bytes = -1
	read, order := map[string]int64{}, ""
	readFleet(t.Context(), tables, budget{rows: 500, bytes: 1 << 20, time: time.Hour},
		func(_ int, table fleetTable, share budget) *sample.Sample {
			order += table.source[:1]
			b := sample.NewBuilder(0)
			for i := range min(share.rows, sizes[table.source]) {
				b.Row(fmt.Appendf(nil, "%05d", i))
				read[table.source]++
			}
			if share.bytes < 1<<17 || share.time < 5*time.Minute {
				t.Errorf("%s may take %d bytes and %v", table.source, share.bytes, share.time)
			}
			return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
		})
	want := map[string]int64{"b/small": 10, "d/small": 20, "c/middle": 120, "a/large": 175, "e/unknown": 50}
	if order != "fbdcae" || !maps.Equal(read, want) {
		t.Errorf("read in the order %s: %v", order, read)
	}
}

// TestAuditOfAProject verifies that all instances of a project are audited in one report, that what could not be listed
// or read is named, that only GET requests ask for the instances, and that an emulator is never asked.
func TestAuditOfAProject(t *testing.T) {
	names := strings.Split(fakebt.Name(""), "/")
	project, instance := names[1], names[3]
	table := tenantsTable()
	server := fakebt.New(t, &fakebt.Table{Name: fakebt.Name("orders"), Rows: table.Rows, Make: table.Make,
		Count: table.Count, Schema: &adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {}}}})
	var asked []string
	var mu sync.Mutex
	rest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.Method+" "+r.URL.Path)
		if r.URL.Path != "/v2/projects/"+project+"/instances" {
			_, _ = io.WriteString(w, "{}")
			return
		}
		fmt.Fprintf(w, `{"instances": [{"name": "projects/%s/instances/%s"}], "failedLocations": ["projects/%s/locations/x"]}`,
			project, instance, project)
	}))
	t.Cleanup(rest.Close)
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	for _, args := range [][]string{{project}, {"projects/" + project, "--sample-tables", "--format", "json"}} {
		var out, errs bytes.Buffer
		p := liveProgram(t, server, &out, &errs)
		p.adminREST = rest.URL
		code := p.run(t.Context(), append([]string{"audit"}, args...))
		if code != exitPartial || !strings.Contains(out.String(), "locations/x") ||
			!strings.Contains(out.String(), instance) || strings.Contains(out.String(), "orders") != (len(args) > 1) {
			t.Errorf("%v: exit code %d: %s\n%.2000s", args, code, errs.String(), out.String())
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) < 2 || slices.ContainsFunc(asked, func(s string) bool { return !strings.HasPrefix(s, "GET ") }) {
		t.Errorf("asked for %q", asked)
	}
	_, errs, code := against(t, server, "audit", project)
	if code != exitError || !strings.Contains(errs, "an emulator is not asked") {
		t.Errorf("of an emulator: exit code %d: %s", code, errs)
	}
}

// TestFleetRedactsAlike verifies that a value of two tables is replaced by one string in a report of both, in each
// format, and by another in the next report.
func TestFleetRedactsAlike(t *testing.T) {
	var all []*fakebt.Table
	for _, name := range []string{"a", "b"} {
		table := &fakebt.Table{Name: fakebt.Name(name),
			Schema: &adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {}}}}
		for i := range 60 {
			table.Rows = append(table.Rows, fakebt.Row{Key: fmt.Sprintf("%010d#p%03d", 1_790_000_000+60*i, i*7919%1000),
				Cells: []fakebt.Cell{{Family: "f", Qualifier: "v", Micros: 1_790_000_000_000_000 + int64(i)*60_000_000,
					Value: fmt.Appendf(nil, "person%d@example.com", i)}}})
		}
		all = append(all, table)
	}
	server, names := fakebt.New(t, all...), strings.Split(fakebt.Name(""), "/")
	address := regexp.MustCompile(`[a-z]\*+@[a-z]\*+\.[a-z]\*+`)
	seen := map[string]int{}
	for _, format := range []string{"json", "sarif", "html", "json"} {
		out, errs, code := against(t, server, "audit", names[1]+"/"+names[3], "--sample-tables", "--format", format)
		found := address.FindAllString(out, -1)
		if code != exitOK || len(found) < 2 {
			t.Fatalf("%s: exit code %d: %s%d addresses", format, code, errs, len(found))
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(found))); len(distinct) > 1 {
			t.Errorf("%s: one address becomes %q", format, distinct)
		}
		seen[found[0]]++
	}
	if len(seen) < 3 { // of 4: two may be the same by chance
		t.Errorf("reports of their own have the replacements %v", seen)
	}
}
