package infer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/rowkey"
)

// TestChoices verifies which codec a range of bytes gets first, in which layout, and that codecs which do not read the
// bytes in all keys are not offered.
func TestChoices(t *testing.T) {
	day := func(i int) time.Time { return time.Date(2024, 1, 1+i%300, 5, 0, 0, 0, time.UTC) }
	for _, tt := range []struct {
		name, layout string
		key          func(w *world, i int) string
		from, to     int
		want         string // the first layout, or what the error says
		not          string // a codec that is not offered
	}{
		{"milliseconds behind a number", "{a:bytes(12)}", func(w *world, i int) string {
			return be(uint64(w.IntN(900)), 4) + be(uint64(day(i).UnixMilli()), 8)
		}, 4, 12, "{a:bytes(4)}{a2:ms(be(8))}", "bytes(4)"},
		{"a date behind letters", "k = {a}#{b}", func(w *world, i int) string {
			return w.letters(2, "abcdef") + day(i).Format("20060102") + "#" + w.name()
		}, 2, 10, "k = {a:text(2)}{a2:date(20060102)}#{b}", "uuid"},
		{"a date before letters of any length", "{a}", func(w *world, i int) string {
			return day(i).Format("20060102") + w.name()
		}, 0, 8, "{a:date(20060102)}{a2}", "text"},
		{"two segments that are one", "{a:be(3)}{b:be(1)}{c}", func(w *world, i int) string {
			return be(uint64(70000+i), 4) + w.name()
		}, 0, 4, "{a:be(4)}{c}", "text(4)"},
		{"the codec in force comes first", "{a:be(8)}", func(w *world, i int) string {
			return be(uint64(day(i).UnixMilli()), 8)
		}, 0, 8, "{a:be(8)}", "uuid(bytes)"},
		{"what one key is not", "{a}#{b}", func(w *world, i int) string {
			return fmt.Sprintf("%d#%s", i, []string{"x", "7"}[min(i, 1)])
		}, 3, 4, "{a}#{b}", "int"},
		{"values of a group", "{a:int}[/{b}]*", func(w *world, i int) string {
			return fmt.Sprintf("%d/%d/x%d", i, i, i)
		}, 3, 9, "!several values", ""},
		{"a delimiter", "{a:int}/{b}", func(w *world, i int) string { return fmt.Sprintf("%d/x", i) }, 2, 4,
			"!begin and end", ""},
		{"a part of what is escaped", `{a:text escaped}\0\x01{b:text escaped}`, func(w *world, i int) string {
			return w.name() + "\x00\x01" + w.name()
		}, 0, 2, "!escaped", ""},
		{"all of what has its length before it", "{a:bytes len(1)}", func(w *world, i int) string {
			return "\x04" + be(uint64(day(i).Unix()), 4)
		}, 1, 5, "{a:bytes len(1)}", "int"},
	} {
		w, i := newWorld(1), -1
		rs := rows(200, func() row { i++; return row{tt.key(w, i), time.Time{}} })
		s := sampleOf(rs)
		l, err := rowkey.Parse(tt.layout)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Choices(context.Background(), s, l, s.Key(s.Rows()-1), tt.from, tt.to, rowkey.Words())
		if about, wrong := strings.CutPrefix(tt.want, "!"); wrong {
			if err == nil || !strings.Contains(err.Error(), about) {
				t.Errorf("%s: %v, want an error about %q", tt.name, err, about)
			}
			continue
		}
		if err != nil || len(got) == 0 || got[0].Layout.String() != tt.want {
			t.Errorf("%s: %v %v, want %s", tt.name, got, err, tt.want)
		}
		if slices.ContainsFunc(got, func(c Choice) bool { return c.Codec.Spec() == tt.not }) {
			t.Errorf("%s: %s is offered", tt.name, tt.not)
		}
		for _, c := range got {
			for row := range s.Rows() {
				if _, err := c.Layout.Decode(nil, s.Key(row)); err != nil {
					t.Fatalf("%s: %s does not read all keys: %v", tt.name, c.Layout, err)
				}
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l, _ := rowkey.Parse("{a}")
	if _, err := Choices(ctx, sampleOf([]row{{key: "ab"}}), l, []byte("ab"), 0, 1, rowkey.Words()); err == nil {
		t.Error("no error once it was canceled")
	}
}
