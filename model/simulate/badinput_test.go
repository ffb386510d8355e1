package simulate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
)

// What cannot be done is an error that names the place and what there is instead.
func TestMistakes(t *testing.T) {
	b := prepare(t, events(50).sample(), eventLayout)
	for text, says := range map[string]string{
		"{user}#{nobody}":                 `no segment "nobody"`,
		"{salt(8, nobody)}#{user}":        `no segment "nobody"`,
		"{column(d:nothing)}":             `no column "d:nothing"`,
		"{column(nothing:q)}":             `no column "nothing:q"`,
		"{user} => nothing -> x":          `no family "nothing"`,
		"{user} => d:nothing -> d:x":      `no column "d:nothing"`,
		"{bucket(user, 1d)}":              "is not a time",
		"{a=hash(b)}{b=hash(a)}":          "computed from itself",
		"{user} => * -> *:{nobody}":       `no segment "nobody"`,
		"{user} => time {nobody}":         `no segment "nobody"`,
		"{user}#{ts} ++ {nobody}#{user}":  `no segment "nobody"`,
		"{user}#{reverse(user, 10^13-1)}": "",
		"{rest(nobody)}":                  `no segment "nobody"`,
	} {
		c, err := candidate.Parse(text)
		if err == nil {
			_, err = Run(context.Background(), b, c)
		}
		var syntax *rowkey.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), says) || syntax.Offset < 0 ||
			syntax.Offset > len(text) {
			t.Errorf("%s: %v, want a mistake at a place that says %q", text, err, says)
		}
	}
}

// What can be done but should be known is counted.
func TestCounted(t *testing.T) {
	all := events(300)
	b := prepare(t, all.sample(), eventLayout)
	absent, several := int64(0), int64(0)
	for _, cells := range all {
		amounts, pages := 0, 0
		for _, c := range cells {
			switch c.qualifier {
			case "amount":
				amounts++
			case "page":
				pages++
			}
		}
		if amounts == 0 {
			absent++
		}
		if pages > 1 {
			several++
		}
	}
	for _, c := range []struct {
		text  string
		kind  Kind
		count int64
		says  string
		grave bool
	}{
		{"{column(d:amount)}#{user}#{ts}", AbsentPart, absent, "is absent in", false},
		{"{column(d:page)}#{user}#{ts}", Versions, several, "the newest is the key part", false},
		{"{salt(1000000, user)}#{user}#{ts}#{event}", WideSalt, 1_000_000, "1,000,000 range scans", false},
		{"{salt(1001, user)}#{user}#{ts}#{event}", WideSalt, 1001, "1,001 range scans", false},
		{"{salt(1, user)}#{user}#{ts}#{event}", WideSalt, 1, "spreads nothing", false},
		{"{ts}#{user}", TimeFirst, 1, "starts with ts", false},
		{"x/{truncate(user, 1)}{reverse(ts)}#{user}", TimeFirst, 1, "starts with reverse(ts)", false},
		{"{celltime(day)}#{user}", TimeFirst, 1, "starts with celltime(day)", false},
		{"{user}=>drop d", RuleInKey, 1, `rules on cells follow " => "`, false},
		{"{user}; drop d", RuleInKey, 1, `"; drop d"`, false},
		{"{user} => drop *", NoRows, 0, "no row is left", true},
		{"{user} => drop *", EmptiedRow, 300, "and disappear", true},
	} {
		r := try(t, b, c.text)
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Kind == c.kind })
		if i < 0 || r.Findings[i].Count != c.count || !strings.Contains(r.Findings[i].Text, c.says) ||
			r.Findings[i].Grave != c.grave {
			t.Errorf("%s: want %s of %d that says %q in %+v", c.text, c.kind, c.count, c.says, r.Findings)
		}
	}
	for _, text := range []string{"{user}#{ts}", "{salt(8, ts)}#{ts}", "{mirror(ts)}#{user}", "{hash(ts)}{ts}"} {
		if f := try(t, b, text).Findings; slices.ContainsFunc(f, func(f Finding) bool { return f.Kind == TimeFirst }) {
			t.Errorf("%s: no time leads it: %+v", text, f)
		}
	}
	if f := try(t, b, "{salt(1000, user)}#{user}#{ts}#{event}").Findings; slices.ContainsFunc(f,
		func(f Finding) bool { return f.Kind == WideSalt }) {
		t.Errorf("an ordinary salt is remarked on: %+v", f)
	}
}

// A table without rows has a map without writes, whatever was read of the source.
func TestNoRowsLeft(t *testing.T) {
	whole := events(300).sample()
	for _, s := range []*Base{prepare(t, whole, eventLayout), prepare(t, drawn(whole, 20, 10, 10, seeded()),
		eventLayout)} {
		r := try(t, s, "{user} => drop *")
		m, err := r.Hotspot(context.Background(), heat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		byBucket, _ := m.Sums()
		if r.Rows != 0 || len(byBucket) != 1 || byBucket[0] != 0 || r.Tables[0].KeyAt(0) != nil ||
			m.Replay.Conclusive() {
			t.Errorf("%d rows, writes %v, %+v", r.Rows, byBucket, m.Replay)
		}
		if scale := r.Scale(); !s.Design.IsExact() && (scale.Sizes != nil || scale.NoSizesReason == "") {
			t.Errorf("sizes of no rows: %+v", scale)
		}
	}
}

func TestSame(t *testing.T) {
	b := prepare(t, events(40).sample(), eventLayout)
	today, err := Run(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := try(t, b, "{ts}#{user}#{event}")
	for text, want := range map[string][2]bool{
		"{ts}#{user}#{event}": {true, false}, "{ ts }#{user}#{event}": {true, false},
		"{user}#{ts}#{event}": {false, true}, "{key()}": {false, true},
		"{key()} => d -> e": {false, false}, "{key()} => * -> *:{qualifier()}": {false, false},
		"{user}#{ts}": {false, false},
	} {
		r := try(t, b, text)
		if r.SameLayout(a) != want[0] || a.SameLayout(r) != want[0] || r.SameLayout(today) != want[1] ||
			today.SameLayout(r) != want[1] {
			t.Errorf("%s: like A %v, like today %v", text, r.SameLayout(a), r.SameLayout(today))
		}
	}
}
