package main

import (
	"bytes"
	"context"
	encoding "encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	"tabletop/sampler/read"
	"tabletop/sampler/snapshot"
)

// shape is what a table holds. Adding one is a line in shapes.
type shape struct {
	name   string
	rows   func() []fakebt.Row
	layout string // declared for every command; empty leaves the layouts to inference
	where  string // what a query of the workload filters on, as YAML
}

func shapes() []shape {
	const byKey = `{"f:v": equal}`
	return []shape{
		{name: "usual", rows: usualTable, where: byKey},
		{name: "empty", rows: func() []fakebt.Row { return nil }, where: byKey},
		{name: "one row", rows: func() []fakebt.Row { return usualTable()[:1] }, where: byKey},
		{name: "several kinds", rows: severalKinds, where: byKey},
		{name: "no layout", rows: noLayout, where: byKey},
		{name: "declared layout", rows: usualTable, layout: "{tenant}#{device}#{day:date(20060102)}",
			where: `{device: equal, day: range 7d}`},
		{name: "layout of another table", rows: usualTable, layout: "{hash:hex(16)}/{at:ms}", where: `{hash: equal}`},
		{name: "binary", rows: binaryTable, where: byKey},
		{name: "hostile names", rows: hostileTable, where: byKey},
		{name: "odd times", rows: oddTimes, where: byKey},
	}
}

// micros2026 is the time of most cells, in microseconds.
const micros2026 = 1_790_000_000_000_000

// cellsOf returns the cells of an ordinary row: versions, a column that not every row has, and JSON.
func cellsOf(i int) []fakebt.Cell {
	var cells []fakebt.Cell
	for version := range 1 + i%3 {
		cells = append(cells, fakebt.Cell{Family: "f", Qualifier: "v",
			Micros: micros2026 + int64(i)*3_600_000_000 - int64(version)*86_400_000_000,
			Value:  fmt.Append(nil, i*7%50)})
	}
	if i%5 == 0 {
		cells = append(cells, fakebt.Cell{Family: "f", Qualifier: "w", Micros: micros2026,
			Value: []byte(`{"a":1,"owner":"anna.kovacs@x.test"}`)})
	}
	return append(cells, fakebt.Cell{Family: "g", Qualifier: fmt.Sprintf("event%04d", i%40),
		Micros: micros2026 + int64(i)*60_000_000, Value: make([]byte, i*i%300)})
}

func usualTable() []fakebt.Row {
	var rows []fakebt.Row
	for i := range 120 {
		day := time.Date(2026, 1, 1+i/4, 0, 0, 0, 0, time.UTC).Format("20060102")
		rows = append(rows, fakebt.Row{Key: fmt.Sprintf("tenant%d#dev%02d#%s", i%3, i%12, day), Cells: cellsOf(i)})
	}
	return rows
}

func severalKinds() []fakebt.Row {
	var rows []fakebt.Row
	for i := range 60 {
		rows = append(rows,
			fakebt.Row{Key: fmt.Sprintf("user/%05d", i*37), Cells: cellsOf(i)},
			fakebt.Row{Key: fmt.Sprintf("order/%s/%05d", time.Unix(micros2026/1e6+int64(i)*86400,
				0).UTC().Format("2006-01-02"), i*11), Cells: cellsOf(i + 1)},
			fakebt.Row{Key: fmt.Sprintf("m#%08x#%d", i*77777, micros2026/1000+int64(i)), Cells: cellsOf(i + 2)})
	}
	return rows
}

func noLayout() []fakebt.Row {
	rng := rand.New(rand.NewPCG(1, 2))
	var rows []fakebt.Row
	for i := range 100 {
		key := make([]byte, 1+rng.IntN(30))
		for k := range key {
			key[k] = byte('!' + rng.IntN(90))
		}
		rows = append(rows, fakebt.Row{Key: string(key), Cells: cellsOf(i)})
	}
	return rows
}

func binaryTable() []fakebt.Row {
	rng := rand.New(rand.NewPCG(3, 4))
	var rows []fakebt.Row
	for i := range 120 {
		key := make([]byte, 8, 20)
		encoding.BigEndian.PutUint64(key, rng.Uint64())
		key = encoding.BigEndian.AppendUint64(append(key, 0, byte(i%4)), uint64(micros2026+int64(i)*1e9))
		value := make([]byte, 16)
		encoding.LittleEndian.PutUint64(value, rng.Uint64())
		rows = append(rows, fakebt.Row{Key: string(key), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: string(value[:4]), Micros: micros2026 + int64(i), Value: value},
			{Family: "f", Qualifier: "v", Micros: micros2026, Value: value[:i%9]}}})
	}
	return rows
}

