package codegen_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

const today = "{user}#{n:int}#{at:ms}#{host:domain}#{day:date(20060102)}#{tick:ns}#{seq:int}"

// templates are layouts that code is written for.
func templates() []string {
	return []string{
		"{user}#{n}#{at}#{host}#{day}",
		"x\\x1f\\\"\\\\é{n:pad(8)}/{user}:{day}:{at}:{host}",
		"{salt(8, user)}#{user}#{reverse(at)}#{n}",
		"{salt(16, user, n, md5)}#{user}#{n}#{at:s(pad(12))}",
		"{salt(1000, at, sha256)}#{at:date(2006-01-02T15:04:05.000Z)}#{user}",
		"{hash(user, sha1, 8)}#{reverse(host)}#{mirror(n)}#{at:date(20060102150405000)}",
		"{user}#{bucket(at, 1h)}#{n}",
		"{user}#{week=bucket(at, 1w):date(20060102)}#{at:hour(pad(7))}#{n}",
		"{user}#{reverse(at, 10^13-1)}#{n}",
		"{reverse(tick)}#{seq:pad(19)}#{tick}#{mirror(seq)}",
		"{reverse(tick, 9223372036854775807)}#{seq}",
		// literals that are code in one of the languages
		"time.strconv.fmt.big.hex.strings.{user}",
		"*/ // # '''{n}$\\{user\\}`%d%s\\\\u000a\\n\\t\\r{user}\\0\\x7f{at}",
		"date(_date(digest(floorDiv(turn(reverseLabels({n}firstDigits(",
		"\\\\u2028{n}\\xe2\\x80\\xa8\\xef\\xbb\\xbf👩\u0301{user}\\\\\\\\",
	}
}

// rows is a sample, and the arguments of each row by source.
func rows(t *testing.T) (*sample.Sample, rowkey.Set, []map[string]string) {
	t.Helper()
	l, err := rowkey.Parse(today)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 7))
	users := []string{"ann", "Ünï", "東京", "o'neil", `q"b\s`, "u 5", "👩 x"}
	var keys []string
	for range 60 {
		at := time.UnixMilli(rng.Int64N(4e12) - 2e11).UTC()
		keys = append(keys, fmt.Sprintf("%s#%d#%d#%s#%s#%d#%d", users[rng.IntN(len(users))], rng.IntN(99999),
			max(at.UnixMilli(), 1),
			[]string{"drive.google.com", "a.b.c.d.org", "x.de"}[rng.IntN(3)], at.Format("20060102"), rng.Int64N(9e18)+1,
			rng.Uint64()>>1))
	}
	slices.Sort(keys)
	b := sample.NewBuilder(16)
	var args []map[string]string
	for _, k := range keys {
		b.Row([]byte(k))
		b.Cell("f", []byte("q"), 1000, []byte("v"))
		parts := strings.Split(k, "#")
		day, err := time.Parse("20060102", parts[4])
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, map[string]string{"user": parts[0], "n": parts[1], "at": parts[2], "host": parts[3],
			"day":  strconv.FormatInt(day.UnixMilli(), 10),
			"tick": parts[5], "seq": parts[6]})
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b}), rowkey.Set{l}, args
}

// TestEqualsOurEncoder compiles and runs the functions in every language that the machine has, and compares their keys
// with those of the simulation.
func TestEqualsOurEncoder(t *testing.T) {
	s, set, args := rows(t)
	equals(t, s, set, args, templates())
}

