package workload

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestSQL verifies what each kind of condition of a SELECT becomes.
func TestSQL(t *testing.T) {
	names := []string{"tenant", "day", "id"}
	for sql, want := range map[string]string{
		"SELECT * FROM t WHERE tenant = @tenant": "tenant " +
			"equal",
		"SELECT * FROM t WHERE tenant = 'acme' AND day = DATE '2026-05-01'": "tenant " +
			"= acme, day = 2026-05-01",
		"SELECT * FROM t WHERE md['status'] BETWEEN 500 AND " +
			"599": "md:status range = 500 .. 599",
		"SELECT * FROM t WHERE day BETWEEN '20260501' AND '20260507' AND md['status'] BETWEEN 500 AND 599": "day " +
			"range = 20260501 .. 20260507, md:status range = 500 .. 599",
		"SELECT * FROM t WHERE tenant = @t AND (day >= '20260501' AND day <= '20260531')": "tenant equal, day range " +
			"= 20260501 .. 20260531",
		"SELECT * FROM t WHERE STARTS_WITH(id, 'ab')":                   "id prefix = ab",
		"SELECT * FROM t WHERE CAST(md['path'] AS STRING) LIKE '/api%'": "md:path prefix = /api",
		"SELECT * FROM t WHERE tenant = @t ORDER BY day DESC LIMIT 5": "tenant equal, latest 5 by " +
			"day",
		"SELECT * FROM t WHERE tenant = @t ORDER BY CAST(md['score'] AS INT64) DESC LIMIT 5": "tenant equal, top 5 by " +
			"md:score",
		"SELECT * FROM t WHERE _key = @key": "tenant equal, day equal, " +
			"id equal",
		"SELECT _key, md['symbol'] AS s, md['price'] FROM t WHERE tenant = @t LIMIT 10": "tenant equal, limit 10, " +
			"columns md:price md:symbol",
		"SELECT * FROM t":                        "all rows",
		"SELECT id, MAX(day) FROM t GROUP BY id": "latest 1 per id by day",
		"SELECT id, ANY_VALUE(md['x'] HAVING MAX day) AS x FROM t WHERE tenant = @t GROUP BY " +
			"id": "tenant equal, latest 1 per id by day, columns md:x",
		"SELECT tenant, id, ARRAY_AGG(md['x'] ORDER BY day DESC LIMIT 3) FROM t GROUP BY tenant, " +
			"id": "latest 3 per tenant, id by day, columns md:x",
		"SELECT tenant, id, MAX(day) FROM t WHERE tenant = @t GROUP BY tenant, " +
			"id": "tenant equal, latest 1 per id by day",
		"SELECT * FROM `t`(as_of => TIMESTAMP('2026-01-10T13:14:00Z')) WHERE tenant = b'x' -- of " +
			"acme": "tenant = x",
		"SELECT * FROM t(with_history => TRUE, after => TIMESTAMP('2026-05-01T00:00:00Z'), before => " +
			"TIMESTAMP('2026-05-02T00:00:00Z')) WHERE tenant = @t": "celltime() range = 2026-05-01T00:00:00Z .. " +
			"2026-05-02T00:00:00Z, tenant equal",
		"-- read your writes: true\nSELECT * FROM t WHERE tenant = @t": "tenant equal, reads its own writes",
		"-- kind: order\nSELECT * FROM t WHERE tenant = @t":            "tenant equal, kind order",
		"SELECT * FROM t AS x WHERE x.tenant = CAST(@t AS BYTES)":      "tenant equal",
	} {
		w, err := ParseSQL([]byte(sql), names)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if got := w.Queries[0].String(); got != want {
			t.Errorf("%s is %q, not %q", sql, got, want)
		}
		if again, err := Parse([]byte(w.Text()), names); err != nil || again.Text() != w.Text() {
			t.Errorf("%s: the workload does not read back: %v", sql, err)
		}
	}
	w, err := ParseSQL([]byte("-- name: one tenant\n-- frequency: 100\nSELECT * FROM t WHERE tenant = @t;\n\n-- a "+
		"remark\nSELECT * FROM t WHERE id = @i; -- nothing more\n"), names)
	if err != nil || len(w.Queries) != 2 || w.Queries[0].Name != "one tenant" || w.Queries[0].Frequency != 100 ||
		w.Queries[1].Frequency != 1 || w.Queries[1].Name != "query 2" || w.Queries[1].Line != 6 {
		t.Errorf("%+v, %v", w, err)
	}
}

