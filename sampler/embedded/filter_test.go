package embedded

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"
	"github.com/google/go-cmp/cmp"

	"tabletop/internal/btclient"
	"tabletop/internal/cbtemulator"
	"tabletop/model/retention"
)

// filterPolicies are twelve policies: each form alone and combined, and some whose filter needs an interleave.
func filterPolicies() []string {
	return []string{"never", "maxversions=1", "maxversions=3", "maxage=1d", "maxage=1500ms",
		"maxversions=2 || maxage=7d", "maxversions=2 && maxage=7d", "maxage=30d || (maxversions=3 && maxage=1d)",
		"(maxversions=5 || maxage=12h) && maxversions=1", "maxversions=4 && maxage=2d && maxage=9d",
		"(maxversions=1 && maxage=10d) || (maxversions=4 && maxage=2d)",
		"(maxversions=6 || maxage=1d) && (maxversions=3 || maxage=5d) && (maxversions=1 || maxage=20d)"}
}

// filterNow is the moment of the filtered reads.
var filterNow = time.Date(2026, 11, 20, 12, 0, 0, int(345*time.Millisecond), time.UTC)

// filteredTable is a table with a family for each policy, none of which the server knows, so that it collects nothing.
type filteredTable struct {
	client *bigtable.Client
	rules  []retention.FamilyRule
	kept   map[string]int // cells that the policies keep: row, column, time
	stored int
}

// TestReadFiltersReturnWhatIsKept verifies on emulators that the filters written in Go, Java and Python for twelve
// policies, of each family by itself and of all of them, return exactly the kept cells, each once.
func TestReadFiltersReturnWhatIsKept(t *testing.T) {
	rules := filteredFamilies(t)
	reads := [][]retention.FamilyRule{rules}
	for i := range rules {
		reads = append(reads, rules[i:i+1])
	}
	filters := writtenFilters(t, reads)
	for name, start := range map[string]func(t *testing.T) string{
		"embedded": func(t *testing.T) string {
			server, err := Start(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { server.Close() })
			return server.Addr()
		},
		"cbtemulator": func(t *testing.T) string { return cbtemulator.Start(t) },
	} {
		t.Run(name, func(t *testing.T) {
			table := newFilteredTable(t, rules, start(t))
			if len(table.kept) == 0 || len(table.kept) > table.stored*3/4 {
				t.Fatalf("%d of %d cells are kept: the table tests little", len(table.kept), table.stored)
			}
			for i, one := range reads {
				table.verify(t, one, filters[i])
			}
		})
	}
}

// filteredFamilies returns a family for each policy.
func filteredFamilies(t *testing.T) []retention.FamilyRule {
	t.Helper()
	var rules []retention.FamilyRule
	for i, text := range filterPolicies() {
		rule, err := retention.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, retention.FamilyRule{Family: fmt.Sprintf("f.%d", i), Rule: rule})
	}
	return rules
}

// writtenFilters returns the filters of reads by language, those of Python as expressions in Go.
func writtenFilters(t *testing.T, reads [][]retention.FamilyRule) []map[string]string {
	t.Helper()
	all := make([]map[string]string, len(reads))
	var python []string
	for i, families := range reads {
		all[i] = map[string]string{}
		for _, line := range retention.ReadFilters(retention.Target{Table: "t"}, families) {
			switch line.Tool {
			case "Python":
				python = append(python, line.Text)
			case "Go", "Java":
				all[i][line.Tool] = line.Text
			}
		}
	}
	for i, text := range goOfPython(t, python) {
		all[i]["Python"] = text
	}
	return all
}

// newFilteredTable makes the table on the server at an address.
func newFilteredTable(t *testing.T, rules []retention.FamilyRule, address string) *filteredTable {
	t.Helper()
	table := &filteredTable{rules: rules, kept: map[string]int{}}
	var admin *bigtable.AdminClient
	admin, table.client = btclient.Dial(t, address, "p", "i")
	families := map[string]bigtable.Family{}
	for _, family := range rules {
		families[family.Family] = bigtable.Family{}
	}
	if err := admin.CreateTableFromConf(t.Context(), &bigtable.TableConf{TableID: "t", ColumnFamilies: families}); err != nil {
		t.Fatal(err)
	}
	table.fill(t)
	return table
}

