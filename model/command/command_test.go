package command

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// names returns texts of all kinds of bytes, rich in those that mean something to a shell or to Terraform.
func names() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringOf(rapid.RuneFrom([]rune("ab -'\"\\$`%{}()&|;<>*?[]~#!=\n\r\t\x1b\x7fé日\u200b\u202e\u0301\u1161\u3164😀"))),
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)
}

func canBeWord(s string) bool { return !strings.Contains(s, "\x00") && !strings.HasSuffix(s, "\n") }

func isASCIIOrLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !isPrintable(r) }) < 0
}

// TestShellReadsTheSameWords verifies with real shells that a command line is printable and holds the words it was
// made of.
func TestShellReadsTheSameWords(t *testing.T) {
	for _, shell := range []string{"sh", "bash"} {
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("%s is not installed: its reading was not checked", shell)
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			words := rapid.SliceOfN(names().Filter(canBeWord), 1, 8).Draw(t, "words")
			line, err := Shell(words...)
			if err != nil {
				t.Fatal(err)
			}
			if !isASCIIOrLetters(line) {
				t.Fatalf("not printable: %q", line)
			}
			out, err := exec.Command(path, "-c", `printf '%s\0' `+line).Output()
			if err != nil {
				t.Fatalf("%s: %v in %s", shell, err, line)
			}
			if want := strings.Join(words, "\x00") + "\x00"; string(out) != want {
				t.Fatalf("%s reads %q, want %q, from %s", shell, out, want, line)
			}
		})
	}
}

// TestShellRefusesWhatNoLineHolds verifies that what a shell would change is an error.
func TestShellRefusesWhatNoLineHolds(t *testing.T) {
	for _, w := range []string{"a\x00b", "\x00", "\n", "a\n"} {
		if line, err := Shell("printf", w); err == nil {
			t.Errorf("%q is written as %s", w, line)
		}
	}
}

func TestShellQuotesOnlyWhereNeeded(t *testing.T) {
	for s, want := range map[string]string{
		"":                      "''",
		"METRIC":                "METRIC",
		"demo:metric/METRIC":    "demo:metric/METRIC",
		"maxversions=2":         "maxversions=2",
		"a || b":                "'a || b'",
		"it's":                  `'it'\''s'`,
		"~":                     "'~'",
		"=ls":                   "'=ls'",
		"-\x01!":                `"$(printf '\055\001\041')"`,
		"日本":                    "'日本'",
		"\x1b[31mF":             `"$(printf '\033[31mF')"`,
		"50%\x07\\":             `"$(printf '50%%\007\134')"`,
		"\xff'":                 `"$(printf '\377\047')"`,
		"right-to-left \u202ex": `"$(printf 'right\055to\055left \342\200\256x')"`,
	} {
		if got, err := Shell(s); err != nil || got != want {
			t.Errorf("Shell(%q) = %s, %v, want %s", s, got, err, want)
		}
	}
}

// TestHCLReadsTheSameText verifies with HashiCorp's parser that quoted text is printable and has its own value.
func TestHCLReadsTheSameText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ToValidUTF8(names().Draw(t, "text"), "?")
		quoted, err := HCL(s)
		if err != nil {
			t.Fatal(err)
		}
		if !isASCIIOrLetters(quoted) {
			t.Fatalf("not printable: %q", quoted)
		}
		expr, diags := hclsyntax.ParseExpression([]byte(quoted), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%s: %v", quoted, diags)
		}
		value, diags := expr.Value(nil)
		if diags.HasErrors() || value.AsString() != norm.NFC.String(s) {
			t.Fatalf("%s is read as %q, want %q (%v)", quoted, value.AsString(), s, diags)
		}
	})
	if q, err := HCL("a\xff"); err == nil {
		t.Errorf("text that is not UTF-8 is written as %s", q)
	}
}

func FuzzHCL(f *testing.F) {
	f.Add("t${x}")
	f.Add("%%{a}$${\"\\")
	f.Fuzz(func(t *testing.T, s string) {
		quoted, err := HCL(s)
		if err != nil {
			return
		}
		expr, diags := hclsyntax.ParseExpression([]byte(quoted), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%s: %v", quoted, diags)
		}
		if value, _ := expr.Value(nil); value.AsString() != norm.NFC.String(s) {
			t.Fatalf("%s is read as %q, want %q", quoted, value.AsString(), s)
		}
	})
}

// TestIsPrintable verifies the ends of what shows: jamo and fillers, alone or side by side, do not.
func TestIsPrintable(t *testing.T) {
	for r, want := range map[rune]bool{' ' - 1: false, ' ': true, '~': true, 0x7F: false, 'é': true, '日': true,
		0x10FF: true, 0x1100: false, 0x11FF: false, 0x1200: true, 0xD7A3: true, 0xD7B0: false, 0xD7FB: false,
		0xF900: true, 0x0301: false, 0x3164: false} {
		if got := isPrintable(r); got != want {
			t.Errorf("%U: %v", r, got)
		}
	}
}

// TestPlainWordsAreNotQuoted verifies that letters and digits, to the first and last, need no quotes.
func TestPlainWordsAreNotQuoted(t *testing.T) {
	for _, word := range []string{"abcxyz", "ABCXYZ", "0189", "-_./:=@%+,"} {
		if line, err := Shell(word); err != nil || line != word {
			t.Errorf("%s is written as %s, %v", word, line, err)
		}
	}
	for _, word := range []string{"`", "{", "@[", "a^"} {
		if line, err := Shell(word); err != nil || line == word {
			t.Errorf("%s is not quoted, %v", word, err)
		}
	}
}