// TestSQLErrors verifies that what cannot be read is reported with line and column.
func TestSQLErrors(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT * FROM t WHERE tenant > 'a'":                 "line 1, column 23: > is not read",
		"SELECT * FROM t WHERE tenant = 'a'\n  OR day = 'b'": "line 1, column 23: OR is not read",
		"SELECT * FROM t;\nSELECT * FROM t\n  WHERE nothing = " +
			"'a'": `line 3, column 9: no segment "nothing"; there are tenant, day`,
		"SELECT * FORM t":                     "line 1, column",
		"SELECT * FROM a JOIN b ON a.x = b.x": "only one table",
		"SELECT tenant, COUNT(*) FROM t GROUP BY tenant": "line 1, column 16: GROUP BY is read only as the newest " +
			"of each group",
		"SELECT tenant FROM t GROUP BY tenant":            "line 1, column 22: GROUP BY is read only as",
		"SELECT tenant, MIN(day) FROM t\nGROUP BY tenant": "line 1, column 16: GROUP BY is read only as",
		"SELECT tenant, MAX(day) FROM t\nGROUP BY nobody": "line 2, column 10: GROUP BY wants segments of the keys; " +
			"there are tenant, day",
		"SELECT tenant, MAX(day) FROM t GROUP BY tenant\nLIMIT " +
			"5": "line 2, column 1: LIMIT behind GROUP BY is not read",
		"SELECT tenant, MAX(day), ARRAY_AGG(md['x'] ORDER BY day DESC LIMIT 2) FROM t GROUP BY " +
			"tenant": "column 26: all that is selected of a group must be of the same newest rows: 1 by day",
		"SELECT tenant, ARRAY_AGG(md['x']) FROM t GROUP BY " +
			"tenant": "GROUP BY is read only as",
		"SELECT day, MAX(day) FROM t GROUP BY day": "cannot be both",
		"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY tenant ORDER BY day DESC) AS n FROM t) WHERE n = " +
			"1": "line 1, column ",
		"SELECT * FROM t WHERE tenant = @t ORDER BY day": "ORDER BY is read only as",
		"SELECT * FROM t WHERE tenant LIKE '%a'":         "LIKE is read only",
		"SELECT * FROM t WHERE STARTS_WITH(_key, 'a')": "a condition on _key is read only as _key = " +
			"@key",
		"SELECT * FROM t WHERE day BETWEEN @a AND @b": "the ends of a range are literals",
		"SELECT * FROM t WHERE tenant = day":          "the right side is a literal or a parameter",
		"-- frequency: 0\nSELECT * FROM t": "line 1, column 1: -- frequency: 0 is not a " +
			"number above 0",
		"-- name: a\nSELECT * FROM t; -- name: a\nSELECT * FROM t": "appears twice",
		"DELETE FROM t WHERE tenant = 'a'":                         "line 1, column 1",
		"":                                                         "contains no SELECT",
		"-- only a remark":                                         "contains no SELECT",
		"SELECT * FROM t WHERE tenant = 'a' AND tenant = 'b'": "tenant appears twice",
		"SELECT * FROM t(after => TIMESTAMP('2026-05-01T00:00:00Z'))": "line 1, column 15: after and before are read " +
			"together",
		"SELECT * FROM t(sorted => TRUE)": "line 1, column 17: the argument sorted of a table is not " +
			"read",
		"-- read your writes: perhaps\nSELECT * FROM t": "wants true or false, not perhaps",
		"SELECT * FROM t LIMIT 0":                       "LIMIT wants a number above 0",
		"WITH x AS (SELECT 1) SELECT * FROM x":          "only a plain SELECT",
		"SELECT * FROM t WHERE tenant = 'a":             "line 1, column",
	} {
		if _, err := ParseSQL([]byte(sql), []string{"tenant", "day"}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", sql, err, want)
		}
	}
	_, err := ParseSQL([]byte("SELECT * FROM t WHERE id = @id\nORDER BY at DESC LIMIT 2"), []string{"id", "at"})
	if want := "line 2, column 10: AT is a reserved word of GoogleSQL: write `at`"; err == nil || err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
}

