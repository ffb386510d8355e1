package advise

import (
	"testing"

	"tabletop/model/candidate"
)

// TestNamesOfColumnsAreQuoted verifies that a column whose name means something in templates is what is read, promoted
// and dropped: the template that the advisor writes is parsed again.
func TestNamesOfColumnsAreQuoted(t *testing.T) {
	for _, qualifier := range []string{"plain", "with space", "a)b", "a,b", "a;b", "{a}", "a->b", "*", "a:b", `a\b`,
		" ",
		"\x1b[2J", "ü", "=> x", ""} {
		name := "f:" + qualifier
		rule := candidate.Rule{From: []candidate.Selector{selectColumn(name)}, Drop: true}
		text := "{" + columnCall(name) + "}#{key()} => " + rule.String() + "; * -> *:v"
		c, err := candidate.Parse(text)
		if err != nil {
			t.Errorf("%q: %v in %s", qualifier, err, text)
			continue
		}
		want := candidate.ColumnName{Family: "f", Qualifier: qualifier}
		if got := c.Templates[0].Key[0].Field.Expr.Column; got != want {
			t.Errorf("%s reads %v", text, got)
		}
		if got := c.Templates[0].Rules[0].From[0]; got.Family != "f" || got.Qualifier != qualifier || got.Any {
			t.Errorf("%s drops %+v", text, got)
		}
	}
}
