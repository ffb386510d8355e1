package workload

import (
	"fmt"

	"github.com/cloudspannerecosystem/memefish"
	"github.com/cloudspannerecosystem/memefish/token"

	"tabletop/model/bounded"
)

const (
	// maxSQLDepth is how deeply expressions may be nested. The parser takes time with the cube of the depth, and no
	// query that can be read is nested more than a few levels.
	maxSQLDepth = 50
	// maxStatement is the length of a statement in bytes.
	maxStatement = 64 << 10
)

// boundedSQL refuses text that the SQL parser would take long for: it is bounded by its length, the length of a
// statement, and how deeply each is nested, which the tokens show. It also refuses text that ends in the middle of an
// escape sequence, on which the lexer panics.
func boundedSQL(text []byte) (err error) {
	if len(text) > bounded.MaxText {
		return fmt.Errorf("it is longer than %d MiB", bounded.MaxText>>20)
	}
	file := &token.File{Buffer: string(text)}
	lexer := &memefish.Lexer{File: file}
	at := func(pos token.Pos, format string, most int) error {
		line, column := file.ResolvePos(pos)
		return fmt.Errorf("line %d, column %d: "+format, line+1, column+1, most)
	}
	end := token.Pos(0) // of the token before
	defer func() {
		if recover() != nil {
			line, column := file.ResolvePos(end)
			err = fmt.Errorf("line %d, column %d: what follows is no token of GoogleSQL, such as a string without "+
				"its end", line+1, column+1)
		}
	}()
	depth, begin, before := 0, token.Pos(0), token.TokenKind("")
	for ; ; before, end = lexer.Token.Kind, lexer.Token.End {
		if err := lexer.NextToken(); err != nil {
			return nil // the parser finds it too, and names it
		}
		switch kind := lexer.Token.Kind; {
		case kind == token.TokenEOF:
			return nil
		case kind == ";":
			depth, begin = 0, lexer.Token.End
		case kind == "(" || kind == "[" || kind == "{" || kind == "CASE",
			kind == "<" && (before == "ARRAY" || before == "STRUCT"):
			depth++
		case kind == ")" || kind == "]" || kind == "}" || kind == "END" || kind == ">":
			depth = max(0, depth-1)
		}
		switch {
		case depth > maxSQLDepth:
			return at(lexer.Token.Pos, "nested deeper than %d levels", maxSQLDepth)
		case lexer.Token.End-begin > maxStatement:
			return at(begin, "a statement has at most %d bytes", maxStatement)
		}
	}
}