// TestSQLOfTheDocs verifies that every statement of docs/workload.md is read.
func TestSQLOfTheDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/workload.md")
	if err != nil {
		t.Fatal(err)
	}
	var statements []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "    SELECT ") || strings.HasPrefix(line, "    -- ") {
			statements = append(statements, line)
		}
	}
	w, err := ParseSQL([]byte(strings.Join(statements, "")), []string{"meter", "day", "device", "at"})
	if err != nil || len(w.Queries) != 3 || w.Queries[2].Latest != 1 || w.Queries[2].By != "at" {
		t.Errorf("%+v, %v", w, err)
	}
}

// TestSQLThatPanicsTheLexer verifies that a text that ends in an escape sequence, on which the library's lexer panics,
// is refused where the token before ends.
func TestSQLThatPanicsTheLexer(t *testing.T) {
	for _, text := range []string{`"\0`, "SELECT *\nFROM t WHERE day = \"\\x", `SELECT '\u00`} {
		lines := strings.Split(text, "\n")
		last := lines[len(lines)-1]
		_, err := ParseSQL([]byte(text), []string{"day"})
		if err == nil {
			t.Errorf("%q is read", text)
			continue
		}
		var line, column int
		if _, scan := fmt.Sscanf(err.Error(), "line %d, column %d:", &line, &column); scan != nil ||
			line != len(lines) || column != len(strings.TrimRight(last[:strings.IndexAny(last, `"'`)], " "))+1 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzSQL verifies that no text makes the reader panic, and that what it reads can be written as a workload file.
func FuzzSQL(f *testing.F) {
	f.Add("SELECT * FROM t WHERE tenant = @t AND md['a'] BETWEEN 1 AND 2 LIMIT 3")
	f.Add("SELECT md['x'] FROM t WHERE STARTS_WITH(day, 'ab'); -- frequency: 3\nSELECT 1")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ParseSQL([]byte(text), []string{"tenant", "day"})
		if err == nil && len(w.Queries) == 0 {
			t.Error("no queries, and no error")
		}
	})
}

// TestWorkloadFields verifies limit, columns, and writes of a workload file, and that mistakes in them are reported
// with their line.
func TestWorkloadFields(t *testing.T) {
	w, err := Parse([]byte("queries:\n  - {name: q, frequency: 10, where: {a: equal}, limit: 5, columns: ['f:x', "+
		"'f:y']}\nwrites:\n  new rows: 30\n  increments: 10\n"), []string{"a"})
	if err != nil || w.Queries[0].Limit != 5 || len(w.Queries[0].Columns) != 2 || w.WritesPerRun() != 4 {
		t.Fatalf("%+v, %v", w, err)
	}
	if again, err := Parse([]byte(w.Text()), []string{"a"}); err != nil || again.Text() != w.Text() ||
		again.WritesPerRun() != 4 {
		t.Errorf("%s does not read back: %v", w.Text(), err)
	}
	for text, want := range map[string]string{
		"queries: [{name: q, latest: 3 by a, limit: 2}]": "line 1: limit: latest states already how many rows are " +
			"wanted",
		"queries: [{name: q, limit: 0}]":               `line 1: limit: "0" is not a number of rows above 0`,
		"queries: [{name: q, columns: [x]}]":           `columns: "x" is not a column`,
		"queries: [{name: q, columns: x}]":             "columns: wants a list",
		"queries: [{name: q}]\nwrites: {new rows: -1}": `line 2: new rows: "-1" is not a number of rows`,
		"queries: [{name: q}]\nwrites: {reads: 1}":     `line 2: unknown field "reads": the fields are new rows, overwrites, increments, deletes`,
	} {
		if _, err := Parse([]byte(text), []string{"a"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
}