// hostile are texts that must not reach a terminal or a page as they are.
func hostile() []string {
	return []string{
		"\x1b]52;c;aGk=\a", "\x1b[2J\x1b[31m", "a\nb\r\nc", "tab\tbed", "\u202egnp.exe", "\u2066x\u2069",
		"\xff\xfe\x80", "\x00nul", "\u009b31m",
		"<script>alert(1)</script>", "</style><img src=x onerror=y>", "| a | b |\n|---|", "`code` *bold* [x](http://y)",
		"=cmd|' /C calc'!A0",
		`","x":"`, "'; DROP TABLE t; --", "${HOME} $(id) `id`", "e\u0301\u0301\u0301\u0301", "\u200b\ufeff", "ünï\xc3",
		"%s%d%n", "{a}#{b}", "\\x1b", "]]>", "&amp;&#27;",
	}
}

func hostileTable() []fakebt.Row {
	var rows []fakebt.Row
	texts := hostile()
	for i := range 100 {
		text := texts[i%len(texts)]
		rows = append(rows, fakebt.Row{Key: fmt.Sprintf("%s#%03d", text, i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "v", Micros: micros2026, Value: []byte(text)},
			{Family: "f", Qualifier: text, Micros: micros2026 + int64(i)*1e9, Value: []byte(strings.Repeat(text, 5))},
			{Family: strings.ToValidUTF8(text, "?"), Qualifier: text, Micros: micros2026, Value: []byte(text)}}})
	}
	return rows
}

// oddTimes has cells at the ends of what a timestamp can be, and before 1970.
func oddTimes() []fakebt.Row {
	rows := usualTable()
	times := []int64{0, 1000, -1000, 9_223_372_036_854_775_000, -9_223_372_036_854_775_000, 253_402_300_800_000_000,
		micros2026}
	for i := range rows {
		for k := range rows[i].Cells {
			rows[i].Cells[k].Micros = times[(i+k)%len(times)]
		}
	}
	return rows
}

// table returns the table of a shape.
func (s shape) table() *fakebt.Table {
	keep := &adminpb.GcRule{Rule: &adminpb.GcRule_MaxNumVersions{MaxNumVersions: 1}}
	families := map[string]*adminpb.ColumnFamily{"f": {GcRule: keep}, "g": {}}
	rows := s.rows()
	for _, r := range rows {
		for _, c := range r.Cells {
			if families[c.Family] == nil {
				families[c.Family] = &adminpb.ColumnFamily{}
			}
		}
	}
	return &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 2000, Rows: rows,
		Schema: &adminpb.Table{Name: fakebt.Name("t"), ColumnFamilies: families}}
}

// form is how the rows of a table come to a command. Adding one is a line in forms.
type form struct {
	name string
	// source returns SOURCE, with flags; empty if a table of the shape cannot be in the state.
	source func(m *maker) []string
	code   int // how commands exit that report on it
}

func forms() []form {
	everything := []string{"--strategy", "everything"}
	few := append(everything, "--rows", "20")
	return []form{
		{name: "live", source: func(*maker) []string { return append([]string{"p/i/t"}, everything...) }},
		{name: "live census", source: func(*maker) []string { return append([]string{"p/i/t"}, few...) }},
		{name: "saved", source: func(m *maker) []string { return m.saved("saved", everything...) }},
		{name: "quick", source: func(m *maker) []string {
			return m.saved("quick", "--strategy", "quick", "--rows", "30")
		}},
		{name: "census", source: func(m *maker) []string { return m.saved("census", few...) }},
		{name: "partial", source: func(m *maker) []string { return m.partial("partial", everything...) },
			code: exitPartial},
		{name: "continued", source: func(m *maker) []string {
			file := m.partial("continued", everything...)[0]
			m.runs(exitOK, "sample", "p/i/t", "--continue", file, "-o", file)
			return []string{file}
		}},
		{name: "continued census", source: func(m *maker) []string {
			file := m.partial("continued-census", few...)[0]
			m.runs(exitOK, "sample", "p/i/t", "--continue", file, "-o", file)
			return []string{file}
		}},
		{name: "redacted", source: func(m *maker) []string {
			return m.redacted("redacted", m.saved("plain", everything...))
		}},
		{name: "redacted census",
			source: func(m *maker) []string { return m.redacted("redacted-census", m.saved("counted", few...)) }},
		{name: "redacted partial",
			source: func(m *maker) []string {
				return m.redacted("redacted-partial", m.partial("broken", everything...))
			}, code: exitPartial},
		{name: "named", source: func(m *maker) []string {
			return m.renamed("named", m.saved("innocent", everything...)[0])
		}},
	}
}