// fill writes rows of random columns: cells around the ages of the policies, on them, and in the future.
func (f *filteredTable) fill(t *testing.T) {
	t.Helper()
	random := rand.New(rand.NewPCG(6, 34))
	ages := []time.Duration{-time.Hour, 0, 1500 * time.Millisecond, 12 * time.Hour, 24 * time.Hour, 48 * time.Hour,
		5 * 24 * time.Hour, 7 * 24 * time.Hour, 9 * 24 * time.Hour, 10 * 24 * time.Hour, 20 * 24 * time.Hour,
		30 * 24 * time.Hour, 40 * 24 * time.Hour}
	for row := range 10 {
		key, mutation := fmt.Sprintf("row%02d", row), bigtable.NewMutation()
		for _, family := range f.rules {
			for column := range random.IntN(3) {
				var times []int64
				for _, age := range ages {
					if random.IntN(2) == 0 {
						near := time.Duration(random.IntN(3)-1) * time.Millisecond
						times = append(times, filterNow.Add(-age-near).UnixMicro())
					}
				}
				qualifier := fmt.Sprintf("q%d", column)
				rule := retention.NewRule(family.Rule, filterNow)
				keep := rule.Keep(times)
				for i, at := range times {
					mutation.Set(family.Family, qualifier, bigtable.Timestamp(at), []byte{byte(i)})
					f.stored++
					if i < keep {
						f.kept[fmt.Sprintf("%s %s:%s %d", key, family.Family, qualifier, at)] = 1
					}
				}
			}
		}
		if err := f.client.Open("t").Apply(t.Context(), key, mutation); err != nil {
			t.Fatal(err)
		}
	}
}

// verify reads families by their filters, by language.
func (f *filteredTable) verify(t *testing.T, families []retention.FamilyRule, filters map[string]string) {
	t.Helper()
	want := map[string]int{}
	for cell := range f.kept {
		for _, family := range families {
			if strings.Contains(cell, " "+family.Family+":") {
				want[cell] = 1
			}
		}
	}
	for tool, text := range filters {
		filter := filterOf(t, text)
		got := map[string]int{}
		err := f.client.Open("t").ReadRows(t.Context(), bigtable.InfiniteRange(""), func(row bigtable.Row) bool {
			for _, items := range row {
				for _, item := range items {
					got[fmt.Sprintf("%s %s %d", item.Row, item.Column, item.Timestamp)]++
				}
			}
			return true
		}, bigtable.RowFilter(filter))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v in %s: %s", families, tool, diff)
		}
	}
}

