package notation

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// die is what is given: it counts how often it is thrown.
type die struct{ throws int }

func (d *die) throw() int {
	d.throws++
	return d.throws
}

// point is a type of the library.
type point struct {
	X, Y int
	Name string
}

// Sum is a method.
func (p point) Sum() int { return p.X + p.Y }

func library() Library {
	return Library{
		Names: map[string]any{
			"Throw": (*die).throw, "fmt.Sprint": fmt.Sprint, "strings.Fields": strings.Fields,
			"strings.Cut": strings.Cut, "strings.Map": strings.Map,
			"Twice":    func(d *die, make func(*die) string) string { return make(d) + make(d) },
			"Shifted":  func(p point, by int64) point { return point{p.X + int(by), p.Y, p.Name} },
			"Joined":   func(sep string, words ...string) string { return strings.Join(words, sep) },
			"Change":   func(p point, change func(p *point)) point { change(&p); return p },
			"big":      uint64(1 << 63),
			"time.Day": 24 * time.Hour,
		},
		Types: map[string]reflect.Type{"Point": reflect.TypeFor[point](),
			"time.Duration": reflect.TypeFor[time.Duration]()},
		Given: reflect.TypeFor[*die](),
	}
}

// result parses a file and returns what its definition f makes.
func result(t *testing.T, text string) any {
	t.Helper()
	file, err := library().Parse("test", []byte("package test\n"+text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return file.Function("f").Call(&die{})
}

// TestExpressions verifies values and types of expressions, as Go has them.
func TestExpressions(t *testing.T) {
	for _, tt := range []struct {
		expr string
		want any
	}{
		{"1 + 2*3", 7}, {"7/2 - 7%4", 0}, {"1<<20 | 1", 1<<20 | 1}, {"6 &3 ^ 1", 6&3 ^ 1}, {"-(5 - 2)", -3},
		{"-1 >> 1", -1}, {"^0", -1},
		{"1.5 * 2", 3.0}, {"3 / 2.0", 1.5}, {"-0.5", -0.5}, {"0x1f", 31}, {"'a' + 1", 98}, {"`raw`", "raw"},
		{"\"a\\x00\" + `b`", "a\x00b"},
		{"uint64(1) << 63 >> 62", uint64(2)}, {"big / 2", uint64(1 << 62)}, {"big % 3", uint64(1<<63) % 3},
		{"big > 5", true}, {"uint8(255) + 2", uint8(1)}, {"int64(7) - 8", int64(-1)},
		{"float64(7) / 2", 3.5}, {"int(2.9)", 2}, {"byte(\"abc\"[1])", byte('b')}, {"string(rune(233))", "é"},
		{"string([]byte{1, 98})", "\x01b"}, {"uint64(1e19)", uint64(1e19)},
		{"2 * time.Day", 48 * time.Hour}, {"time.Duration(3)", time.Duration(3)},
		{"1 < 2 && \"a\" < \"b\"", true}, {"1 == 2 || !(2 >= 2)", false}, {"true == false", false},
		{"true != false", true}, {"2 <= 1", false}, {"2 != 1", true}, {"1.5 > 1", true},
		{"false && Throw() == 1", false}, {"true || Throw() == 1", true},
		{"[]int{3, 1, 2}[1:]", []int{1, 2}}, {"\"abcd\"[1:3]", "bc"}, {"len(\"abc\") + len([]int{1})", 4},
		{"append([]int{1}, 2, 3)", []int{1, 2, 3}},
		{"append([]string{}, strings.Fields(\"a b\")...)", []string{"a", "b"}}, {"[]int{1, 2, 3}[:1:1]", []int{1}},
		{"min(3, 1, 2)", 1}, {"max(1, int64(5))", int64(5)}, {"cmp.Compare(2, 2.5)", -1},
		{"make([]int, 2)", []int{0, 0}},
		{"slices.Concat([]int{1}, []int{2})", []int{1, 2}},
		{"slices.ContainsFunc([]int{1, 2}, func(n) { return n > 1 })", true},
		{"slices.ContainsFunc([]int{1}, func(n) { return n > 1 })", false},
		{"slices.DeleteFunc([]int{1, 2, 3}, func(n) { return n == 2 })", []int{1, 3}},
		{"Point{X: 1, Y: 2}.Sum()", 3}, {"Point{1, 2, \"p\"}.Name", "p"}, {"[]Point{{X: 4}}[0].X", 4},
		{"Shifted(Point{X: 1}, 2)", point{X: 3}}, {"map[string]int{\"a\": 1}[\"a\"]", 1},
		{"map[string]int{}[\"a\"]", 0},
		{"Joined(\"-\", \"a\", \"b\")", "a-b"}, {"fmt.Sprint(1, \"x\")", "1x"}, {"Throw() + 10*Throw()", 21},
		{"Twice(each(fmt.Sprint(Throw())))", "12"},
		{"Change(Point{X: 1}, func(p) { p.X += 2; p.Name = \"n\" })", point{X: 3, Name: "n"}},
		{"strings.Map(func(r) { return r + 1 }, \"ab\")", "bc"},
		{"func(a, ...rest) { return a + len(rest) }(1, 2, 3)", 3},
	} {
		if got := result(t, "func f() { return "+tt.expr+" }"); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v (%T), want %v (%T)", tt.expr, got, got, tt.want, tt.want)
		}
	}
}

// TestStatements verifies variables, branches, and loops.
func TestStatements(t *testing.T) {
	for _, tt := range []struct {
		text string
		want any
	}{
		{"func f() { a, b := 1, 2; a, b = b, a; return 10*a + b }", 21},
		{"func f() { a, _ , ok := strings.Cut(`x=y`, `=`); if ok { return a }; return `` }", "x"},
		{"func f() { a := 1; if a > 1 { return `more` } else if a == 1 { a = 5 } else { a = 6 }; return a }", 5},
		{"func f() { if a := 2; a > 1 { return a }; return 0 }", 2},
		{"func f() { sum := 0; for i := range 4 { if i == 1 { continue }; if i == 3 { break }; sum += i }; return " +
			"sum }", 2},
		{"func f() { out := ``; for i, s := range []string{`a`, `b`} { out += fmt.Sprint(i) + s }; return out }",
			"0a1b"},
		{"func f() { n := 0; for _, c := range `aé` { n += int(c) }; return n }", 'a' + 'é' + 0},
		{"func f() { n := 1; for n < 50 { n *= 3 }; return n }", 81},
		{"func f() { n := 0; for i := 3; i > 0; i-- { n++ }; return n }", 3},
		{"func f() { for { if Throw() == 3 { return `three` } } }", "three"},
		{"func f() { for i := range 9 { if i == 2 { return i } }; return 0 }", 2},
		{"func f() { switch Throw() { case 2, 3: return `no`; case 1: return `yes` }; return `` }", "yes"},
		{"func f() { switch { case false: return 1; default: return 2; case 1 < 2: return 3 } }", 3},
		{"func f() { switch Throw() { case 7: return 1; default: return 2 } }", 2},
		{"func f() { n := 0; switch { case true: n = 1; break }; return n }", 1},
		{"func f() { var s string; const c = `x`; s += c; return s + c }", "xx"},
		{"func f() { p := Point{X: 1}; q := p; q.X = 5; return p.X*10 + q.X }", 15},
		{"func f() { list := []int{1, 2}; list[0], list[1] = list[1], list[0]; return list }", []int{2, 1}},
		{"func f() { m := map[string]int{}; m[`a`] = 3; return m[`a`] }", 3},
		{"func f() { list := []int{3, 1, 2}; slices.SortStableFunc(list, func(a, b) { return a - b }); return list }",
			[]int{1, 2, 3}},
		{"func f() { n := 1; add := func(by) { n += by }; add(2); add(3); return n }", 6},
		{"func f() { n := 1; { n := 2; n++ }; return n }", 1},
		{"const base = 2 * three\nconst three = 3\nfunc g(n) { return n * base }\nfunc f() { return g(2) + " +
			"g(Throw()) }", 18},
		{"func g(sep, ...words) { return Joined(sep, words...) }\nfunc f() { return g(`+`, `a`, `b`) }", "a+b"},
		{"type pair struct { first int; rest []string }\nfunc f() { p := pair{first: 2, rest: []string{`a`}}; " +
			"p.first++; return p.first + len(p.rest) }", 4},
		{"func twice() { return Throw(), Throw() }\nfunc f() { a, b := twice(); return a*10 + b }", 12},
		{"func word(p) { return `w` + fmt.Sprint(Throw()) }\nfunc f() { return Twice(each(word(1))) }", "w1w2"},
	} {
		if got := result(t, tt.text); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %v, want %v", tt.text, got, tt.want)
		}
	}
}