// maker makes the samples of a table that a server serves.
type maker struct {
	t      *testing.T
	shape  shape
	server *fakebt.Server
	folder string
}

// runs runs a command that must exit with code.
func (m *maker) runs(code int, args ...string) {
	m.t.Helper()
	var stdout, stderr bytes.Buffer
	if got := m.program(&stdout, &stderr).run(context.Background(), args); got != code {
		m.t.Errorf("%s: %q: exit code %d, want %d: %s", m.shape.name, args, got, code, stderr.String())
	}
}

// program returns a program that reads from the server, with short waits.
func (m *maker) program(stdout, stderr *bytes.Buffer) *program {
	home := filepath.Join(m.folder, "home")
	return &program{
		std: streams{in: strings.NewReader(""), out: stdout, err: stderr},
		env: map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "BIGTABLE_EMULATOR_HOST": m.server.Addr},
		retry: read.Retry{First: time.Millisecond, Longest: 10 * time.Millisecond, Attempts: 3, Budget: time.Second,
			Stall: time.Second},
	}
}

func (m *maker) file(name string) string { return filepath.Join(m.folder, name+".tabletop") }

func (m *maker) saved(name string, flags ...string) []string {
	m.t.Helper()
	m.runs(exitOK, append([]string{"sample", "p/i/t", "-o", m.file(name)}, flags...)...)
	return []string{m.file(name)}
}

// partial saves a read that the server ends in the middle.
func (m *maker) partial(name string, flags ...string) []string {
	m.t.Helper()
	m.server.SetFault(func(stream int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if req.RowsLimit > 0 || stream%2 == 0 && len(m.shape.rows()) > 1 {
			return nil
		}
		return &fakebt.Fault{Err: status.Error(codes.PermissionDenied, "no more")}
	})
	defer m.server.SetFault(nil)
	m.runs(exitPartial, append([]string{"sample", "p/i/t", "-o", m.file(name)}, flags...)...)
	return []string{m.file(name)}
}

// redacted saves the redacted copy of a sample.
func (m *maker) redacted(name string, source []string) []string {
	m.t.Helper()
	m.runs(exitOK, "sample", source[0], "--redact", "--allow-partial", "-o", m.file(name))
	return []string{m.file(name)}
}

// renamed gives a table names that the service would refuse and a file can hold all the same, and the file such a name,
// too.
func (m *maker) renamed(name, file string) []string {
	m.t.Helper()
	s, err := snapshot.ReadFile(context.Background(), file, 1<<30)
	if err != nil {
		m.t.Fatal(err)
	}
	evil := strings.Join(hostile()[:9], "")
	s.Table.Source, s.Table.Project, s.Table.Instance, s.Table.Name = evil+"/"+evil+"/"+evil, evil, evil, evil
	s.How.Stopped, s.How.Ending = evil, sample.EndLimit
	path := filepath.Join(m.folder, name+"\x1b[31m\n\u202e.tabletop")
	if err := snapshot.SaveFile(path, s); err != nil {
		m.t.Fatal(err)
	}
	return []string{path}
}

// kind is a sample for commands to report on.
type kind struct {
	name   string
	maker  *maker
	shape  shape
	form   form
	source []string
}

// kinds makes the samples: each shape in each state, and a demo.
func kinds(t *testing.T) []kind {
	t.Helper()
	var all []kind
	for _, sh := range shapes() {
		m := &maker{t: t, shape: sh, server: fakebt.New(t, sh.table()), folder: t.TempDir()}
		workload := fmt.Sprintf("queries:\n- {name: one, where: %s}\n- {name: all}\n", sh.where)
		if err := os.WriteFile(filepath.Join(m.folder, "workload.yaml"), []byte(workload), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, st := range forms() {
			if source := st.source(m); source != nil {
				all = append(all, kind{st.name + " of " + sh.name, m, sh, st, source})
			}
		}
		if sh.name == "usual" {
			demo := form{name: "demo"}
			all = append(all, kind{"demo", m, shape{name: "demo", where: sh.where}, demo,
				[]string{"demo:garden/months", "--rows", "100"}})
		}
	}
	return all
}
