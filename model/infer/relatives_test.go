package infer

import (
	"fmt"
	"slices"
	"testing"
)

// TestRareKindsAmongForeignKeys verifies that a rare kind of few fields is found by a word of its own between the
// delimiters of the other kinds, although half of what these leave over is foreign, and that keys cut short and foreign
// keys are no kinds.
func TestRareKindsAmongForeignKeys(t *testing.T) {
	w := newWorld(21)
	foreign := func(key string) string {
		return w.one("test", "healthcheck", w.word(), w.word()+"-"+w.word(), key[:w.IntN(len(key))])
	}
	shop, station := some(w, 40, w.name), some(w, 60, func() string { return fmt.Sprintf("%06d", w.IntN(1e4)) })
	for _, tt := range []struct {
		name         string
		common, rare func() string
		want         []string
	}{
		{"word behind", func() string { return shop() + "|order|" + w.hex(24) },
			func() string { return shop() + "|owner" },
			[]string{"order = {name}|{kind:enum(order)}|{order:hash(hex(24))}", "owner = {name}|{kind:enum(owner)}"}},
		{"word in front", func() string {
			return "obs;" + station() + ";" + w.one("rain", "wind") + ";" + fmt.Sprint(w.when().UnixMilli())
		}, func() string { return "site;" + station() },
			[]string{"obs = {kind:enum(obs)};{obs:pad(6)};{kind2:enum(rain, wind)};{time:ms}",
				"site = {kind:enum(site)};{site:pad(6)}"}},
		{"word instead of a time", func() string { return shop() + "!" + fmt.Sprint(9_999_999_999-w.when().Unix()) },
			func() string { return shop() + "!settings" },
			[]string{"name_time = {name}!{time:reverse(s, 10^10-1)}", "settings = {name}!{kind:enum(settings)}"}},
		{"beginning of the other keys", func() string {
			return "shop&" + shop() + "&till&" +
				w.when().Format("200601021504")
		}, func() string { return "shop&" + shop() },
			[]string{"shop = {kind:enum(shop)}&{shop}",
				"shop_till = {kind:enum(shop)}&{shop}&{kind2:enum(till)}&{minute:date(200601021504)}"}},
		{"keys cut short", func() string { return shop() + "&" + station() + "&" + w.when().Format("200601021504") },
			func() string {
				key := shop() + "&" + station() + "&" + w.when().Format("200601021504")
				return key[:1+w.IntN(len(key)-1)]
			}, []string{"{name}&{number:pad(6)}&{minute:date(200601021504)}"}},
		{"keys cut short behind a delimiter", func() string { return "/shop/" + w.hex(24) }, func() string {
			key := "/shop/" + w.hex(24)
			return key[:7+w.IntN(len(key)-7)]
		}, []string{"/{kind:enum(shop)}/{shop:hash(hex(24))}"}},
		{"test keys", func() string { return shop() + "-" + station() + "-" + w.when().Format("200601021504") },
			func() string {
				return w.word() + "-test"
			}, []string{"{name}-{number:pad(6)}-{minute:date(200601021504)}"}},
		{"none", func() string { return shop() + "|order|" + w.hex(24) },
			func() string { return foreign(shop() + "|order|" + w.hex(24)) },
			[]string{"{name}|{kind:enum(order)}|{order:hash(hex(24))}"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := inferred(t, rows(600, func() row {
				key := tt.common()
				switch w.IntN(40) {
				case 0:
					key = foreign(key)
				case 1:
					key = tt.rare()
				}
				return row{key, w.when()}
			}))
			got := templates(res)
			if slices.Sort(got); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			for _, k := range res.Kinds {
				if e := k.Evidence; e.Searched == 0 || e.Group == 0 || e.Fit < 0.5 || e.Fit > 1 || e.Saved <= 0 {
					t.Errorf("%s was found by %+v", k.Layout, e)
				}
			}
		})
	}
}