// functionOf returns the function that builds keys of a candidate for keys of a layout.
func functionOf(t *testing.T, layout, template string) *codegen.Function {
	t.Helper()
	l, err := rowkey.Parse(layout)
	if err != nil {
		t.Fatal(err)
	}
	c, err := candidate.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	f, err := codegen.New(c, rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestTypesOfParameters verifies that the code for each language takes text as text and times as numbers.
func TestTypesOfParameters(t *testing.T) {
	f := functionOf(t, "{tenant}#{at:ms}", "{at}#{tenant}")
	for language, want := range map[codegen.Language]string{codegen.Go: "(atMs int64, tenant string)",
		codegen.Java:   "(long atMs, String tenant)",
		codegen.Python: "(at_ms, tenant)", codegen.Node: "(atMs, tenant)"} {
		if got := f.Write(language); !strings.Contains(got, want) {
			t.Errorf("%s: no %s in\n%s", language, want, got)
		}
	}
}

// TestGoIsFormatted verifies that gofmt has nothing to change in the code of any layout.
func TestGoIsFormatted(t *testing.T) {
	for _, template := range templates() {
		file := functionOf(t, today, template).Write(codegen.Go)
		want, err := format.Source([]byte(file))
		if err != nil || file != string(want) {
			t.Errorf("%s: gofmt (%v) writes\n%s\nand not\n%s", template, err, want, file)
		}
	}
}

// Names that are words of a language, or of the code around, or spelled alike.
func TestNames(t *testing.T) {
	l, err := rowkey.Parse("{str}#{strconv:int}#{class}#{user_id}#{userId}#{time:ms}#{crc32:int}#{date:date(20060102)}#{whole:int}#{digest}")
	if err != nil {
		t.Fatal(err)
	}
	key := "a#1#b#c#d#1700000000000#2#20260501#3#e"
	b := sample.NewBuilder(16)
	b.Row([]byte(key))
	b.Cell("f", []byte("q"), 1000, []byte("v"))
	args := map[string]string{}
	for i, s := range l.Segments() {
		args[s.Name] = strings.Split(key, "#")[i]
	}
	args["date"] = "1777593600000"
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
	equals(t, s, rowkey.Set{l}, []map[string]string{args}, []string{
		"{str}{strconv:pad(3)}{class}{user_id}{userId}{time}{crc32}{date}{whole}{digest}",
		"{salt(8, str, digest)}{date}{bucket(time, 1h)}{hash(userId, crc32, 8)}{reverse(time)}{mirror(crc32)}{strconv}",
	})
}

// equals runs the functions of templates in every language, on each row.
func equals(t *testing.T, s *sample.Sample, set rowkey.Set, args []map[string]string, templates []string) {
	t.Helper()
	decoded, err := segments.New(context.Background(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	base := simulate.NewBase(decoded)
	var functions []*codegen.Function
	var want [][]string
	for _, text := range templates {
		c, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		f, err := codegen.New(c, set)
		if err != nil {
			t.Fatal(err)
		}
		functions = append(functions, f)
		r, err := simulate.Run(context.Background(), base, c)
		if err != nil {
			t.Fatal(err)
		}
		keys := make([]string, len(args))
		for i := range r.Tables[0].Len() {
			for _, row := range r.Tables[0].Sources(i) {
				keys[row] = hex.EncodeToString(r.Tables[0].Key(i))
			}
		}
		want = append(want, keys)
	}
	for _, l := range codegen.Languages() {
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			got := strings.Fields(runners()[l](t, functions, args))
			if len(got) != len(args)*len(functions) {
				t.Fatalf("%d keys for %d rows and %d layouts", len(got), len(args), len(functions))
			}
			for i, f := range functions {
				for row, key := range got[i*len(args) : (i+1)*len(args)] {
					if key != want[i][row] {
						a, _ := hex.DecodeString(key)
						b, _ := hex.DecodeString(want[i][row])
						t.Errorf("%s: %q, and our encoder has %q\n%s", f.Template, a, b, f.Write(l))
						break
					}
				}
			}
		})
	}
}

// runners compile and run functions, each on all rows; the keys come in hexadecimal.
func runners() map[codegen.Language]func(*testing.T, []*codegen.Function, []map[string]string) string {
	type rows = []map[string]string
	return map[codegen.Language]func(*testing.T, []*codegen.Function, []map[string]string) string{
		codegen.Go: func(t *testing.T, all []*codegen.Function, args rows) string {
			files := map[string]string{"go.mod": "module probe\n\ngo 1.26\n"}
			imports, body := "", ""
			for i, f := range all {
				files[fmt.Sprintf("k%d/key.go", i)] = f.Write(codegen.Go)
				imports += fmt.Sprintf("\tk%d \"probe/k%d\"\n", i, i)
				body += calls(f, args, fmt.Sprintf("\tfmt.Printf(\"%%%%x\\n\", k%d.RowKey(%%s))\n", i), "",
					strconv.QuoteToASCII)
			}
			files["main.go"] = "package main\n\nimport (\n\t\"fmt\"\n" + imports + ")\n\nfunc main() {\n" + body + "}\n"
			return run(t, files, "go", "run", ".")
		},
		codegen.Java: func(t *testing.T, all []*codegen.Function, args rows) string {
			have(t, "javac")
			slowtest.Skip(t)
			files := map[string]string{}
			body := ""
			for i, f := range all {
				name := fmt.Sprintf("RowKey%d", i)
				files[name+".java"] = strings.Replace(f.Write(codegen.Java), "class RowKey", "class "+name, 1)
				body += fmt.Sprintf("static void run%d() {\n%s}\n", i, calls(f, args, "p("+name+".build(%s));\n", "L",
					quoteJSON))
			}
			main := "class Main { public static void main(String[] a) {\n"
			for i := range all {
				main += fmt.Sprintf("run%d();\n", i)
			}
			files["Main.java"] = main + "}\n" + body +
				"static void p(byte[] k) { StringBuilder b = new StringBuilder(); for (byte x : k) " +
				"b.append(String.format(\"%02x\", x)); System.out.println(b); } }\n"
			return run(t, files, "sh", "-c", "javac *.java && java -cp . Main")
		},
		codegen.Python: func(t *testing.T, all []*codegen.Function, args rows) string {
			text := ""
			for _, f := range all {
				text += f.Write(codegen.Python) + calls(f, args, "print(row_key(%s).hex())\n", "", strconv.QuoteToASCII)
			}
			return run(t, map[string]string{"key.py": text}, "python3", "key.py")
		},
		codegen.Node: func(t *testing.T, all []*codegen.Function, args rows) string {
			files := map[string]string{}
			text := ""
			for i, f := range all {
				files[fmt.Sprintf("k%d.js", i)] = f.Write(codegen.Node)
				text += fmt.Sprintf("{ const { rowKey } = require('./k%d.js');\n%s}\n", i,
					calls(f, args, "console.log(rowKey(%s).toString('hex'));\n", "n", quoteJSON))
			}
			files["main.js"] = text
			return run(t, files, "node", "main.js")
		},
	}
}

// calls writes a call for each row.
func calls(f *codegen.Function, rows []map[string]string, call, long string, quote func(string) string) string {
	var b strings.Builder
	for _, row := range rows {
		var args []string
		for _, p := range f.Params {
			if p.Kind == codegen.TextParam {
				args = append(args, quote(row[p.Source]))
			} else {
				args = append(args, long64(row[p.Source], long))
			}
		}
		fmt.Fprintf(&b, call, strings.Join(args, ", "))
	}
	return b.String()
}

// long64 marks a number as one of 64 bits: where a number of JavaScript would do, it is left as one.
func long64(number, mark string) string {
	if n, err := strconv.ParseInt(number, 10, 64); mark == "n" && err == nil && n < 1<<53 {
		return number
	}
	return number + mark
}

// quoteJSON writes surrogates, as Java and JavaScript have them.
func quoteJSON(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r > 0xFFFF:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xD800+(r>>10), 0xDC00+(r&0x3FF))
		case r == '"' || r == '\\':
			fmt.Fprintf(&b, `\%c`, r)
		case r > 0x7E:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

func have(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not on this machine: code in its language was not run", program)
	}
}

func run(t *testing.T, files map[string]string, program string, args ...string) string {
	t.Helper()
	have(t, program)
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "PYTHONIOENCODING=utf-8")
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%v", err, errs.String(), files)
	}
	return string(out)
}

// A number that JavaScript has lost digits of is refused, not made a key of.
func TestNodeRefusesInexactNumbers(t *testing.T) {
	f := functionOf(t, "{tick:ns}", "{reverse(tick)}")
	got := run(t, map[string]string{"key.js": f.Write(codegen.Node), "main.js": `const { rowKey } = require('./key.js');
try { rowKey(1700000000000000001); console.log('a key'); } catch (e) { console.log(e.name); }
console.log(rowKey(1700000000000000001n).toString(), rowKey('1700000000000000001').toString());
`}, "node", "main.js")
	if want := "RangeError\n7523372036854775806 7523372036854775806\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// What cannot be written faithfully is refused, with what it is.
func TestRefusals(t *testing.T) {
	l, err := rowkey.Parse("{a}#{b:be(4)}#{at:ms}")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"{b}":                "be(4)",
		"{a} ++ {at}#{a}":    "one table",
		"{truncate(a, 3)}":   "truncate",
		"{bucket(at, 1mo)}":  "bucket",
		"{salt(8, a, java)}": "java",
		"{c}":                `no segment "c"`,
		"[{a}#]{at}":         "optional",
		"{celltime()}":       "celltime",
	} {
		c, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := codegen.New(c, rowkey.Set{l}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
}