// TestFaultsHavePlaces verifies that what is wrong stops with its place and the reason.
func TestFaultsHavePlaces(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"func f() { return nothing }", "test:2:19: no definition of nothing"},
		{"func f() { return Throw(1) }", "test:2:19: 2 arguments for func(*notation.die) int"},
		{"func f() { return Joined() }", "0 arguments for func(string, ...string) string"},
		{"func f() { return Shifted(1, 2) }", "int in place of notation.point"},
		{"func f() { return Point{Z: 1} }", "notation.point has no Z"},
		{"func f() { return `a` - `b` }", "no operator -"},
		{"func f() { return 1.5 % 2 }", "no operator %"},
		{"func f() { return big(1) }", "uint64 is no function"},
		{"func f() { return Other{} }", "no such type"},
		{"func f() { go Throw() }", "no statement of *ast.GoStmt"},
		{"func f() { 1 = 2 }", "*ast.BasicLit cannot be changed"},
		{"func g(a, b) { return a }\nfunc f() { return g(1) }", "the argument b is missing"},
	} {
		func() {
			defer func() {
				if why := fmt.Sprint(recover()); !strings.Contains(why, tt.want) {
					t.Errorf("%s: %s, want %s", tt.text, why, tt.want)
				}
			}()
			result(t, tt.text)
		}()
	}
	if _, err := library().Parse("test", []byte("package test\nfunc f( {")); err == nil {
		t.Error("what is no notation was parsed")
	}
}

// TestFunctionIsCalledFromGo verifies that arguments without a parameter are left out, and that each call has what was
// given to it.
func TestFunctionIsCalledFromGo(t *testing.T) {
	file, err := library().Parse("test", []byte("package test\nfunc f(a) { return a + fmt.Sprint(Throw()) }"))
	if err != nil {
		t.Fatal(err)
	}
	f := file.Function("f")
	if got := f.Call(&die{throws: 4}, "x", "ignored"); got != "x5" {
		t.Errorf("%v, want x5", got)
	}
	if got := f.Call(&die{}, "y"); got != "y1" {
		t.Errorf("%v, want y1", got)
	}
	if file.Function("g") != nil {
		t.Error("a definition that there is not")
	}
}
