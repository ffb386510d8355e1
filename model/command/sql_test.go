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
		s := names().Draw(t, "text")
		expr := func(literal string) ast.Expr {
			parsed, err := memefish.ParseExpr("", literal)
			if err != nil {
				t.Fatalf("%q: %v", literal, err)
			}
			return parsed
		}
		if got, ok := expr(SQLBytes(s)).(*ast.BytesLiteral); !ok || string(got.Value) != s {
			t.Fatalf("%s is read as %q, want %q", SQLBytes(s), got.Value, s)
		}
		if !utf8.ValidString(s) {
			return
		}
		if got, ok := expr(SQLText(s)).(*ast.StringLiteral); !ok || got.Value != s {
			t.Fatalf("%s is read as %q, want %q", SQLText(s), got.Value, s)
		}
		if s == "" {
			return // no name
		}
		if got, ok := expr(SQLName(s)).(*ast.Ident); !ok || got.Name != s {
			t.Fatalf("%s is read as %q, want %q", SQLName(s), got.Name, s)
		}
	})
}
