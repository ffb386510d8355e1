package plan

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// TestScriptsRun verifies what create.sh calls, from whatever folder it is run: the request beside it for splits that are
// not text, cbt for others and for emulators, which are not protected from deletion.
func TestScriptsRun(t *testing.T) {
	const families = "cbt -project p -instance i createfamily orders_new f:never\n" +
		"cbt -project p -instance i createfamily orders_new g:maxversions=1\n"
	const protect = "gcloud bigtable instances tables update orders_new --instance=i --project=p --deletion-protection\n"
	for _, tt := range []struct {
		name, split, emulator, want string
	}{
		{"text", "k", "", "cbt -project p -instance i createtable orders_new splits=k\n" + families + protect},
		{"text on an emulator", "k", "host:1", "cbt -project p -instance i createtable orders_new splits=k\n" + families},
		{"bytes", "\x00", "", "curl --fail --silent --show-error -X POST -H Authorization: Bearer token " +
			"-H Content-Type: application/json --data @FOLDER/create.json " +
			"https://bigtableadmin.googleapis.com/v2/projects/p/instances/i/tables\n" + families + protect},
		{"bytes on an emulator", "\x00", "host:1", "cbt -project p -instance i createtable orders_new\n" + families},
	} {
		p := planOf(t, "{b}#{a}", "{a}#{b}\n")
		p.Stored = &Presplit{Keys: [][]byte{[]byte(tt.split)}}
		folder, tools := filepath.Join(t.TempDir(), "a folder"), t.TempDir()
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		script := filepath.Join(folder, "create.sh")
		if err := os.WriteFile(script, []byte(fileOf(t, p, "create.sh")), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, tool := range []string{"cbt", "curl", "gcloud"} {
			stub := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = auth ]; then echo token; exit; fi\necho %s \"$@\"\n", tool)
			if err := os.WriteFile(filepath.Join(tools, tool), []byte(stub), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.Command("sh", script)
		run.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "BIGTABLE_EMULATOR_HOST="+tt.emulator)
		run.Dir = "/"
		out, err := run.CombinedOutput()
		if want := strings.ReplaceAll(tt.want, "FOLDER", folder); err != nil || string(out) != want {
			t.Errorf("%s: %v\n%swant\n%s", tt.name, err, out, want)
		}
	}
}

// TestTextOfSplits verifies which splits cbt and Terraform hold: printable ASCII, of 100,000 bytes with what stands
// between them.
func TestTextOfSplits(t *testing.T) {
	for name, tt := range map[string]struct {
		keys [][]byte
		want bool
	}{
		"none": {nil, true}, "the first that shows": {[][]byte{[]byte(" ")}, true},
		"the last that shows": {[][]byte{[]byte("a~")}, true}, "delete": {[][]byte{[]byte("a\x7f")}, false},
		"a control character": {[][]byte{[]byte("a"), []byte("\x1fb")}, false},
		"other letters":       {[][]byte{[]byte("é")}, false},
		"as many as fit":      {[][]byte{bytes.Repeat([]byte("k"), 50_000-3), bytes.Repeat([]byte("m"), 50_000-3)}, true},
		"one more":            {[][]byte{bytes.Repeat([]byte("k"), 50_000-3), bytes.Repeat([]byte("m"), 50_000-2)}, false},
	} {
		if got := isText(tt.keys); got != tt.want {
			t.Errorf("%s: text %t, want %t", name, got, tt.want)
		}
	}
}