// filterOf returns the filter that an expression in Go or Java makes as of filterNow; both have the syntax of Go's
// expressions. A line that sets now may precede it.
func filterOf(t *testing.T, text string) bigtable.Filter {
	t.Helper()
	if first, rest, ok := strings.Cut(text, "\n"); ok && strings.Contains(first, "now ") {
		text = rest
	}
	text = strings.ReplaceAll(text, "\n    ", " ") // in Java, a line may begin with a dot
	text = regexp.MustCompile(`\s+\.filter`).ReplaceAllString(text, ".filter")
	text = strings.ReplaceAll(text, ".range()", ".between()") // a keyword of Go
	expression, err := parser.ParseExpr(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	switch made := evaluate(t, expression).(type) {
	case bigtable.Filter:
		return made
	case *javaFilter:
		return made.filter(t)
	}
	t.Fatalf("%s makes no filter", text)
	return nil
}

// javaFilter is what a chain of calls of the Java client has collected.
type javaFilter struct {
	kind       string
	of         []bigtable.Filter
	start, end time.Time
}

func (j *javaFilter) filter(t *testing.T) bigtable.Filter {
	t.Helper()
	switch j.kind {
	case "chain":
		return bigtable.ChainFilters(j.of...)
	case "interleave":
		return bigtable.InterleaveFilters(j.of...)
	case "timestamp":
		return bigtable.TimestampRangeFilter(j.start, j.end)
	}
	t.Fatalf("%s is no filter", j.kind)
	return nil
}

// evaluate evaluates the calls, times and numbers of filters; a number is of nanoseconds where it is a duration.
func evaluate(t *testing.T, e ast.Expr) any {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		number, err := strconv.ParseInt(e.Value, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return number
	case *ast.UnaryExpr:
		return -evaluate(t, e.X).(int64)
	case *ast.BinaryExpr:
		if e.Op == token.SUB {
			return evaluate(t, e.X).(time.Time).Add(-time.Duration(evaluate(t, e.Y).(int64)))
		}
		return evaluate(t, e.X).(int64) * evaluate(t, e.Y).(int64)
	case *ast.CompositeLit:
		return time.Time{}
	case *ast.Ident:
		if e.Name == "now" {
			return filterNow
		}
		return e.Name
	case *ast.SelectorExpr:
		return int64(map[string]time.Duration{"Hour": time.Hour, "Minute": time.Minute, "Second": time.Second,
			"Millisecond": time.Millisecond, "DAYS": 24 * time.Hour, "HOURS": time.Hour, "MINUTES": time.Minute,
			"SECONDS": time.Second, "MILLISECONDS": time.Millisecond}[e.Sel.Name])
	case *ast.CallExpr:
		return call(t, e)
	}
	t.Fatalf("%T is not expected in a filter", e)
	return nil
}

// call evaluates a call of a function of package bigtable, or of a method of the Java client.
func call(t *testing.T, e *ast.CallExpr) any {
	t.Helper()
	method := e.Fun.(*ast.SelectorExpr)
	on := evaluate(t, method.X)
	var args []any
	var filters []bigtable.Filter
	for _, arg := range e.Args {
		value := evaluate(t, arg)
		if made, ok := value.(*javaFilter); ok {
			value = made.filter(t)
		}
		if filter, ok := value.(bigtable.Filter); ok {
			filters = append(filters, filter)
		}
		args = append(args, value)
	}
	java, _ := on.(*javaFilter)
	switch method.Sel.Name {
	case "ChainFilters":
		return bigtable.ChainFilters(filters...)
	case "InterleaveFilters":
		return bigtable.InterleaveFilters(filters...)
	case "FamilyFilter":
		return bigtable.FamilyFilter(args[0].(string))
	case "exactMatch":
		return bigtable.FamilyFilter(regexp.QuoteMeta(args[0].(string)))
	case "LatestNFilter", "cellsPerColumn":
		return bigtable.LatestNFilter(int(args[0].(int64)))
	case "TimestampRangeFilter":
		return bigtable.TimestampRangeFilter(args[0].(time.Time), args[1].(time.Time))
	case "Add":
		return on.(time.Time).Add(time.Duration(args[0].(int64)))
	case "toMicros":
		return on.(int64) * args[0].(int64)
	case "chain", "interleave", "timestamp", "family", "limit":
		return &javaFilter{kind: method.Sel.Name}
	case "filter":
		java.of = append(java.of, filters...)
	case "startClosed":
		java.start = args[0].(time.Time)
	case "endOpen":
		java.end = args[0].(time.Time)
	case "between":
	default:
		t.Fatalf("%s is not expected in a filter", method.Sel.Name)
	}
	return on
}

// pythonStubs stand in for the client: they write the filter in Go.
const pythonStubs = `
import sys
class timezone: utc = None
class timedelta:
    def __init__(self, days=0, hours=0, minutes=0, seconds=0, milliseconds=0):
        self.ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
class datetime:
    microsecond = 345999
    @classmethod
    def now(cls, zone): return cls()
    def replace(self, microsecond):
        assert microsecond == 345000
        return self
    def __sub__(self, other): return "now.Add(-%d*time.Millisecond)" % other.ms
class row_filters:
    RowFilterChain = staticmethod(lambda filters: "bigtable.ChainFilters(%s)" % ", ".join(filters))
    RowFilterUnion = staticmethod(lambda filters: "bigtable.InterleaveFilters(%s)" % ", ".join(filters))
    FamilyNameRegexFilter = staticmethod(lambda regex: 'bigtable.FamilyFilter("%s")' % regex.replace("\\", "\\\\"))
    CellsColumnLimitFilter = staticmethod(lambda n: "bigtable.LatestNFilter(%d)" % n)
    TimestampRangeFilter = staticmethod(lambda start="time.Time{}", end="time.Time{}":
        "bigtable.TimestampRangeFilter(%s, %s)" % (start, end))
for text in sys.stdin.read().split("\n---\n"):
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("row_filters"))
    lines[at] = "filter = " + lines[at]
    exec("\n".join(lines))
    print(filter)
`

// goOfPython runs filters in Python and returns them as expressions in Go; none where Python is not installed.
func goOfPython(t *testing.T, texts []string) []string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("Python is not installed: its filters are not tried")
		return nil
	}
	command := exec.Command(python, "-c", pythonStubs)
	command.Stdin = strings.NewReader(strings.Join(texts, "\n---\n"))
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
