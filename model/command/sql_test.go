package command

import (
	"testing"
	"unicode/utf8"

	"github.com/cloudspannerecosystem/memefish"
	"github.com/cloudspannerecosystem/memefish/ast"
	"pgregory.net/rapid"
)

// TestSQLReadsTheSame verifies with a parser of GoogleSQL that names, texts, and bytes are read as what was quoted.
func TestSQLReadsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := names().Draw(t, "text")
		expr := func(literal string) ast.Expr {
			parsed, err := memefish.ParseExpr("", literal)
			if err != nil {
				t.Fatalf("%q: %v", literal, err)
			}
			return parsed
		}
		if got, ok := expr(SQLBytes(text)).(*ast.BytesLiteral); !ok || string(got.Value) != text {
			t.Fatalf("%s is read as %q, want %q", SQLBytes(text), got.Value, text)
		}
		if !utf8.ValidString(text) {
			return
		}
		if got, ok := expr(SQLText(text)).(*ast.StringLiteral); !ok || got.Value != text {
			t.Fatalf("%s is read as %q, want %q", SQLText(text), got.Value, text)
		}
		if text == "" {
			return // no name
		}
		if got, ok := expr(SQLName(text)).(*ast.Ident); !ok || got.Name != text {
			t.Fatalf("%s is read as %q, want %q", SQLName(text), got.Name, text)
		}
	})
}
