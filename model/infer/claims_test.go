package infer

import (
	"encoding/base32"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLayoutsOfSmallPrinciples verifies layouts that each rest on one principle of the search or the readings.
func TestLayoutsOfSmallPrinciples(t *testing.T) {
	base32hex := base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)
	for _, tt := range []struct {
		name  string
		cells bool
		make  func(w *world, at time.Time) string
		want  string
	}{
		{"times subtracted from all nines fill their digits", false, func(w *world, at time.Time) string {
			return fmt.Sprintf("%s#%d", w.word(), 9_999_999_999_999-at.UnixMilli())
		}, "#{time:reverse(ms, 10^13-1)}"},
		{"letters before a number are no time", true, func(w *world, at time.Time) string {
			return w.one("de", "fr", "it", "pl") + "/" + be(uint64(w.IntN(90)), 1)
		}, "/{number:be(1)}"},
		{"digits behind a tag are no time", true, func(w *world, at time.Time) string {
			return "\x01" + w.letters(1, "ABCDEFGH") + w.letters(4, "0123456789")
		}, "!time"},
		{"an underscore that parts fields parts all of them", true, func(w *world, at time.Time) string {
			return w.word() + "_" + w.name() + ":" + at.Format("20060102150405") + fmt.Sprintf("_%03d", w.IntN(300))
		}, "}_{name}:{time:date(20060102150405)}_{number:pad(3)}"},
		{"lengths go on behind lengths", true, func(w *world, at time.Time) string {
			a, b := w.name(), w.one("chair", "shelf")
			return be(uint64(len(a)), 2) + a + be(uint64(len(b)), 2) + b + be(uint64(at.Unix()), 4)
		}, " len(2)}{time:s(be(4))}"},
		{"a sign is part of its number", true, func(w *world, at time.Time) string {
			return w.word() + "#+49" + w.letters(9, "0123456789")
		}, "!+{"},
		{"hexadecimal numbers that few digits begin are not cut", true, func(w *world, at time.Time) string {
			return fmt.Sprintf("%08x\x00%s\x00", w.IntN(1<<30), w.name()) + be(uint64(w.IntN(5000)), 4)
		}, ":hex(8)}\\0"},
		{"a zero byte ends a word of one width", true, func(w *world, at time.Time) string {
			return w.one("elsa", "lisa", "tina", "nina") + "\x00" + be(uint64(w.IntN(900)), 2)
		}, "\\0{number:be(2)}"},
		{"text behind a tag is cut as text", true, func(w *world, at time.Time) string {
			if w.IntN(2) == 0 {
				return "\x01" + w.bytes(20)
			}
			return "\x02" + w.name() + "_" + at.Format("2006/01/02")
		}, "_{day:date(2006/01/02)}"},
		{"zeros begin a number behind an id", false, func(w *world, at time.Time) string {
			return w.bytes(12) + be(uint64(w.IntN(60000)), 6)
		}, ":hash(bytes(12))}{number:be(6)}"},
		{"a number of a fixed width ends where the next begins", false, func(w *world, at time.Time) string {
			return fmt.Sprintf("%07d%s%04d", w.IntN(900000), at.Format("20060102"), w.IntN(900))
		}, ":pad(7)}{day:date(20060102)}{number2:pad(4)}"},
		{"spaces that fill up a field end it", false, func(w *world, at time.Time) string {
			return fmt.Sprintf("%-12s%-10s%05d", w.name(), w.word(), w.IntN(4000))
		}, ":text(12)}"},
		{"a length that explains the length of the keys is one", true, func(w *world, at time.Time) string {
			a := w.name()
			return be(uint64(len(a)), 1) + a + fmt.Sprint(at.UnixMilli())
		}, ":text len(1)}{time:ms"},
		{"a padded number behind a date is no time of day", false, func(w *world, at time.Time) string {
			return w.word() + ":" + at.Format("2006/01/02") + fmt.Sprintf("_%04d", w.IntN(50))
		}, "{day:date(2006/01/02)}_{number:pad(4)}"},
		{"letters at a place of their own make no number of base 16", false, func(w *world, at time.Time) string {
			return w.word() + "#" + w.letters(8, "0123456789") + w.letters(1, "ABCD")
		}, "!hex"},
		{"control characters part fields of text", false, func(w *world, at time.Time) string {
			return w.name() + "\x1f" + fmt.Sprintf("%04d", w.IntN(70)) + "\x1f" + fmt.Sprintf("%06d", w.IntN(500))
		}, "\\x1f{number:pad(4)}\\x1f{number2:pad(6)}"},
		{"an xid is one id", true, func(w *world, at time.Time) string {
			return base32hex.EncodeToString([]byte(be(uint64(at.Unix()), 4) + "\x1a\x2b\x3c\x04\x05" +
				be(uint64(w.IntN(1<<24)), 3)))
		}, "{id:xid}"},
		{"a tag and zeros begin no number", true, func(w *world, at time.Time) string {
			return be(uint64(w.IntN(1<<20)), 8) + "\x01" + be(uint64(w.IntN(30)), 2) + be(uint64(w.IntN(1<<20)), 8)
		}, "{number:be(8)}{number2:be(1)}{number3:be(2)}{number4:be(8)}"},
		{"a byte that is always zero begins a number", true, func(w *world, at time.Time) string {
			return be(uint64(w.IntN(9000)), 3) + be(uint64(at.Unix()/3600*3600), 4) + be(uint64(w.IntN(8)), 3) +
				be(uint64(w.IntN(2000)), 3)
		}, "{number:be(3)}{time:s(be(4))}{number2:be(3)}{number3:be(3)}"},
		{"floats of four bytes are one value", true, func(w *world, at time.Time) string {
			return be(uint64(w.IntN(1<<30)), 8) + be(uint64(math.Float32bits(float32(w.IntN(5000))/10))|1<<31, 4)
		}, "{number:be(8)}{bytes:float(4)}"},
		{"floats of any digits are one value", true, func(w *world, at time.Time) string {
			return be(math.Float64bits(w.Float64()*90)|1<<63, 8) + be(uint64(w.IntN(1<<16)), 8)
		}, "{bytes:float(8)}{number:be(8)}"},
		{"a word and its end are no time", false, func(w *world, at time.Time) string {
			return w.one("coral", "green", "brown") + "\x00" + be(uint64(w.IntN(250)), 2)
		}, "!time"},
		{"a constant word needs no end", true, func(w *world, at time.Time) string {
			return "data_" + be(uint64(w.IntN(70000)), 6)
		}, ":be(6)}"},
		{"a flipped sign begins a number behind a tag", true, func(w *world, at time.Time) string {
			return be(uint64(w.IntN(9))|1<<63, 8) + "\x03" + be(uint64(w.IntN(1<<30))|1<<63, 8) + "\x03" +
				be(uint64(w.IntN(1<<20))|1<<63, 8)
		}, "be(8, flip)}{number2:be(1)}{number3:be(8, flip)}{number4:be(1)}{number5:be(8, flip)}"},
		{"multiples of a power of two are one number", false, func(w *world, at time.Time) string {
			return w.bytes(16) + be(uint64(60_000*w.IntN(1<<14)), 8) + be(uint64(w.IntN(3)), 4)
		}, ":hash(bytes(16))}{number:be(8)}{number2:be(4)}"},
		{"a constant in front of an id is its length", true, func(w *world, at time.Time) string {
			return "\x02\x14" + w.bytes(20) + w.one("stake", "uatom", "inj")
		}, "{number:be(1)}{id:hash(bytes(20)) len(1)}"},
		{"what begins alike is no address", true, func(w *world, at time.Time) string {
			return "fridge_" + w.name() + "_" + w.uuid() + "_" + w.name() + "@" + w.name() + ".com"
		}, "_{email:email}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(5)
			got := strings.Join(templates(inferred(t, rows(300, func() row {
				at := w.when()
				r := row{key: tt.make(w, at)}
				if tt.cells {
					r.time = at
				}
				return r
			}))), "\n")
			if unwanted, ok := strings.CutPrefix(tt.want, "!"); ok == strings.Contains(got, unwanted) &&
				(ok || !strings.Contains(got, tt.want)) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestGarbageIsNoReason verifies that a tenth of foreign keys, most of them damaged ones, changes no layout of text or
// bytes.
func TestGarbageIsNoReason(t *testing.T) {
	for name, make := range map[string]func(w *world) string{
		"base 32":         func(w *world) string { return w.letters(26, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") },
		"name and number": func(w *world) string { return w.name() + ".csv#" + be(uint64(w.IntN(90000)), 8) },
		"number and seconds": func(w *world) string {
			return be(uint64(w.IntN(5000)), 4) +
				be(uint64(w.when().Unix()), 4)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(9)
			clean := rows(400, func() row { return row{make(w), w.when()} })
			foreign := rows(40, func() row {
				key := make(w)
				return row{w.one(key[:1+w.IntN(len(key)-1)], key[:1+w.IntN(len(key)-1)], w.word()+"-test",
					w.letters(12, "0123456789")), w.when()}
			})
			want, got := templates(inferred(t, clean)), templates(inferred(t, append(slices.Clone(clean), foreign...)))
			if !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, want[0]) }) {
				t.Errorf("%q with foreign keys, want %q", got, want)
			}
		})
	}
}

// TestGarbageSwallowsNoKind verifies that one foreign key in twelve, damaged ones among them, leaves three kinds of a
// table of devices as they are, the rare one too.
func TestGarbageSwallowsNoKind(t *testing.T) {
	device := func(w *world) string { return fmt.Sprintf("%06d", w.IntN(900)) }
	for name, make := range map[string]func(w *world) string{
		"words behind a number": func(w *world) string {
			return device(w) + w.one(fmt.Sprintf("/temp/%d", w.when().UnixMilli()), "/info", fmt.Sprintf("/cfg/%d", w.IntN(900)))
		},
		"tags before bytes": func(w *world) string {
			if w.IntN(12) == 0 {
				return "d" + w.bytes(16)
			}
			return w.one("e"+w.bytes(16)+be(uint64(w.when().UnixMilli()), 8), "g"+be(uint64(w.IntN(300)), 4)+w.bytes(16))
		},
	} {
		for seed := range seeds(8) {
			w := newWorld(seed)
			clean := rows(290, func() row { return row{make(w), w.when()} })
			foreign := rows(24, func() row {
				key := make(w)
				return row{w.one(w.bytes(3+w.IntN(30)), w.name()+"-test", w.letters(1+w.IntN(18), "0123456789"),
					key[:1+w.IntN(len(key)-1)]), w.when()}
			})
			want, got := templates(inferred(t, clean)), templates(inferred(t, append(slices.Clone(clean), foreign...)))
			for _, kind := range want {
				if !slices.Contains(got, kind) {
					t.Errorf("%s, seed %d: %q with foreign keys, want %q", name, seed, got, want)
				}
			}
		}
	}
}

// TestPlainSaltNeedsFewNames verifies that a salt made of one segment is proven by seven names, and not by three.
func TestPlainSaltNeedsFewNames(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  bool
	}{
		{[]string{"amber", "coral", "gold", "ivory", "olive", "rust", "teal"}, true},
		{[]string{"amber", "coral", "gold"}, false},
	} {
		w := newWorld(11)
		got := templates(inferred(t, rows(400, func() row {
			name := w.one(tt.names...)
			return row{fmt.Sprintf("%02d#%s#%d", crc32.ChecksumIEEE([]byte(name))%32, name, w.when().UnixMilli()),
				w.when()}
		})))
		if strings.Contains(strings.Join(got, " "), "salt(32, pad(2), crc32") != tt.want {
			t.Errorf("%d names: %q, want a salt: %t", len(tt.names), got, tt.want)
		}
	}
}
