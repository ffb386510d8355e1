package candidate

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/model/rowkey"
)

// templates are candidates of every form, as String writes them.
func templates() []string {
	return []string{
		"{user}",
		"{user}#{at:reverse(ms)}",
		"{salt(8, user)}#{user}#{event}",
		"{salt(16, user, event, murmur3):be(1)}{user}",
		"{reverse(ts)}#{id}",
		"{reverse(ts, 10^13-1)}#{mirror(id)}",
		"{reverse(reverse(ts))}",
		"{pad(id, 10)}#{pad(name, 8, _)}#{truncate(name, 3)}",
		"{hash(user)}{hash(user, md5, 8)}{hash(user, day, crc32)}",
		"{day=bucket(ts, 1d):date(20060102)}#{bucket(ts, 15m)}#{bucket(ts, 1mo)}",
		"{column(md:symbol, move)}#{column(md:)}",
		"{celltime()}#{celltime(month):date(200601)}#{qualifier()}#{family()}",
		"tenant#{key()}",
		"{hour}{metric}{rest(k)}",
		"{a}[#{b}]{c}",
		"[{a}]\\*{b}",
		`{a}\0\x01{b:ms(be(8)) escaped}`,
		"{a len(2)}{b:text len(1)}",
		"reading = {meter}#{slot}",
		`a \= {b}`,
		`{a} \=> {b}`,
		"{a} => * -> *:{slot}",
		"{a} => m -> x; raw:a\\x20b -> *:b; drop big, q:*",
		"{a} => m:temperature -> m:t",
		"{a} => m:a, m:b -> json m:d",
		"{a} => m -> protobuf m:{slot}#{qualifier()}",
		"{a} => time {slot}; * -> m:v",
		"{a} => m:* -> *:",
		"{a}#{qualifier()} => m -> empty m:{value()}",
		"{a}#{b} ++ {b}#{a} => drop m ++ x = {b}",
	}
}

func TestRoundTrip(t *testing.T) {
	for _, text := range templates() {
		c, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := Parse(c.String())
		if err != nil {
			t.Errorf("%s became %s: %v", text, c, err)
			continue
		}
		if again.String() != c.String() {
			t.Errorf("%s became %s, then %s", text, c, again)
		}
		if want := strings.ReplaceAll(strings.ReplaceAll(text, ":*", ""), "drop big, q",
			"drop big, q"); c.String() != want {
			t.Errorf("%s was written as %s", text, c)
		}
	}
}

func TestSpacesAndShortForms(t *testing.T) {
	for long, short := range map[string]string{
		"  { user } ":                          "{user}",
		"{salt( 8 ,user,  crc32 )}":            "{salt(8, user)}",
		"{ day = bucket( ts ,1d ) : ms }":      "{day=bucket(ts, 1d):ms}",
		"{user=user}":                          "{user}",
		"{a}=>b":                               "{a}=>b",
		"{a} =>  m:x->m:y ;drop  z":            "{a} => m:x -> m:y; drop z",
		"{path...}/{file}":                     "{path}/{file}",
		"{hash(user, md5)}":                    "{hash(user)}",
		"{reverse(ts, 9999999999999)}":         "{reverse(ts, 10^13-1)}",
		"k = {a}":                              "k = {a}",
		"{a} => m:a,m:b -> json m:d ++ {b}{c}": "{a} => m:a, m:b -> json m:d ++ {b}{c}",
	} {
		c, err := Parse(long)
		if err != nil {
			t.Errorf("%s: %v", long, err)
		} else if c.String() != short {
			t.Errorf("%s is written %s, want %s", long, c, short)
		}
	}
}

// A mistake is reported with the place where it is.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ text, at, says string }{
		{"", "", "at least one part"},
		{"{", "", "segment or a call"},
		{"{user", "{user", "never closed"},
		{"{user}}", "}", `write \}`},
		{"{salt(0, user)}", "0, user", "1 to 2147483647"},
		{"{salt(8)}", ")}", "the parts to hash"},
		{"{sult(8, user)}", "sult", `no call "sult"; there are salt, hash`},
		{"{bucket(ts, 1q)}", "1q", "1m 1h 1d 1w 1mo 1y"},
		{"{bucket(ts, 2w)}", "2w", "several minutes, hours or days"},
		{"{column(symbol)}", "symbol", "family:qualifier"},
		{"{md:symbol}", "symbol", "a column is {column(md:symbol)}"},
		{"{truncate(a, 0)}", "0)", "1 to 4096"},
		{"{reverse(ts, 10^99-1)}", "10^99", "maximum"},
		{"{celltime(decade)}", "decade", "month or year"},
		{"{a=bucket(t, 1d)}{a=bucket(t, 1h)}", "bucket(t, 1h)", `two parts are named "a"`},
		{"{rest()}", ")}", "the name of a segment"},
		{"{column(md:symbol, copy)}", "copy", "move or nothing"},
		{"{a}[#]", "[#]", "needs a segment"},
		{"{a}[{b}]*", "*", "rest(NAME)"},
		{"{a} => m", "", `want "->"`},
		{"{a} => m -> json m", "m", "needs a column"},
		{"{a} => m -> 9\\ x", `9\ x`, "letters, digits"},
		{"{a} => m -> -x", "-x", "letters, digits"},
		{"{a} => drop m extra", "extra", `want ";"`},
		{"{a} => time {t:ms}", "time", "no codec"},
		{"{a} ++ ", "", "another table"},
		{"{hash(user, md5, 99)}", "99", "1 to 32"},
		{"{a:pad(0)}", "0)", "1 to 64"},
	} {
		_, err := Parse(tt.text)
		var e *rowkey.SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want a SyntaxError", tt.text, err)
			continue
		}
		if !strings.Contains(e.Message, tt.says) || !strings.HasPrefix(e.Template[min(e.Offset, len(e.Template)):],
			tt.at) {
			t.Errorf("%s: at %q: %s", tt.text, e.Template[min(e.Offset, len(e.Template)):], e.Message)
		}
	}
}