// TestPoliciesThatCannotBeWritten verifies that table.tf names the family, by its number, whose policy it lacks, and that
// there is no table.tf where a name is not text.
func TestPoliciesThatCannotBeWritten(t *testing.T) {
	p := planOf(t, "{b}#{a}", "{a}#{b}\n")
	text := fileOf(t, p, "table.tf")
	for _, want := range []string{"\n# family 1: a family without a google_bigtable_gc_policy keeps everything",
		`resource "google_bigtable_gc_policy" "family_2" {`, "  split_keys = [\n    \"k\",\n    \"m\",\n  ]\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	p.Families = append(p.Families, sample.Family{Name: "n", Aggregate: "sum"})
	if text := fileOf(t, p, "table.tf"); !strings.Contains(text, "    family = \"n\"\n    type   = \"intsum\"\n") ||
		strings.Count(text, "    type ") != 1 {
		t.Errorf("no type in\n%s", text)
	}
	p.Stored = &Presplit{Keys: [][]byte{{0}}}
	if text := fileOf(t, p, "table.tf"); strings.Contains(text, "split_keys =") ||
		!strings.Contains(text, "# The splits are not text: run create.sh, then terraform import.") {
		t.Errorf("splits that are not text are in\n%s", text)
	}
	for _, name := range []string{"\xff", "\xfe\xff"} {
		p := planOf(t, "{b}#{a}", "{a}#{b}\n")
		p.New.Instance = name
		if _, err := p.terraform(); err == nil || err.Error() != "cannot write table.tf: text for Terraform must be UTF-8" {
			t.Errorf("an instance %q: %v", name, err)
		}
	}
}

// TestFamiliesThatCannotBeCreated verifies that create.sh ends at a family that cbt cannot create, and names it; and what
// it says of a type of values.
func TestFamiliesThatCannotBeCreated(t *testing.T) {
	p := planOf(t, "{b}#{a}", "{a}#{b}\n")
	p.Families = []sample.Family{{Name: "a:b"}, {Name: "t", ValueType: "int"}, {Name: "s", ValueType: "int", Aggregate: "min"}}
	text := fileOf(t, p, "create.sh")
	for _, want := range []string{"echo 'a family was not created, see the comment in create.sh' >&2; exit 1 # \"a:b\": cbt " +
		"cannot create a family whose name holds a colon\n", "createfamily orders_new t:never\n# cbt setvaluetype: the old " +
		"family has a value type, which this does not set.\n", "createfamily orders_new s:never:intmin\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "setvaluetype") != 1 {
		t.Errorf("an aggregate has no other type:\n%s", text)
	}
}

// TestQuantiles verifies where a list is divided into parts of about equal sums: before the number that brings the sum
// nearer to its part, never twice at one place nor at an end.
func TestQuantiles(t *testing.T) {
	for _, tt := range []struct {
		weights []float64
		parts   int
		want    []int
	}{
		{[]float64{1, 1, 1, 1}, 2, []int{2}}, {[]float64{1, 1, 1, 1}, 4, []int{1, 2, 3}},
		{[]float64{1, 1, 1, 1}, 9, []int{1, 2, 3}}, {[]float64{1, 1, 1, 1}, 1, nil}, {nil, 4, nil},
		{[]float64{6, 1, 1, 1}, 3, []int{1}}, {[]float64{1, 1, 1, 6}, 3, []int{3}},
		{[]float64{1, 5, 4}, 2, []int{2}}, {[]float64{4, 5, 1}, 2, []int{1}}, {[]float64{4, 2, 4}, 2, []int{2}},
		{[]float64{0, 0, 0}, 2, nil}, {[]float64{9, 1}, 2, []int{1}}, {[]float64{11, 1, 8}, 2, []int{1}}, {[]float64{1, 9}, 2, []int{1}},
	} {
		if got := quantiles(tt.weights, tt.parts); !slices.Equal(got, tt.want) {
			t.Errorf("%v is divided into %d parts at %v, want %v", tt.weights, tt.parts, got, tt.want)
		}
	}
	for _, tt := range []struct {
		weights []float64
		starts  []int
		want    float64
	}{{[]float64{1, 2, 3, 4}, nil, 1}, {[]float64{1, 2, 3, 4}, []int{2}, 0.7}, {[]float64{4, 3, 2, 1}, []int{2}, 0.7},
		{[]float64{1, 2, 3, 4}, []int{1, 3}, 0.5}, {[]float64{0, 0}, []int{1}, 0}, {nil, nil, 0}} {
		if got := largest(tt.weights, tt.starts); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("the largest part of %v at %v has %g, want %g", tt.weights, tt.starts, got, tt.want)
		}
	}
	for _, tt := range [][3]string{{"abc", "abd", "abd"}, {"abc", "b", "b"}, {"abc", "bcd", "b"}, {"ab", "abcd", "abc"},
		{"", "xyz", "x"}, {"a1", "a2345", "a2"}} {
		if got := string(separator([]byte(tt[0]), []byte(tt[1]))); got != tt[2] {
			t.Errorf("between %q and %q is %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

// TestDivisionOfChoice verifies that splits by writes are chosen if their largest share is under two thirds of that of
// splits by bytes, and the reasons given.
func TestDivisionOfChoice(t *testing.T) {
	stored := &Presplit{Keys: [][]byte{{1}, {2}}, Bytes: 0.06, Writes: 0.3}
	if stored.Parts() != 3 || stored.Worst() != 0.3 || (&Presplit{Bytes: 0.4, Writes: 0.3}).Worst() != 0.4 {
		t.Errorf("%d parts, at worst %g", stored.Parts(), stored.Worst())
	}
	const within = "the backfill writes every stored byte within hours, and splits by writes would not make the largest " +
		"share, of bytes or of writes, smaller by more than a third"
	for _, tt := range []struct {
		written *Presplit
		chosen  bool
		why     string
	}{
		{nil, false, "the backfill writes every stored byte, and nothing is known of other writes"},
		{&Presplit{Bytes: 0.201, Writes: 0.1}, false, within}, {&Presplit{Bytes: 0.1, Writes: 0.201}, false, within},
		{&Presplit{Bytes: 0.199, Writes: 0.199}, true,
			"its largest share, of bytes or of writes, is the smaller one by more than a third"},
	} {
		chosen, why := Choose(stored, tt.written)
		if want := map[bool]*Presplit{true: tt.written, false: stored}[tt.chosen]; chosen != want || why != tt.why {
			t.Errorf("%+v: %+v, %q", tt.written, chosen, why)
		}
		if p := (&Plan{Stored: stored, Written: tt.written}); true {
			if split, reason := p.Split(); split != chosen || reason != why {
				t.Errorf("the plan has %+v, %q", split, reason)
			}
		}
	}
}

// TestWritesOfAWeek verifies which writes are counted: those of the seven days before the read, both ends included.
func TestWritesOfAWeek(t *testing.T) {
	for age, want := range map[time.Duration]bool{Week: true, Week + time.Microsecond: false, 0: true,
		-time.Microsecond: false, time.Hour: true} {
		load := NewLoad(rekeyed(t, []rowOf{{"1#a", 5, []time.Duration{age}}, {"2#b", 5, []time.Duration{30 * 24 * time.Hour}}}),
			now)
		if got := load.writes[0] == 1; got != want || load.writes[1] != 0 || (load.NoWrites == "") != want {
			t.Errorf("a write %v before the read counts %t, want %t: %q", age, got, want, load.NoWrites)
		}
		if split := load.ByBytes(2); want != (split.Writes == 1) {
			t.Errorf("a write %v before the read: %+v", age, split)
		}
	}
}

// TestLoadIsWeighed verifies that rows of a sample count for as many as they represent.
func TestLoadIsWeighed(t *testing.T) {
	how := sample.Provenance{Strategy: sample.Accurate, Points: 2, TotalBytes: 1000, Filter: 1, RowShare: 1, Started: now}
	var parts []*sample.Builder
	for i, key := range []string{"1#a", "2#b"} {
		b := sample.NewBuilder(4)
		b.Row([]byte(key))
		b.Cell("d", []byte("q"), now.UnixMicro(), make([]byte, 10))
		b.SetSection(1, int64(100*(i+1)), true)
		parts = append(parts, b)
	}
	current, err := rowkey.ParseSet("{a}#{b}")
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := segments.New(t.Context(), sample.Assemble(sample.Table{}, how, parts), current)
	if err != nil {
		t.Fatal(err)
	}
	proposed, err := candidate.Parse("{b}#{a}")
	if err != nil {
		t.Fatal(err)
	}
	set, err := rekey.ResolveSet(proposed, current)
	if err != nil {
		t.Fatal(err)
	}
	base := rekey.NewBase(decoded)
	result, err := rekey.Run(t.Context(), base, set)
	if err != nil {
		t.Fatal(err)
	}
	load := NewLoad(result.Tables[0], now)
	for row := range 2 {
		if w := base.Design.Weight(row); load.writes[row] != w || load.bytes[row] != w*float64(result.Tables[0].BytesAt(row)) {
			t.Errorf("row %d counts for %g writes and %g bytes, its weight is %g", row, load.writes[row], load.bytes[row], w)
		}
	}
	if base.Design.Weight(0) == base.Design.Weight(1) {
		t.Error("the rows weigh the same")
	}
}

// TestTablesThatAreNotPlanned verifies that there is no plan for several tables, nor for one with rows over 100 MB, of
// which the largest is named.
func TestTablesThatAreNotPlanned(t *testing.T) {
	mb := 1_000_000
	age := []time.Duration{time.Hour}
	small := rekeyed(t, []rowOf{{"1#a", 5, age}, {"2#b", 99 * mb, age}})
	large := rekeyed(t, []rowOf{{"1#a", 101 * mb, age}, {"2#b", 5, age}, {"3#c", 102 * mb, age}})
	if err := Check([]*rekey.Table{small}); err != nil {
		t.Errorf("of 99 MB: %v", err)
	}
	if err := Check([]*rekey.Table{small, small}); err == nil || !strings.Contains(err.Error(), "the layout makes 2") {
		t.Errorf("two tables: %v", err)
	}
	err := Check([]*rekey.Table{large})
	tooLarge, ok := err.(*TooLarge)
	if !ok || string(tooLarge.Key) != "c#3" || tooLarge.Rows != 2 || tooLarge.Bytes != large.BytesAt(2) ||
		err.Error() != fmt.Sprintf("rows over 100 MB: 2, the largest has %d bytes", large.BytesAt(2)) {
		t.Errorf("of 102 MB: %v", err)
	}
}

// TestFilesOfTheKeys verifies the files of each language, with tests only where there are pairs of keys to test.
func TestFilesOfTheKeys(t *testing.T) {
	for _, tests := range [][]codegen.Test{nil, {{Pairs: []codegen.Pair{{Old: []byte("a#b"), New: []byte("b#a")}}}}} {
		p := planOf(t, "{b}#{a}", "{a}#{b}\n")
		p.Tests = tests
		files, err := p.Files([]codegen.Language{codegen.Go, codegen.Python})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range files {
			if strings.HasPrefix(f.Name, "keys/") {
				got = append(got, f.Name)
				if isTest := strings.Contains(f.Name, "test"); isTest != (f.Note == "") || isTest != (f.Unchecked == "") ||
					f.Text == "" || f.Run {
					t.Errorf("%s: %q, %q", f.Name, f.Note, f.Unchecked)
				}
			}
		}
		want := 2
		if tests != nil {
			want = 4
		}
		if len(got) != want || !strings.HasPrefix(got[0], "keys/go/") || !strings.HasPrefix(got[want-1], "keys/python/") {
			t.Errorf("files of keys: %q", got)
		}
	}
}

// TestProgramOfTheBackfill verifies what the program that copies the rows is filled in with: the tables, the borders in
// hexadecimal, the columns that keys are made of, and a package for each kind that keeps its keys.
func TestProgramOfTheBackfill(t *testing.T) {
	p := planOf(t, "{b}#{column(f:q)}#{a:pad(9)}", "{a:pad(4)}#{b:int}\n{kind}/{n}\nx-{y}-{z}\n")
	p.Ranges = [][]byte{{0, 0xab}, []byte("k")}
	p.Old.Project = ""
	main := fileOf(t, p, "backfill/main.go")
	for _, want := range []string{"const borders = `\n00ab\n6b\n`\n", `kind1 "backfill/kind1"`, `kind2 "backfill/kind2"`,
		"kind2.ParseKey(old)", `newest(row, "f", "q")`, `"PROJECT/i/orders"`, `"p/i/orders_new"`} {
		if !strings.Contains(main, want) {
			t.Errorf("no %s in\n%s", want, main)
		}
	}
	if p.NewSource() != "p/i/orders_new" || fileOf(t, p, "backfill/go.sum") == "" || fileOf(t, p, "backfill/go.mod") == "" {
		t.Errorf("the new table is %q", p.NewSource())
	}
	foreign := planOf(t, "x/{key()}", "{a:pad(4)}#{b:int}\n")
	if err := foreign.NoBackfill(); err == nil || !strings.Contains(err.Error(), "--current-layout") {
		t.Errorf("of keys that no layout decodes: %v", err)
	}
	moved := planOf(t, "{b}#{column(f:q, move)}", "{a}#{b}\n")
	if err := moved.NoBackfill(); err == nil || !strings.Contains(err.Error(), "changes cells") {
		t.Errorf("a column that moves into the key: %v", err)
	}
	if files, err := p.Files(nil); err != nil || !slices.ContainsFunc(files, func(f File) bool {
		return f.Name == "verify.sh" && f.Run && strings.HasSuffix(f.Text, `"$@"`+"\n") &&
			strings.Contains(f.Text, "tabletop verify p/i/orders p/i/orders_new --layout ") &&
			strings.Count(f.Text, "--from") == 3
	}) {
		t.Errorf("no script that verifies: %v", err)
	}
	target := retention.Target{Table: "orders_new"}
	p.New = target
	if got := p.NewSource(); got != "PROJECT/INSTANCE/orders_new" {
		t.Errorf("a table of no instance is %q", got)
	}
}

// TestTablesThatCannotBeCreated verifies that there is no script for a table with a name that no shell can be given.
func TestTablesThatCannotBeCreated(t *testing.T) {
	p := planOf(t, "{b}#{a}", "{a}#{b}\n")
	p.New.Table = "orders\x00new"
	if files, err := p.create(); err == nil || !strings.HasPrefix(err.Error(), "cannot create the table with cbt: ") ||
		files != nil {
		t.Errorf("%v, %v", files, err)
	}
}
