package audit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/audit"
)

// cpf is the i-th of some numbers that pass the check of Brazil's tax number.
func cpf(i int) string {
	d := fmt.Sprintf("%09d", 100_000_007+i*7_654_321)
	for w := 10; w <= 11; w++ {
		sum := 0
		for k := range len(d) {
			sum += int(d[k]-'0') * (w - k)
		}
		d += fmt.Sprint(sum * 10 % 11 % 10)
	}
	return d
}

// What points at people is found wherever it is, and shown blotted out.
func TestPersonalData(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	column := func(value func(i int) string) []row {
		return with(400, func(i int, r *row) { r.cells = append(r.cells, cell{"m", "about", now, value(i)}) })
	}
	for name, test := range map[string]struct {
		rows   []row
		want   string // in a title, empty when nothing may be found
		secret string
	}{
		"ids in keys": {readings(400, func(i, _ int, at time.Time) string {
			return fmt.Sprintf("%s#%d", cpf(i), at.UnixMilli())
		}), "CPF of Brazil", cpf(3)},
		"ids beside mail": {readings(400, func(i, _ int, at time.Time) string {
			return fmt.Sprintf("u%03d@example.org#%s#%d", i, cpf(i), at.UnixMilli())
		}), "e-mail addresses in row keys", cpf(1)},
		"paths in keys": {readings(400, func(i, _ int, _ time.Time) string {
			return fmt.Sprintf("disk1/home/user%c%c/f%d", 'a'+i%26, 'a'+i%7, i)
		}), "names of people", "/userbb/"},
		"addresses in names": {with(300, func(i int, r *row) {
			r.cells = append(r.cells, cell{"m", fmt.Sprintf("jane%d@example.org", i%30), now, "1"})
		}), "column names", "jane1@"},
		"one address in name": {with(300,
			func(i int, r *row) { r.cells = append(r.cells, cell{"m", "jane@example.org", now, "1"}) }), "column names",
			"jane@"},
		"mail in values": {column(func(i int) string { return fmt.Sprintf(`{"mail":"u%d@example.org"}`, i) }),
			"e-mail addresses in values", "@example.org"},
		"phones in values": {column(func(i int) string { return fmt.Sprintf("+4479460%05d", i*37) }),
			"telephone numbers in values", "+44794601"},
		"people's addresses": {column(func(i int) string { return fmt.Sprintf("84.%d.%d.%d", i%200+40, i%90, i%70) }),
			"IP addresses in values", "84.43."},
		"ids in values": {column(cpf), "CPF of Brazil", cpf(3)},
		"random digits": {column(func(int) string { return fmt.Sprintf("%011d", rng.Int64N(1e11)) }), "", ""},
		"random cards":  {column(func(int) string { return fmt.Sprintf("4%015d", rng.Int64N(1e15)) }), "", ""},
		"times":         {column(func(i int) string { return fmt.Sprint(now.UnixNano() + int64(i)*1e7) }), "", ""},
		"machines":      {column(func(i int) string { return fmt.Sprintf("10.0.%d.%d", i%20, i%200) }), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := audited(t, table(test.rows, one("m")), audit.Options{})
			var titles []string
			for _, f := range r.Findings {
				if f.Rule != "personal-data" {
					continue
				}
				titles = append(titles, f.Title)
				shown := fmt.Sprint(f.Title, f.Subject, f.Fix.Text)
				for _, e := range f.Evidence {
					if e.Masked == nil { // otherwise it is shown instead of the key or the value
						shown += fmt.Sprintf("\n%s %s %v", e.Key, e.Family, e.Column)
					}
					shown += "\n" + string(e.Masked) + e.Note
				}
				if test.secret != "" && strings.Contains(shown, test.secret) {
					t.Errorf("%q is shown: %s", test.secret, shown)
				}
			}
			if test.want == "" && len(titles) > 0 ||
				test.want != "" &&
					!slices.ContainsFunc(titles,
						func(s string) bool {
							return strings.Contains(strings.ToLower(s), strings.ToLower(test.want))
						}) {
				t.Errorf("found %q, want %q", titles, test.want)
			}
		})
	}
}