func TestModulo(t *testing.T) {
	for _, name := range HashNames() {
		d := Digest(name)([]byte("Corrie"))
		want := uint64(0)
		for _, c := range d {
			want = (want*256 + uint64(c)) % 1000003
		}
		if got := Modulo(d, 1000003); got != want {
			t.Errorf("%s modulo 1000003 is %d, want %d", name, got, want)
		}
	}
	// CRC-32 of "123456789" is the check value of the IEEE polynomial.
	if got := Modulo(Digest("crc32")([]byte("123456789")), 1<<40); got != 0xCBF43926 {
		t.Errorf("crc32 is %x", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range templates() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			var e *rowkey.SyntaxError
			if !errors.As(err, &e) || e.Offset > len(e.Template) {
				t.Fatalf("%q: %v", text, err)
			}
			_ = err.Error()
			return
		}
		again, err := Parse(c.String())
		if err != nil {
			t.Fatalf("%q was written %q: %v", text, c, err)
		}
		if again.String() != c.String() {
			t.Fatalf("%q was written %q, then %q", text, c, again)
		}
		if len(again.Templates) != len(c.Templates) || !reflect.DeepEqual(again.Templates[0].Kind, c.Templates[0].Kind) {
			t.Fatalf("%q and %q differ", c, again)
		}
	})
}

// TestJavaHash verifies String.hashCode with a value from Java's documentation of it.
func TestJavaHash(t *testing.T) {
	if got := java([]byte("hello")); got != 99162322 {
		t.Errorf("hello has the hash %d", got)
	}
}

// TestSets verifies what is said of several record kinds, and that a bar which separates none is refused, unless it is a
// byte of keys.
func TestSets(t *testing.T) {
	for text, want := range map[string]string{
		"user = {a}#{b} | order = same | log = drop":     "0 user rekey, 0 order same, 0 log drop",
		"user = {a} ++ order = same | foreign = same":    "0 user rekey, 1 order same, 1 foreign same",
		"a = {x} => drop m | b = quarantine ++ a = same": "0 a rekey, 0 b quarantine, 1 a same",
		"a = same":                           "0 a same",
		"a = samec":                          "0 a rekey",
		"a = sam{e} | b = drop{e}":           "0 a rekey, 0 b rekey",
		`{a} \| {b}`:                         "0  rekey",
		"{a}|{b}| {c} |{d}":                  "0  rekey",
		"{a}#{b} | c = {d} | foreign = drop": "0  rekey, 0 c rekey, 0 foreign drop",
		"a = {b} | {d}":                      "behind a bar",
		"a = {b} | c#{d}":                    "behind a bar",
		"a = {b} | a = {c}":                  `for the record kind "a"`,
		"a = {b} ++ a = {c} | a = drop":      `for the record kind "a"`,
		"a = {b} |":                          "another record kind",
		"view {a}#{b}":                       "0  same, 1  rekey as a view",
		"same ++ b = view {a} => drop m":     "0  same, 1 b rekey as a view",
		"same ++ {a} ++ view {b}":            "0  same, 1  rekey, 2  rekey as a view",
		"view = {a}":                         "0 view rekey",
		`\x76iew {a}`:                        "0  rekey",
		"same":                               "0  rekey",
		"{a} ++ view {b}":                    "a view is of the table as it is: write same ++ view {b}",
		"same ++ view {b} | c = {d}":         "a view has rows of one record kind",
	} {
		parsed, err := Parse(text)
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		words := actionWords()
		words[Rekey] = "rekey"
		var got []string
		for _, template := range parsed.Templates {
			word := words[template.Action]
			if template.View {
				word += " as a view"
			}
			got = append(got, fmt.Sprintf("%d %s %s", template.Into, template.Kind, word))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: got %v, want %s", text, got, want)
		}
		if again, err := Parse(parsed.String()); err != nil || again.String() != parsed.String() {
			t.Errorf("%s is written as %s: %v", text, parsed, err)
		}
	}
}

// TestIsSet verifies which candidates state what becomes of several record kinds.
func TestIsSet(t *testing.T) {
	for text, want := range map[string]bool{"{a}": false, "a = {b}": false, "{a} ++ {b}": false, "a = {b} ++ c = {d}": false,
		"a = {b} | c = {d}": true, "a = same": true, "a = {b} ++ c = same": true} {
		if parsed, err := Parse(text); err != nil || parsed.IsSet() != want {
			t.Errorf("%s: %v, %v", text, parsed, err)
		}
	}
}

// TestLines verifies how a file holds candidates, of several record kinds and tables too.
func TestLines(t *testing.T) {
	got := Lines("// layouts\n{a}#{b}\n\n user = {a}\n | order = same\n++ user = {b}\n  // end\n|{c}\n")
	want := []string{"{a}#{b}", "user = {a} | order = same ++ user = {b}", "|{c}"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
