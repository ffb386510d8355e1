package advise_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

func TestPropose(t *testing.T) {
	for template, want := range map[string][]string{
		"{meter:pad(10)}#{day:date(20060102)}": {"meter equal", "meter equal, day range 1mo", "meter equal, day equal"},
		"{s:salt(8)}#{user}#{at:ms}":           {"user equal", "user equal, at range 1d", "user equal, at equal"},
		"{host:domain}":                        {"host labels 2", "host equal"},
		"{at:ms}":                              {"at equal"},
		"{kind:enum(BATTERY)}#{user}":          {"user equal"},
	} {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		w := advise.DefaultWorkload(rowkey.Set{l}, 0)
		var got []string
		for _, q := range w.Queries {
			got = append(got, q.String())
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", template, d)
		}
		if again, err := workload.Parse([]byte(w.Text()), access.SegmentNames(rowkey.Set{l})); err != nil ||
			again.Text() != w.Text() {
			t.Errorf("%s: the workload does not read back: %v", template, err)
		}
	}
	set, err := rowkey.ParseSet("order = o#{user}\nlog = l#{at:ms}")
	if err != nil {
		t.Fatal(err)
	}
	if q := advise.DefaultWorkload(set, 1).Queries; len(q) != 1 || q[0].Name != "at" ||
		q[0].String() != "at equal, kind log" {
		t.Errorf("of the second kind: %v", q)
	}
	if w := advise.DefaultWorkload(nil, 0); len(w.Queries) != 0 {
		t.Error("queries without a layout")
	}
}

func TestParseRows(t *testing.T) {
	for text, want := range map[string]float64{"2B": 2e9, "2000000000": 2e9, "2e9": 2e9, "1,500": 1500, "1.5 M": 1.5e6,
		"3k": 3000, "1T": 1e12,
		"": -1, "0": -1, "-1": -1, "2X": -1, "B": -1, "NaN": -1, "inf": -1, "1e300": -1} {
		got, err := advise.ParseRows(text)
		if want > 0 && (err != nil || got != want) || want < 0 && err == nil {
			t.Errorf("%q is %g, %v", text, got, err)
		}
	}
}
