package audit

import (
	"regexp"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// Expectation is what a table is expected to be. What it leaves out is not checked, but for families: those that it
// lists are all.
type Expectation struct {
	Families  []sample.Family
	KeySchema *rowkey.Schema // nil if none is expected to be declared or not
	Layouts   rowkey.Set     // one of which each key is to match; none if keys are not checked
	Protected *bool          // deletion protection
	Columns   []ExpectedColumn
}

// ColumnUse is what is expected of a column.
type ColumnUse string

// The uses. A family with an allowed column has no others than those required or allowed.
const (
	Required  ColumnUse = "required"
	Allowed   ColumnUse = "allowed"
	Forbidden ColumnUse = "forbidden"
)

// ColumnUses returns the uses.
func ColumnUses() []ColumnUse { return []ColumnUse{Required, Allowed, Forbidden} }

// ExpectedColumn is what is expected of the columns of a family whose qualifiers match a pattern.
type ExpectedColumn struct {
	Family    string
	Qualifier string // any bytes; * stands for any number of any bytes
	Use       ColumnUse
	Type      value.Codec // of all values that are not empty; empty if any will do
	// Share is the least share of the rows that have a required column; 0 if it is enough that some row has it.
	Share float64
}

// matcher returns a function that reports whether a column is meant.
func (c ExpectedColumn) matcher() func(sample.Column) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(c.Qualifier), `\*`, `.*`)
	expression, err := regexp.Compile(`^(?s:` + pattern + `)$`)
	return func(column sample.Column) bool {
		if column.Family != c.Family {
			return false
		}
		return column.Qualifier == c.Qualifier || err == nil && expression.MatchString(column.Qualifier)
	}
}

// subject is what a finding about the column is about.
func (c ExpectedColumn) subject() Subject {
	return Subject{Kind: AboutColumn, Column: sample.Column{Family: c.Family, Qualifier: c.Qualifier}}
}

// ExpectRules returns the rules that compare a table with an expectation. They are evaluated only if there is one.
func ExpectRules() []Rule {
	return []Rule{expectFamilyRule(), expectPolicyRule(), expectProtectionRule(), expectKeysRule(),
		expectColumnRule(), expectTypeRule()}
}

// AllRules returns the rules of the guidelines and those of expectations.
func AllRules() []Rule { return append(Rules(), ExpectRules()...) }

// rules returns the rules to evaluate.
func (f *facts) rules() []Rule {
	if f.expected == nil {
		return Rules()
	}
	return AllRules()
}
