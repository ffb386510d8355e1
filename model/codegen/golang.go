package codegen

import (
	"fmt"
	"go/format"
	"strconv"
	"strings"
)

// golang writes Go.
type golang struct{}

func (golang) text(s string) string     { return strconv.QuoteToASCII(s) }
func (golang) param(name string) string { return name }
func (golang) decimal(n string, width int64) string {
	if width == 0 {
		return "strconv.FormatInt(" + n + ", 10)"
	}
	return fmt.Sprintf(`fmt.Sprintf("%%0%dd", %s)`, width, n)
}
func (golang) divide(n string, by int64) string  { return fmt.Sprintf("floorDiv(%s, %d)", n, by) }
func (golang) minus(from int64, n string) string { return fmt.Sprintf("(%d - %s)", from, n) }
func (golang) floored(n string, step, offset int64) string {
	return fmt.Sprintf("(floorDiv(%s-(%d), %d)*%d + (%d))", n, offset, step, step, offset)
}
func (golang) date(n string, tokens []string) string {
	form := strings.Join(tokens, "")
	before, found := strings.CutSuffix(form, "000")
	if found && !strings.HasSuffix(before, ".") { // Go knows fractions behind a point only
		return fmt.Sprintf(`strings.Replace(time.UnixMilli(%s).UTC().Format(%q), ".", "", 1)`, n, before+".000")
	}
	return fmt.Sprintf("time.UnixMilli(%s).UTC().Format(%q)", n, form)
}
func (golang) salted(hash string, args []string, n int64) string {
	return fmt.Sprintf(`fmt.Sprintf("%%0%dd", new(big.Int).Mod(new(big.Int).SetBytes(digest(%q, %s)), big.NewInt(%d)))`,
		width(n), hash, strings.Join(args, "+"), n)
}
func (golang) hashed(hash string, args []string, n int64) string {
	return fmt.Sprintf("firstDigits(hex.EncodeToString(digest(%q, %s)), %d)", hash, strings.Join(args, "+"), n)
}
func (golang) turned(s string) string     { return "turn(" + s + ")" }
func (golang) labels(s string) string     { return "reverseLabels(" + s + ")" }
func (golang) join(parts []string) string { return strings.Join(parts, " + ") }
func (golang) helpers() map[string][2]string { // name -> imports, code
	return map[string][2]string{
		"floorDiv(": {"", `
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
`},
		"digest(": {"crypto/md5 crypto/sha1 crypto/sha256 encoding/binary hash/crc32", `
func digest(name, text string) []byte {
	switch name {
	case "md5":
		d := md5.Sum([]byte(text))
		return d[:]
	case "sha1":
		d := sha1.Sum([]byte(text))
		return d[:]
	case "sha256":
		d := sha256.Sum256([]byte(text))
		return d[:]
	}
	return binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text)))
}
`},
		"firstDigits(": {"", `
func firstDigits(s string, n int) string { return s[:min(n, len(s))] }
`},
		"turn(": {"slices", `
func turn(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}
`},
		"reverseLabels(": {"slices strings", `
func reverseLabels(s string) string {
	l := strings.Split(s, ".")
	slices.Reverse(l)
	return strings.Join(l, ".")
}
`},
	}
}

func (g golang) file(f *Function, body, calls string) string {
	var params []string
	for _, p := range f.Params {
		kind := "int64"
		if p.Kind == TextParam {
			kind = "string"
		}
		params = append(params, p.Name+" "+kind)
	}
	code, imports := "", map[string]bool{}
	for _, name := range []string{"floorDiv(", "digest(", "firstDigits(", "turn(", "reverseLabels("} {
		if strings.Contains(calls, name) {
			h := g.helpers()[name]
			code += h[1]
			for _, i := range strings.Fields(h[0]) {
				imports[i] = true
			}
		}
	}
	for name, path := range map[string]string{"strconv.": "strconv", "fmt.": "fmt", "time.": "time", "big.": "math/big",
		"hex.": "encoding/hex", "strings.": "strings"} {
		if strings.Contains(calls, name) {
			imports[path] = true
		}
	}
	var b strings.Builder
	b.WriteString("package rowkey\n\n")
	if len(imports) > 0 {
		b.WriteString("import (\n")
		for _, i := range []string{"crypto/md5", "crypto/sha1", "crypto/sha256", "encoding/binary", "encoding/hex",
			"fmt", "hash/crc32", "math/big", "slices", "strconv", "strings", "time"} {
			if imports[i] {
				fmt.Fprintf(&b, "\t%q\n", i)
			}
		}
		b.WriteString(")\n\n")
	}
	fmt.Fprintf(&b, "%sfunc RowKey(%s) []byte {\n\treturn []byte(%s)\n}\n%s",
		strings.Replace(f.comment("// "), "Builds", "RowKey builds", 1), strings.Join(params, ", "), body, code)
	return formatted(b.String())
}

// formatted returns a file of Go as gofmt writes it.
func formatted(file string) string {
	text, err := format.Source([]byte(file))
	if err != nil {
		return file // a compiler says where it is wrong
	}
	return string(text)
}
