package rowkey

import (
	"errors"
	"strings"
	"testing"
)

func TestParseIsCanonical(t *testing.T) {
	for template, want := range map[string]string{
		`{device}#{id:hex}#{day:date(20060102)}`: "",
		`reading = {meter:pad(10)}`:              "",
		`  reading  =  { meter : pad( 10 ) } `:   `reading = {meter:pad(10)}`,
		`user={id}`:                              "",
		`user\ =\ {id}`:                          `user \= {id}`,
		`{a}\x41\x00\x0a\x01é\x c3`:              "!",
		`{a}\x41\x00\x0a\x01é\xc3\x20`:           `{a}A\0\n\x01é\xc3\x20`,
		`{a}\0001`:                               `{a}\x00001`,
		`\{a\}\[b\]\\{c}`:                        "",
		`{a} \=> {b}`:                            "",
		`{a} \++ \++ {b}`:                        "",
		`{a} => {b}`:                             "!",
		`\//{a}`:                                 "",
		`{a:text}`:                               `{a}`,
		`{a:text...}/{b}`:                        `{a...}/{b}`,
		`{a:text len(2)}{b:text escaped}`:        "",
		`{a}[#{b}]\*`:                            "",
		`{a}[#{b}]*\*`:                           "",
		`{é}`:                                    "",
		``:                                       "!", `#`: "", `{}`: "!", `{a`: "!", `{a}}`: "!", `{a}]`: "!",
		`[{a}`: "!", `{a:}`: "!", `{a:int(}`: "!",
		`{a b}`: "!", `{1a}`: "!", `{a}\q`: "!", "a\n": "!", "\xff": "!", `{a:date()}`: "!", `{a:len(1)}`: "!",
		`{a:text len(9)}`: "!", `[#]`: "!",
		`{a:text escaped...}`: "!", `{a:be(2)...}`: "!", `[{a...}#]*`: "!", `{a...}{b...}`: "!", `{a...}#{b...}`: "!",
		`{a}{b}`: "!", `{a}[{b}]`: "!",
		`[{a}]*`: "!", `{a}[{b:be(1)}#{c}]*`: "!", `[{a:be(1)}]*#{b}`: "!", `{a...}#{b:ordered}`: "!",
		`{a}[/{b}]*{n:ordered}`: "!", `{a}#{a}`: "!", strings.Repeat(`[#{a}`, 9) + strings.Repeat(`]`, 9): "!",
		`{a}[#{b}][#{c}][#{d}][#{e}][#{f}][#{g}][#{h}]`: "!", "\\": "!", `{a:enum(\`: "!",
		`{a:prefix(x, prefix(y, int))}`: "!",
	} {
		if want == "" {
			want = template
		}
		l, err := Parse(template)
		var syntax *SyntaxError
		switch {
		case err != nil && want != "!":
			t.Errorf("Parse(%q): %v", template, err)
		case err != nil && !errors.As(err, &syntax):
			t.Errorf("Parse(%q): %T is no SyntaxError", template, err)
		case err == nil && l.String() != want:
			t.Errorf("Parse(%q) = %q, want %q", template, l, want)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ template, want string }{
		{`{a}#{salt(8, user)}#{b}`,
			"computed segments are for candidates; a segment of a key is {name} or {name:codec}\n" +
				"  {a}#{salt(8, user)}#{b}\n" +
				"       ^"},
		{`日本#{day=bucket(ts, 1d)}`,
			"computed segments are for candidates; a segment of a key is {name} or {name:codec}\n" +
				"  日本#{day=bucket(ts, 1d)}\n" +
				"        ^"},
		{`{md:symbol}`, "there is no codec \"symbol\"; a column is {column(md:symbol)}, in candidates only\n  " +
			"{md:symbol}\n      ^"},
		{`{a:dat(20060102)}`, "there is no codec \"dat\"; did you mean \"date\"?\n  {a:dat(20060102)}\n     ^"},
		{`{a:ms(be(9))}`, "want a number from 1 to 8\n  {a:ms(be(9))}\n           ^"},
		{`{a:reverse(ms, x)}`,
			"want the maximum to subtract from: 2^63-1, 10^13-1 or a number\n  {a:reverse(ms, x)}\n                 ^"},
		{`{a:date(2006-01-02T08)}`,
			"this digit is no part of 2006-01-02 15:04:05 (002 is the day of the year, W01 the week)\n  " +
				"{a:date(2006-01-02T08)}\n                      ^"},
		{`{a}{b}`, "nothing marks where \"a\" ends and \"b\" begins: put a literal between them or give one a fixed " +
			"width\n  {a}{b}\n     ^"},
		{`{a}#{b}#{a:int}`, "two segments are called \"a\"\n  {a}#{b}#{a:int}\n          ^"},
		{`k = {a}#{a}`, "two segments are called \"a\"\n  k = {a}#{a}\n          ^"},
		{"a\tb", "characters that cannot be seen are written \\n, \\t, \\0 or \\xNN\n  a\\x09b\n   ^"},
		{"\x1b[2J{a}", "characters that cannot be seen are written \\n, \\t, \\0 or \\xNN\n  \\x1b[2J{a}\n  ^"},
		{`[{a}#`, "this \"[\" is never closed; write \\[ for the byte\n  [{a}#\n  ^"},
		{`{a} => columns`, "\"=>\" is for candidates; write \\=> for the bytes\n  {a} => columns\n      ^"},
	} {
		_, err := Parse(c.template)
		if err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q):\n%v\nwant\n%s", c.template, err, c.want)
		}
	}
}

func TestParseSet(t *testing.T) {
	set, err := ParseSet("// kinds\n\nreading = {d}#{ts:ms}\r\n  device = {d:hex}\n#{x}\n")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := set.String(), "reading = {d}#{ts:ms}\ndevice = {d:hex}\n#{x}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for key, want := range map[string]int{"a#1426535612045": 0, "a": 1, "#x": 2, "a#b": -1} {
		if spans, kind := set.Decode(nil, []byte(key)); kind != want || (kind < 0) != (len(spans) == 0) {
			t.Errorf("%q is of kind %d with %d spans, want kind %d", key, kind, len(spans), want)
		}
	}
	for text, want := range map[string]string{
		"":                      "no template",
		"// nothing\n":          "no template",
		"a = {x}\na = {y}\n":    "line 2: the kind \"a\" is in line 1 already",
		"a = {x}\n\nb = {y}{z}": "line 3: nothing marks where",
	} {
		if _, err := ParseSet(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("ParseSet(%q): %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, template := range append(hardTemplates, `k = {a:enum(\,x, y)}\{#\0\x01`, `{a:salt(8, be(1), crc32(x))} => `,
		`{md:symbol}`, `{s:date(2006-01-02)}`) {
		f.Add(template)
	}
	f.Fuzz(func(t *testing.T, template string) {
		l, err := Parse(template)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("%T is no SyntaxError", err)
			}
			for _, line := range strings.Split(syntax.Error(), "\n") {
				if printable([]byte(line)) != line {
					t.Fatalf("%q would reach the terminal", line)
				}
			}
			return
		}
		text := l.String()
		back, err := Parse(text)
		if err != nil || back.String() != text || back.Name() != l.Name() {
			t.Fatalf("%q is written %q and read back as %v, %v", template, text, back, err)
		}
	})
}
