package infer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/model/rowkey"
)

// TestIDsAreNoNanoseconds verifies that ids of 19 digits that begin with milliseconds since some epoch are not read as
// nanoseconds where no cell says when they were written, that nanoseconds are, and that neither is sure: the last bits
// of an id may be random.
func TestIDsAreNoNanoseconds(t *testing.T) {
	id := func(epoch int64) func(w *world, at time.Time) int64 {
		return func(w *world, at time.Time) int64 {
			return (at.UnixMilli()-epoch)<<22 | int64(w.IntN(8))<<12 | int64(w.IntN(20))
		}
	}
	for name, tt := range map[string]struct {
		number func(w *world, at time.Time) int64
		want   rowkey.Type
	}{
		"ids since 2010":        {id(1288834974657), rowkey.IntDecimal},
		"ids since 2015":        {id(1420070400000), rowkey.IntDecimal},
		"ids since another day": {id(1300000000000), rowkey.IntDecimal},
		"nanoseconds": {func(w *world, at time.Time) int64 {
			return at.UnixNano() +
				int64(w.IntN(1e9))
		}, rowkey.Timestamp},
		"nanoseconds of doubles": {func(w *world, at time.Time) int64 {
			return (at.UnixNano() +
				int64(w.IntN(1e9))) &^ 0xff
		}, rowkey.Timestamp},
		"nanoseconds of milliseconds": {func(w *world, at time.Time) int64 {
			return (at.UnixMilli() +
				int64(w.IntN(1000))) * 1e6
		}, rowkey.Timestamp},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range seeds(6) {
				w := newWorld(seed)
				res := inferred(t, rows(400, func() row {
					return row{fmt.Sprintf("%s:%d", w.noun(),
						tt.number(w, w.when())), time.Time{}}
				}))
				segs := res.Kinds[0].Layout.Segments()
				if got := segs[len(segs)-1].Codec.Type(); got != tt.want &&
					!(tt.want == rowkey.IntDecimal && got == rowkey.IntPadded) {
					t.Errorf("seed %d: %s", seed, res.Kinds[0].Layout)
				}
				if name == "nanoseconds" && res.Kinds[0].Confidence >= 0.95 {
					t.Errorf("seed %d: %s has confidence %.2f", seed, res.Kinds[0].Layout, res.Kinds[0].Confidence)
				}
			}
		})
	}
}

// TestSmallKindsStay verifies that a few keys that begin with a constant word are a record kind, though all else in
// them is words.
func TestSmallKindsStay(t *testing.T) {
	for seed := range seeds(6) {
		w := newWorld(seed)
		name := some(w, 200, w.noun)
		res := inferred(t, rows(700, func() row {
			if w.IntN(20) == 0 {
				return row{"user|" + name(), w.when()}
			}
			at := w.when()
			return row{fmt.Sprintf("dm|%s|%s|%d", name(), name(), at.Unix()), at}
		}))
		if len(res.Kinds) != 2 || res.Unexplained > 0 {
			t.Errorf("seed %d: %q, %d keys unexplained", seed, templates(res), res.Unexplained)
		}
	}
}

// TestDaysAreNoMilliseconds verifies that a day and a number of five digits are not read as milliseconds of 2033 where no
// cell says when they were written.
func TestDaysAreNoMilliseconds(t *testing.T) {
	for seed := range seeds(4) {
		w := newWorld(seed)
		res := inferred(t, rows(400, func() row {
			return row{w.word() + "#" + w.when().Format("20060102") + fmt.Sprintf("%05d", w.IntN(9000)), time.Time{}}
		}))
		if got := templates(res); len(got) != 1 || !strings.HasSuffix(got[0], "#{day:date(20060102)}{number:pad(5)}") {
			t.Errorf("seed %d: %q", seed, got)
		}
	}
}

// TestWordsAlone verifies that words of letters beside keys of two fields are a record kind, unless they are as few as
// keys that are cut short.
func TestWordsAlone(t *testing.T) {
	for name, tt := range map[string]struct {
		alone int // keys of 20
		field func(w *world) string
		want  int // kinds
	}{
		"days":    {8, func(w *world) string { return w.when().Format("20060102") }, 2},
		"numbers": {8, func(w *world) string { return fmt.Sprint(1 + w.IntN(90_000)) }, 2},
		"few":     {2, func(w *world) string { return w.when().Format("20060102") }, 2},
		"stray":   {0, func(w *world) string { return w.when().Format("20060102") }, 1},
	} {
		for seed := range seeds(4) {
			w := newWorld(seed)
			res := inferred(t, rows(600, func() row {
				if w.IntN(20) < tt.alone || tt.alone == 0 && w.IntN(60) == 0 {
					return row{w.word() + w.word(), w.when()}
				}
				return row{w.word() + w.word() + "#" + tt.field(w), w.when()}
			}))
			if len(res.Kinds) != tt.want {
				t.Errorf("%s, seed %d: %q, %d keys unexplained", name, seed, templates(res), res.Unexplained)
			}
		}
	}
}

// TestNumbersBeginWithZeros verifies that long numbers of one country, which begin with the same bytes, zeros first,
// are one number of eight bytes.
func TestNumbersBeginWithZeros(t *testing.T) {
	for seed := range seeds(6) {
		w := newWorld(seed)
		card := some(w, 200, func() uint64 { return 262_010_000_000_000 + uint64(w.IntN(9e9)) })
		res := inferred(t, rows(600, func() row {
			at := w.when()
			return row{be(card(), 8) + be(uint64(at.Unix()), 4),
				at}
		}))
		if got, want := shape(res.Kinds[0].Layout), "{int_be}{timestamp}"; got != want ||
			res.Kinds[0].Layout.Segments()[0].Codec.Width() != 8 {
			t.Errorf("seed %d: %s", seed, res.Kinds[0].Layout)
		}
	}
}
