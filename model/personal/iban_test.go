package personal

import (
	"fmt"
	"testing"
)

// TestIBAN verifies the examples that the registry prints, in one piece and in groups, and what is none.
func TestIBAN(t *testing.T) {
	f := NewFinder()
	for text, want := range map[string]bool{
		"DE89370400440532013000":            true,
		"GB29NWBK60161331926819":            true,
		"FR14 2004 1010 0505 0001 3M02 606": true,
		"NO9386011117947":                   true,
		"MT84MALT011000012345MTLCAST001S":   true,
		"DE89370400440532013001":            false, // its check
		"DE8937040044053201300":             false, // its length
		"de89370400440532013000":            false, // its case
		"XX89370400440532013000":            false, // its country
		"FR14 20041010050500013M02606":      false, // its groups
	} {
		valid := false
		for _, m := range f.Numbers([]byte("acct#" + text + "#20260101")) {
			valid = valid || m.Kind == Account && m.Valid
		}
		if valid != want {
			t.Errorf("%s: %v, want %v", text, valid, want)
		}
	}
}

// TestOfIBANsManyMustPass verifies that accounts are reported where nearly all pass the check, and not numbers of their
// form of which one in 97 does.
func TestOfIBANsManyMustPass(t *testing.T) {
	f := NewFinder()
	valid, random := &Count{}, &Count{}
	for i := range 300 {
		bban := fmt.Sprintf("37040044%010d", i*7919)
		check := (98 - ibanCheck([]byte("DE00"+bban))) % 97
		for of, text := range map[*Count]string{valid: fmt.Sprintf("DE%02d%s", check, bban),
			random: fmt.Sprintf("DE%02d%s", i%97, bban)} {
			of.Add([]byte(text), f.Numbers([]byte(text)))
		}
	}
	if v := valid.Verdicts(); len(v) != 1 || v[0].Kind != Account || v[0].Texts != 300 {
		t.Errorf("of accounts: %+v", v)
	}
	if v := random.Verdicts(); len(v) != 0 {
		t.Errorf("of numbers of their form: %+v", v)
	}
}
