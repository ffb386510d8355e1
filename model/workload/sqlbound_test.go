package workload

import (
	"strings"
	"testing"

	"tabletop/model/bounded"
)

// TestSQLIsBounded verifies that whatever nests in SQL is refused at once, with its place, and that what people write
// is not.
func TestSQLIsBounded(t *testing.T) {
	nested := func(open string, n int) string { return "SELECT a FROM t WHERE\n" + strings.Repeat(open, n) }
	for _, open := range []string{"(", "a[", "[", "f(", "CASE WHEN ", "case when ", "STRUCT(", "IF(", "1 IN (",
		"EXISTS(SELECT ", "CAST(a AS ARRAY<", "{"} {
		_, err := ParseSQL([]byte(nested(open, 30_000/len(open))), nil)
		if err == nil || !strings.HasPrefix(err.Error(), "line 2, column ") ||
			!strings.HasSuffix(err.Error(), ": nested deeper than 50 levels") {
			t.Errorf("%s: %v", open, err)
		}
	}
	deep := func(n int) string {
		return "SELECT a FROM t WHERE user = " + strings.Repeat("(", n) + "'x'" + strings.Repeat(")", n)
	}
	for n, refused := range map[int]bool{maxSQLDepth: false, maxSQLDepth + 1: true} {
		if _, err := ParseSQL([]byte(deep(n)),
			[]string{"user"}); refused != (err != nil && strings.Contains(err.Error(), "nested deeper")) {
			t.Errorf("%d levels: %v", n, err)
		}
	}
	for name, c := range map[string]struct{ text, words string }{
		"a long statement": {"SELECT a FROM t WHERE a = '" + strings.Repeat("x", maxStatement) + "'",
			"line 1, column 1: a statement has at most 65536 bytes"},
		"many statements": {strings.Repeat("SELECT a FROM t;\n", maxQueries), ""},
		"too many statements": {strings.Repeat("SELECT a FROM t;\n", maxQueries+1),
			"a workload has at most 1000 queries"},
		"a long file": {strings.Repeat("-", bounded.MaxText+1), "longer than 1 MiB"},
		"many comparisons": {"SELECT a FROM t WHERE " + strings.Repeat("user < 'x' OR ", 100) + "user < 'x'",
			"OR"},
		"brackets in a string":     {"SELECT a FROM t WHERE user = '" + strings.Repeat("(", 100) + "'", ""},
		"brackets in a comment":    {"SELECT a FROM t -- " + strings.Repeat("(", 100), ""},
		"each statement by itself": {strings.Repeat("SELECT a FROM t WHERE user = ("+"'x');\n", 60), ""},
	} {
		_, err := ParseSQL([]byte(c.text), []string{"user"})
		if c.words == "" && err != nil || c.words != "" && (err == nil || !strings.Contains(err.Error(), c.words)) {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

// TestSQLPlaces verifies that errors name the line and the column of the file, in statements that follow others, too.
func TestSQLPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT a FROM t;\nSELECT b FROM u WHERE nobody = 1":                        "line 2, column 23: ",
		"SELECT a FROM t; SELECT b FROM u WHERE nobody = 1":                         "line 1, column 40: ",
		"SELECT a FROM t;\n\n-- name: x\nSELECT FROM":                               "line 4, column 8: ",
		"SELECT a FROM t; -- frequency: x\nSELECT b FROM u":                         "line 1, column 18: ",
		"SELECT a FROM t;\nSELECT b\nFROM u WHERE a = 'é' AND\n  nobody = @p LIMIT": "line 4, column 20: ",
	} {
		if _, err := ParseSQL([]byte(text), []string{"a"}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestWorkloadHasLimitedQueries verifies the limit of queries in YAML on both sides.
func TestWorkloadHasLimitedQueries(t *testing.T) {
	query := "  - {name: q, where: {user: equal}}\n"
	for n, want := range map[int]string{maxQueries: "is in line 2 already",
		maxQueries + 1: "line 1002: a workload has at most 1000 queries, and this one has 1001"} {
		_, err := Parse([]byte("queries:\n"+strings.Repeat(query, n)), []string{"user"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d queries: %v", n, err)
		}
	}
}
