package audit_test

import (
	"fmt"
	bignum "math/big"
	"slices"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/sample"
)

// iban returns a valid account number, or one whose check is any number.
func iban(n int, valid bool) string {
	bban := fmt.Sprintf("37040044%010d", n*7919)
	check := n%97 + 2
	if valid {
		number, _ := new(bignum.Int).SetString(bban+"131400", 10) // DE00
		check = 98 - int(number.Mod(number, bignum.NewInt(97)).Int64())
	}
	return fmt.Sprintf("DE%02d%s", check, bban)
}

// visa returns a valid card number, or one whose last digit is any.
func visa(n int, valid bool) string {
	digits := fmt.Sprintf("4%014d", n*7919)
	sum := 0
	for i, c := range digits {
		d := int(c - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	if valid {
		return digits + fmt.Sprint((10-sum%10)%10)
	}
	return digits + fmt.Sprint(n%10)
}

// oneColumn is a table of devices and times with a column whose values are those of a function.
func oneColumn(value func(i int) string) *sample.Sample {
	n := 0
	return table(with(600, func(_ int, r *row) {
		r.cells = append(r.cells, cell{"m", "x", r.cells[0].at, value(n)})
		n++
	}), one("m"))
}

// owners is a table in which each row has cells of one of n families.
func owners(n int, columns func(family int) []string, families func(row int) []int) *sample.Sample {
	var all []sample.Family
	for i := range n {
		all = append(all, versions(fmt.Sprintf("c%02d", i), 1))
	}
	rows := make([]row, 600)
	for i := range rows {
		at := now.Add(-time.Duration(i) * time.Hour)
		rows[i].key = "ticket-" + hash(i)
		for _, family := range families(i) {
			for _, qualifier := range columns(family) {
				rows[i].cells = append(rows[i].cells, cell{fmt.Sprintf("c%02d", family), qualifier, at, word(i)})
			}
		}
	}
	return table(rows, all...)
}

// TestWidenedRules verifies for each fault that a rule sees beside the one that it is named after, that a table with it
// is found, and that a good one which looks like it is not.
func TestWidenedRules(t *testing.T) {
	of := func(list ...string) func(i int) string { return func(i int) string { return list[i%len(list)] } }
	both, alone := func(int) []string { return []string{"a", "b"} }, func(i int) []int { return []int{i % 12} }
	key := func(form func(i, d int, at time.Time) string) *sample.Sample {
		return table(readings(600, form), one("m"))
	}
	release := func(format string) *sample.Sample {
		return key(func(i, d int, _ time.Time) string {
			return fmt.Sprintf("%s@"+format, word(d), 1+i%3, i/40, i%7)
		})
	}
	date := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	day := func(share int) func(i int) string { // of five
		return func(i int) string {
			if i%5 < share {
				return "9999-12-31"
			}
			return date.AddDate(0, 0, i%90).Format(time.DateOnly)
		}
	}
	for _, c := range []struct {
		name, rule string
		sample     *sample.Sample
		template   string
		want       audit.Severity
	}{
		{"accounts", "personal-data", key(func(i, _ int, at time.Time) string {
			return iban(i, true) + "#" + at.Format("20060102")
		}), "{account}#{day:date(20060102)}", audit.Warning},
		{"like accounts", "personal-data", key(func(i, _ int, at time.Time) string {
			return iban(i, false) + "#" + at.Format("20060102")
		}), "{account}#{day:date(20060102)}", ""},
		{"cards in values", "personal-data", oneColumn(func(i int) string { return visa(i, true) }), goodTemplate,
			audit.Warning},
		{"like cards in values", "personal-data", oneColumn(func(i int) string { return visa(i, false) }),
			goodTemplate, ""},
		{"accounts in values", "personal-data", oneColumn(func(i int) string { return iban(i, true) }), goodTemplate,
			audit.Note},
		{"two of five dates", "placeholders", oneColumn(day(2)), goodTemplate, audit.Warning},
		{"one of five dates", "placeholders", oneColumn(day(1)), goodTemplate, ""},
		{"an epoch", "placeholders", oneColumn(of("1970-01-01", "1971-02-03")), goodTemplate, ""},
		{"a state in two cases", "case-mixed", oneColumn(of("SHIPPED", "shipped", "new", "paid")), goodTemplate,
			audit.Warning},
		{"4% in another case", "case-mixed", oneColumn(func(i int) string {
			return []string{"paid", "Shipped", "shipped"}[min(max(i%50-47, 0), 2)]
		}), goodTemplate, ""},
		{"units", "case-mixed", oneColumn(of("m", "M", "kg", "Mg", "mg")), goodTemplate, ""},
		{"base64", "case-mixed", oneColumn(func(i int) string {
			return []string{"aBcd", "AbCd", "abCD"}[i%3] + fmt.Sprint(i/3)
		}), goodTemplate, ""},
		{"versions", "number-unpadded", release("%d.%d.%d"), "{name}@{version}", audit.Warning},
		{"padded versions", "number-unpadded", release("%03d.%03d.%03d"), "{name}@{version}", ""},
		{"versions of one digit", "number-unpadded", key(func(i, d int, _ time.Time) string {
			return fmt.Sprintf("%s@%d.%d.%d", word(i), 1+i%3, i%9, i%7)
		}), "{name}@{version}", ""},
		{"a family for each", "families-many", owners(12, both, alone), "ticket-{id:hex(8)}", audit.Warning},
		{"nine families", "families-many", owners(9, both, func(i int) []int { return []int{i % 9} }),
			"ticket-{id:hex(8)}", ""},
		{"families of their own columns", "families-many", owners(12, func(f int) []string {
			return []string{"a", fmt.Sprint("b", f)}
		}, alone), "ticket-{id:hex(8)}", ""},
		{"several in a row", "families-many", owners(12, both, func(i int) []int { return []int{i % 11, 11} }),
			"ticket-{id:hex(8)}", ""},
		{"types of a value", "families-many", owners(12, func(int) []string { return []string{"v"} }, alone),
			"ticket-{id:hex(8)}", ""},
	} {
		r := audited(t, c.sample, audit.Options{}, c.template)
		if got := severityOf(r, c.rule); got != c.want {
			at := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == c.rule })
			if at >= 0 {
				t.Logf("%+v", r.Findings[at])
			}
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
