package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/internal/fakebt"
	"tabletop/sampler/embedded"
)

// fleetTable is what JSON says of a table of an instance.
type fleetTable struct {
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
	if code != exitOK || !strings.Contains(errs, "table 2 of 5, first: read") {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err == nil {
		err = schemas(t)["audit-instance"].Validate(value)
	}
	var got struct {
		Instance struct{ Findings []struct{ Rule string } }
		Tables   []fleetTable
		Failed   []any
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if err != nil || len(got.Tables) != 5 || len(got.Failed) != 0 || len(got.Instance.Findings) == 0 {
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
	for _, format := range []string{"text", "openmetrics", "markdown", "html"} {
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
	for _, wrong := range [][]string{{"--format", "sarif"}, {"--layout", "{a}"}, {"--precision", "3%"}} {
		if _, errs, code := fleet(wrong...); code != exitUsage || !strings.Contains(errs, "cannot combine") {
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
		if code != exitPartial || !strings.Contains(errs, "cannot read table b") || !strings.Contains(out, "not for you") {
			t.Errorf("%s: exit code %d: %s\n%s", format, code, errs, out)
		}
		if n := strings.Count(out, `"table_rows": `); format == "json" && n != 2 {
			t.Errorf("%d tables were read", n)
		}
	}
}
