package rekey

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// viewBase is a base of orders, of which one has no total, one a total that is no number, and one is too large; and of
// users in the same table.
func viewBase(t *testing.T, table sample.Table, layouts string) *Base {
	t.Helper()
	set, err := rowkey.ParseSet(layouts)
	if err != nil {
		t.Fatal(err)
	}
	b := sample.NewBuilder(1 << 30)
	row := func(key string, cells ...string) {
		b.Row([]byte(key))
		for i := 0; i < len(cells); i += 2 {
			b.Cell("f", []byte(cells[i]), 2_000_000, []byte(cells[i+1]))
		}
	}
	row("order#a#1700000000000", "by", "u1", "total", "12")
	b.Cell("f", []byte("total"), 1_000_000, []byte("11"))
	row("order#b#1700000000001", "by", "u2", "total", "x")
	row("order#c#1700000000002", "by", "u2")
	row("order#d#1700000000003", "by", strings.Repeat("u", 1<<20), "total", "7")
	row("order#e#1700000000004", "by", "u\x00", "total", "100")
	row("user#u1", "name", "n")
	table.Families = []sample.Family{{Name: "f"}}
	table.Name = "orders"
	read := sample.Assemble(table, sample.Provenance{Strategy: sample.Everything, Complete: true}, []*sample.Builder{b})
	decoded, err := segments.New(context.Background(), read, set)
	if err != nil {
		t.Fatal(err)
	}
	return NewBase(decoded)
}

const viewLayouts = "order = order#{id}#{ts:ms}\nuser = user#{name}"

func runView(t *testing.T, b *Base, text string) (*Result, *View, error) {
	t.Helper()
	c, err := candidate.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	set, err := ResolveSet(c, b.Layouts)
	if err != nil {
		return nil, nil, err
	}
	result, err := Run(t.Context(), b, set)
	if err != nil {
		return nil, nil, err
	}
	plan, _ := result.Tables[1].Plan()
	return result, plan.View(1), nil
}

// TestView verifies the query of a view, its keys, the rows that it leaves out, and that it has only the newest cells.
func TestView(t *testing.T) {
	b := viewBase(t, sample.Table{}, viewLayouts)
	result, view, err := runView(t, b, "order = view {column(f:by)}#{pad(column(f:total), 6)}#{reverse(ts)}")
	if err != nil {
		t.Fatal(err)
	}
	const want = "SELECT `f`['by'] AS part1, CAST(`f`['total'] AS INT64) AS part2, " +
		"9223372036854775807 - CAST(SPLIT(_key, '#')[SAFE_OFFSET(2)] AS INT64) AS part3, _key AS source_key, `f` " +
		"FROM `orders` WHERE SPLIT(_key, '#')[SAFE_OFFSET(0)] = 'order' ORDER BY 1, 2, 3, 4"
	if view.Query != want {
		t.Errorf("the query is\n%s, want\n%s", view.Query, want)
	}
	got := strings.Join(view.Unconfirmed, "\n")
	if !strings.Contains(got, "SPLIT") || !strings.Contains(got, "subtraction") {
		t.Error(got)
	}
	table := result.Tables[1]
	if table.LeftOut != (LeftOut{Null: 1, Failed: 1, Large: 1}) || table.LeftOut.Rows() != 3 || table.NotMeant != 1 {
		t.Errorf("left out: %+v, of others %d", table.LeftOut, table.NotMeant)
	}
	if table.Rows != 2 || table.Cells != 4 || result.Tables[0].Rows != 6 || result.Tables[0].Cells != 11 {
		t.Errorf("%d rows, %d cells in the view, %d and %d in the table", table.Rows, table.Cells,
			result.Tables[0].Rows, result.Tables[0].Cells)
	}
	key := table.Key(1)
	if !bytes.HasPrefix(key, []byte("u1\x00\x01\x8c\x00\x01")) ||
		!bytes.HasSuffix(key, []byte("\x00\x01order#a#1700000000000")) {
		t.Errorf("a key is %q", key)
	}
	if key := table.Key(0); !bytes.HasPrefix(key, []byte("u\x00\xff\x00\x01")) {
		t.Errorf("a key is %q", key)
	}
}

// TestViewOfSchema verifies that the parts of a declared key are named, with their types.
func TestViewOfSchema(t *testing.T) {
	schema := rowkey.Schema{Encoding: rowkey.DelimitedBytes, Delimiter: []byte("#"), Fields: []rowkey.SchemaField{
		{Name: "what", Type: "string", Encoding: "utf8"}, {Name: "id", Type: "string", Encoding: "utf8"},
		{Name: "n", Type: "int64", Encoding: "big_endian"}}}
	b := viewBase(t, sample.Table{KeySchema: &schema}, "order = order#{id}#{n:int}\nuser = user#{name}")
	_, view, err := runView(t, b, "same ++ view {n}#{id}#{key()}")
	if want := "SELECT `n` AS part1, `id` AS part2, _key AS source_key, `f` FROM `orders` " +
		"WHERE SPLIT(_key, '#')[SAFE_OFFSET(0)] = 'order' ORDER BY 1, 2, 3"; err != nil || view.Query != want ||
		len(view.Unconfirmed) != 1 {
		t.Fatal(view, err)
	}
	b = viewBase(t, sample.Table{KeySchema: &schema}, "{id...}")
	if _, view, err = runView(t, b, "view {id}"); err != nil {
		t.Fatal(err)
	}
	if want := "SELECT `id` AS part1, _key AS source_key, `f` FROM `orders` ORDER BY 1, 2"; view.Query != want ||
		len(view.Unconfirmed) != 0 {
		t.Errorf("%s, unconfirmed %q", view.Query, view.Unconfirmed)
	}
}

// TestViewRefused verifies that what the query of a view cannot say is refused by its name, where it stands.
func TestViewRefused(t *testing.T) {
	b := viewBase(t, sample.Table{}, viewLayouts)
	for text, want := range map[string]string{
		"view {salt(8, id)}#{ts}":                         "salt(8, id) cannot be in the key of a view: no hash",
		"view {hash(id)}":                                 "no hash function",
		"view {bucket(ts, 1d)}#{id}":                      "bucket(ts, 1d) cannot be in the key of a view: it has no",
		"view {mirror(id)}":                               "REVERSE is not known",
		"view {truncate(id, 2)}":                          "SUBSTR is not known",
		"view {reverse(id)}":                              "reverse(id) turns characters: REVERSE",
		"view {celltime()}#{id}":                          "not for each cell",
		"view {key()}#{id}":                               "is added by itself",
		"view {rest(ts)}":                                 "segments and columns as they are",
		"view {id}[#{ts}]":                                "a view has no optional parts",
		"view {column(f:by, move)}":                       "without move",
		"view {column(f:nothing)}":                        "no column",
		"view {ts:date(20060102)}#{id}":                   "ts as date(20060102) cannot be said",
		"view {id} => drop f:by":                          "selects whole families",
		"view {id} => time {ts}":                          "timestamp 0",
		"view {key()}":                                    "needs a part of the key or a column before",
		"foreign = view {column(f:by)}#{column(f:total)}": "cannot tell the rows of",
		"{ts}#{id} ++ view {id}":                          "a view is of the table as it is: write same ++ view {id}",
		"same ++ order = view {ts} | user = view {name}":  "a view has rows of one record kind",
	} {
		_, _, err := runView(t, b, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	b = viewBase(t, sample.Table{}, "order = order#{id...}")
	_, _, err := runView(t, b, "order = view {id}")
	if err == nil || !strings.Contains(err.Error(), "do not all stand between the same delimiters") {
		t.Error(err)
	}
}
