package infer

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLayoutsOfBinaryKeys verifies layouts of binary keys that each rest on one principle of the search or the
// readings. The answer has the wanted text in its only layout.
func TestLayoutsOfBinaryKeys(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cells bool
		make  func(w *world, at time.Time) string
		want  string
	}{
		{"control characters end words in front of numbers", false, func(w *world, at time.Time) string {
			return w.name() + "\x1d" + w.name() + "\x1d" + be(uint64(w.IntN(1<<20)), 4)
		}, "{name}\\x1d{name2}\\x1d{number:be(4)}"},
		{"a zero byte parts an id from a word", false, func(w *world, at time.Time) string {
			return w.bytes(4) + "\x00" + w.word() + w.letters(3, "aeioulmnr")
		}, "{id:hash(bytes(4))}\\0{name}"},
		{"a number does not end inside a word", false, func(w *world, at time.Time) string {
			name := w.name()
			return w.bytes(6) + "\x00" + strings.ToUpper(name[:1]) + name[1:] + w.letters(3, "aeioulmnr")
		}, ":hash(bytes(6))}\\0{name}"},
		{"zeros begin seconds of five bytes behind a delimiter", true, func(w *world, at time.Time) string {
			return w.name() + "|" + be(uint64(at.Unix()), 5)
		}, "{name}|{time:s(be(5))}"},
		{"zeros begin seconds of five bytes behind an id", true, func(w *world, at time.Time) string {
			return w.bytes(20) + be(uint64(at.Unix()), 5)
		}, ":hash(bytes(20))}{time:s(be(5))}"},
		{"a zero byte behind a word of one width ends it in front of seconds", true,
			func(w *world, at time.Time) string {
				return w.one("north", "south", "ocean", "maple") + "\x00" + be(uint64(at.Unix()), 4)
			}, "\\0{time:s(be(4))}"},
		{"seconds with a flipped sign agree with the cells", true, func(w *world, at time.Time) string {
			return be(uint64(w.IntN(70000)), 8) + be(uint64(at.Unix())|1<<31, 4)
		}, "{number:be(8)}{time:s(be(4, flip))}"},
		{"nanoseconds behind a tag are one number", false, func(w *world, at time.Time) string {
			return w.name() + "/1" + be(uint64(at.UnixNano()+int64(w.IntN(1e9))), 8)
		}, "{name}/{kind:enum(1)}{number:be(8)}"},
		{"seconds in the middle of nanoseconds are none", false, func(w *world, at time.Time) string {
			return w.one("a", "b", "c") + be(uint64(w.IntN(900)), 4) + be(0x1765_0000<<32+w.Uint64N(1<<50), 8)
		}, "{number:be(4)}{number2:be(8)}"},
		{"a byte ends a word in front of a number of eight bytes", false, func(w *world, at time.Time) string {
			name := w.name()
			return be(uint64(len(name)), 1) + name + "\x00" + be(uint64(w.IntN(1<<20)), 8)
		}, "len(1)}\\0{number:be(8)}"},
		{"a word whose length is always the same does not go on in a time", false, func(w *world, at time.Time) string {
			return be(5, 4) + w.one("cedar", "ember", "amber", "umber") + be(0x16c2_9d00<<32+w.Uint64N(1<<42), 8)
		}, "{number:be(8)}"},
		{"nanoseconds within a day of the cells are a time", true, func(w *world, at time.Time) string {
			return w.name() + "|" + be(uint64(at.Add(-time.Duration(w.Int64N(int64(20*time.Hour)))).UnixNano()), 8)
		}, "{name}|{time:ns(be(8))}"},
		{"a tag that is a word begins no number", false, func(w *world, at time.Time) string {
			return "\x05status" + be(uint64(w.IntN(1<<20)), 4)
		}, "{kind:enum(status)}{status:be(4)}"},
		{"numbers whose first byte has few values are no tags and numbers", true, func(w *world, at time.Time) string {
			return be(uint64(w.IntN(700)), 2) + be(uint64(w.IntN(1<<22)), 8) + be(uint64(at.UnixMicro()), 8)
		}, "[{number:be(2)}{number2:be(8)}{time:us(be(8))}]"},
		{"varints explain why keys differ in length", true, func(w *world, at time.Time) string {
			return string(binary.AppendUvarint(nil, w.Uint64N(1<<w.IntN(20)))) + be(uint64(at.UnixMilli()), 8)
		}, "{bytes:varint}{time:ms(be(8))}"},
		{"a tag behind varints shows where they end", false, func(w *world, at time.Time) string {
			return "\x08" + string(binary.AppendUvarint(nil, w.Uint64N(1<<w.IntN(20)))) + "\x12" + w.name() + w.name()
		}, "{bytes:varint}"},
		{"codes tell the lengths of integers behind a word", false, func(w *world, at time.Time) string {
			return "\x02" + w.name() + "\x00" + tupled(w.Uint64N(1<<w.IntN(20))) + tupled(w.Uint64N(1<<w.IntN(30)))
		}, "[\\x02{name}\\0{number:ordered(tuple)}{number2:ordered(tuple)}]"},
		{"milliseconds behind a code that is always the same are of one width", true,
			func(w *world, at time.Time) string {
				return "\x02" + w.name() + "\x00" + tupled(uint64(at.UnixMilli())) + tupled(w.Uint64N(1<<w.IntN(20)))
			}, "[\\x02{name}\\0\\x1a{time:ms(be(6))}{number:ordered(tuple)}]"},
		{"a code tells of a UUID whose first bytes recur", false, func(w *world, at time.Time) string {
			return "\x02" + w.name() + "\x000\x5c\xeb\x8a" + w.bytes(3) + "\x11\xef\x8d" + be(0x2827_ae93_c09a, 7)
		}, "[\\x02{name}\\x000{uuid:uuid(bytes)}]"},
		{"codes tell the types of descending values too", true, func(w *world, at time.Time) string {
			return "4" + w.name() + "\x00+" + be(1<<31+w.Uint64N(30), 4) + "\xd3" + be(1<<63-1-uint64(at.UnixMilli()), 8)
		}, "[4{name}\\0+{number:be(4, flip)}\\xd3{time:reverse(ms(be(8)))}]"},
		{"markers tell where groups of eight bytes end", false, func(w *world, at time.Time) string {
			return "\x01" + grouped(w.name()+w.letters(w.IntN(9), "aeioulmnr")) + "\x03" + be(1<<63+w.Uint64N(90000), 8)
		}, "[\\x01{name:memcomparable}\\x03{number:be(8, flip)}]"},
		{"markers tell where groups of eight bytes end that no code tells of", false, func(w *world, at time.Time) string {
			return be(900, 4) + be(w.Uint64N(900), 4) + grouped(w.name()+w.letters(w.IntN(9), "aeioulmnr")) +
				be(1<<31+w.Uint64N(90000), 4)
		}, "{number2:be(4)}{name:memcomparable}{number3:be(4"},
		{"a hardware address of few makers is no number of four bytes", true, func(w *world, at time.Time) string {
			maker := w.one("\x3c\x22\xfb", "\xf0\x18\x98", "\xa4\x83\xe7", "\x00\x1a\x11", "\x8c\xf5\xa3", "\xdc\xa6\x32")
			return be(w.Uint64N(900), 4) + maker + w.bytes(3) + be(uint64(at.Unix()), 4)
		}, "{number:be(4)}{number2:be(6)}{time:s(be(4))}]"},
		{"snowflakes are one number, whatever their worker is", false, func(w *world, at time.Time) string {
			return be(w.Uint64N(1<<40)<<22|7<<12|w.Uint64N(9), 8) + be(w.Uint64N(60000), 4)
		}, "[{number:be(8)}{number2:be(4)}]"},
		{"numbers behind text that ends like OrderedCode tell how many bytes they have", false,
			func(w *world, at time.Time) string {
				number := func(n uint64) string {
					digits := strings.TrimLeft(be(n, 8), "\x00")
					return be(uint64(len(digits)), 1) + digits
				}
				return w.name() + "\x00\x01" + number(w.Uint64N(1<<w.IntN(20))) + number(w.Uint64N(1<<w.IntN(12)))
			}, "[{name:text escaped}\\0\\x01{number:ordered(unsigned)}{number2:ordered(unsigned)}]"},
		{"a tag, a word, and a zero byte are no values behind codes", false, func(w *world, at time.Time) string {
			return "\x02" + w.letters(3+w.IntN(9), "aeioulmnr") + "\x00" + be(w.Uint64N(1<<20), 8)
		}, "{name}\\0{number2:be(8)}]"},
		{"milliseconds with the least byte first agree with the cells", true, func(w *world, at time.Time) string {
			return be(uint64(w.IntN(70000)), 4) + string(binary.LittleEndian.AppendUint64(nil, uint64(at.UnixMilli())))
		}, "{number:be(4)}{time:ms(le(8))}"},
		{"numbers of four and two bytes have the least byte first", false, func(w *world, at time.Time) string {
			stream := uint64(1+w.IntN(90)) * 0x9e3779b97f4a7c15 // recurs
			return be(stream, 8) + be(stream*stream, 8) + string(binary.LittleEndian.AppendUint32(nil, w.Uint32N(40000))) +
				string(binary.LittleEndian.AppendUint16(nil, uint16(w.IntN(900))))
		}, "[{id:hash(bytes(16))}{bytes:le(4)}{bytes2:le(2)}]"},
		{"numbers beside a time with the least byte first have it first too", true,
			func(w *world, at time.Time) string {
				key := binary.LittleEndian.AppendUint32(nil, w.Uint32N(18000))
				key = binary.LittleEndian.AppendUint16(key, uint16(w.IntN(40000)))
				return string(binary.LittleEndian.AppendUint64(key, uint64(at.UnixMilli())))
			}, "[{bytes:le(4)}{bytes2:le(2)}{time:ms(le(8))}]"},
		{"numbers beside a time with the greatest byte first have it first too", true,
			func(w *world, at time.Time) string {
				return be(w.Uint64N(18000), 2) + be(w.Uint64N(40000), 4) + be(uint64(at.UnixMilli()), 8)
			}, "[{number:be(2)}{number2:be(4)}{time:ms(be(8))}]"},
		{"numbers with the least byte first end with zeros and begin where bytes vary most", false,
			func(w *world, at time.Time) string {
				key := binary.LittleEndian.AppendUint64([]byte(w.bytes(8)), w.Uint64N(1<<26))
				return string(binary.LittleEndian.AppendUint32(key, w.Uint32N(1<<18)))
			}, "[{id:hash(bytes(8))}{bytes:le(8)}{bytes2:le(4)}]"},
		{"two addresses of a network in front of ports are no number", true, func(w *world, at time.Time) string {
			host := be(0x9e3779b9*uint64(1+w.IntN(300)), 2)
			return "\x0a\x14" + host + "\x0a\x14" + w.bytes(6) + w.one("\x01", "\x06", "\x11") +
				be(uint64(at.UnixMicro()), 8)
		}, "[{ip:ip(4)}{ip2:ip(4)}{"},
		{"packed decimals that are days are no part of the number behind them", true,
			func(w *world, at time.Time) string {
				day, _ := hex.DecodeString(at.Format("20060102"))
				return w.one("amber", "birch", "cedar") + "\x00" + string(day) + be(uint64(w.IntN(900)), 2)
			}, "\\0{number:bcd(4)}{number2:be(2)}]"},
		{"a byte of few values and zeros behind it are no number with the least byte first", true,
			func(w *world, at time.Time) string {
				return string([]byte{byte(w.IntN(16)), byte(w.IntN(3))}) + be(uint64(w.IntN(1<<30)), 8) +
					be(uint64(at.Unix()), 4)
			}, "{number:be(1)}{number2:be(1)}{number3:be(8)}{time:s(be(4))}"},
		{"bytes that begin a word of any length are no varint", false, func(w *world, at time.Time) string {
			return w.bytes(3) + w.name() + w.name()
		}, "{number:be(3)}{name}"},
		{"numbers in base 128 up to the end of all keys prove each other, though one has one width", true,
			func(w *world, at time.Time) string {
				key := binary.AppendUvarint(nil, w.Uint64N(1<<w.IntN(18)))
				key = binary.AppendUvarint(key, uint64(at.Unix()))
				return string(binary.AppendUvarint(key, w.Uint64N(1<<w.IntN(14))))
			}, "[{bytes:varint}{time:s(varint)}{bytes2:varint}]"},
		{"numbers in base 128 explain the lengths of keys of which most have the same", false,
			func(w *world, at time.Time) string {
				size := 7 * (1 + (w.IntN(9)+8)/9) // one in ten is shorter
				key := binary.AppendUvarint([]byte("t"), 1<<(size-7)+w.Uint64N(1<<(size-7)))
				return string(binary.AppendUvarint(key, 1<<20+w.Uint64N(1<<19)))
			}, "{bytes:varint}{bytes2:varint}]"},
		{"tags between numbers in base 128 are none of them", false, func(w *world, at time.Time) string {
			key := binary.AppendUvarint([]byte("\x08"), w.Uint64N(1<<w.IntN(18)))
			return string(binary.AppendUvarint(append(key, 0x18), w.Uint64N(1<<w.IntN(14))))
		}, "{number:be(1)}{bytes:varint}{number2:be(1)}{bytes2:varint}]"},
		{"numbers that sort by their bytes end with the key too", false, func(w *world, at time.Time) string {
			number := func(n uint64) string {
				if n <= 240 {
					return be(n, 1)
				}
				return be(241*256+n-240, 2)
			}
			return number(w.Uint64N(900)) + number(w.Uint64N(1200)) + number(w.Uint64N(400))
		}, "[{number:ordered(sqlite)}{number2:ordered(sqlite)}{number3:ordered(sqlite)}]"},
		{"the zeros of a number of a fixed width are none of base 128", false, func(w *world, at time.Time) string {
			return string(binary.AppendUvarint(nil, w.Uint64N(1<<w.IntN(20)))) + be(w.Uint64N(1<<7), 4)
		}, "{number:be(4)}]"},
		{"a constant ends the byte before it", false, func(w *world, at time.Time) string {
			return w.word() + "#" + string([]byte{byte(w.IntN(40)), 7, byte(w.IntN(90))}) + be(uint64(w.IntN(1<<20)), 8)
		}, "#{number:be(1)}{number2:be(2)}{number3:be(8)}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range seeds(8) {
				wantKind(t, seed, 300, tt.make, tt.cells, tt.want)
			}
		})
	}
}

// TestCountersEndBeforeRandomBytes verifies that a counter of all rows is a number of its own in front of random bytes,
// whatever it begins with, and that numbers which recur, and the first bytes of times at whole hours, are none.
func TestCountersEndBeforeRandomBytes(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(w *world, i int) string
		want string
	}{
		{"behind a number", func(w *world, i int) string {
			return be(uint64(w.IntN(300)), 2) + be(uint64(70000+i), 4) + w.bytes(4)
		}, "{number:be(2)}{number2:be(4)}{id:hash(bytes(4))}"},
		{"that begins like a time", func(w *world, i int) string {
			return be(uint64(w.IntN(300)), 4) + be(uint64(300_000+i), 4) + w.bytes(4)
		}, "{number:be(4)}{number2:be(4)}{id:hash(bytes(4))}"},
		{"of two bytes", func(w *world, i int) string {
			return be(uint64(w.IntN(1<<20)), 4) + be(uint64(9000+i), 2) + w.bytes(8)
		}, "{number:be(4)}{number2:be(2)}{id:hash(bytes(8))}"},
		{"numbers that recur", func(w *world, i int) string {
			return be(uint64(w.IntN(300)), 2) + be(uint64(w.IntN(1<<42)), 8)
		}, "{number:be(2)}{number2:be(8)}"},
		{"every second hour", func(w *world, i int) string {
			return be(uint64(w.IntN(300)), 4) + be(uint64(1_700_000_000_000_000+int64(i)*7_200_000_000), 8)
		}, "{number:be(4)}{time:us(be(8))}"},
	} {
		for seed := range seeds(8) {
			w, i := newWorld(seed), -1
			res := inferred(t, rows(300, func() row { i++; return row{tt.make(w, i), time.Time{}} }))
			if got := fmt.Sprint(templates(res)); got != "["+tt.want+"]" {
				t.Errorf("%s, seed %d: %s, want %s", tt.name, seed, got, tt.want)
			}
		}
	}
}

// tupled writes a number as FoundationDB's tuples do.
func tupled(v uint64) string {
	digits := strings.TrimLeft(be(v, 8), "\x00")
	return be(uint64(0x14+len(digits)), 1) + digits
}

// grouped writes a text as TiDB does, in groups of eight bytes and a marker.
func grouped(text string) string {
	out := ""
	for ; len(text) >= 8; text = text[8:] {
		out += text[:8] + "\xff"
	}
	return out + text + strings.Repeat("\x00", 8-len(text)) + be(uint64(0xff-8+len(text)), 1)
}

// TestIDsBehindTagsAreWhole verifies that bytes drawn evenly are one segment whatever their number and whatever
// constant stands before them: nothing in them tells of a cut.
func TestIDsBehindTagsAreWhole(t *testing.T) {
	for n := uint64(9); n <= 64; n += 12 / seeds(12) * 3 {
		for _, tag := range [][]string{{""}, {"b"}, {"\x01"}, {"b", "t"}, {"ab:"}} {
			for _, keys := range []int{60, 300} {
				w := newWorld(n)
				res := inferred(t, rows(keys, func() row { return row{w.one(tag...) + w.bytes(int(n)), time.Time{}} }))
				for _, k := range res.Kinds {
					segs := k.Layout.Segments()
					if last := segs[len(segs)-1].Codec; last.Width() < int(n) || len(segs) > 2 {
						t.Errorf("%d bytes in %d keys behind %q: %s", n, keys, tag, k.Layout)
					}
				}
			}
		}
	}
}

// TestKindsOfBinaryKeys verifies that kinds of binary keys beside each other, and beside kinds of text, are
// distinguished.
func TestKindsOfBinaryKeys(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(w *world, at time.Time) string
		want []string // templates without their names
	}{
		{"words before words and numbers", func(w *world, _ time.Time) string {
			return w.one("SHOP#"+w.letters(3+w.IntN(7), "abcdefghiklmnoprstu"), "CART#"+be(uint64(w.IntN(1<<30)), 8))
		}, []string{"{kind:enum(CART)}#{cart:be(8)}", "{kind:enum(SHOP)}#{shop}"}},
		{"a letter before ids and a word", func(w *world, _ time.Time) string {
			return w.one("d"+w.bytes(16), "disk:"+w.word()+w.letters(5, "aeioulmnr"))
		}, []string{"{kind:enum(d)}{id:hash(bytes(16))}", "{kind:enum(disk)}:{disk}"}},
		{"letters behind an id", func(w *world, _ time.Time) string {
			head := "x" + be(uint64(w.IntN(900000)), 8)
			return w.one(head+w.bytes(32), head+w.bytes(32)+"r", head+"q")
		}, []string{"{kind:enum(x)}{number:be(8)}{id:hash(bytes(32))}",
			"{kind:enum(x)}{number:be(8)}{id:hash(bytes(32))}{kind2:enum(r)}",
			"{kind:enum(x)}{number:be(8)}{kind2:enum(q)}"}},
		{"a tag behind a number", func(w *world, at time.Time) string {
			group := be(uint64(w.IntN(4000)), 4)
			return w.one(group+"\x01"+w.word()+w.letters(5, "aeioulmnr"),
				group+"\x02"+be(uint64(at.Unix()), 4)+w.bytes(8), group+"\x07"+be(uint64(w.IntN(90000)), 8))
		}, []string{"{number:be(4)}{number2:be(1)}{name}", "{number:be(4)}{number2:be(1)}{number3:be(8)}",
			"{number:be(4)}{number2:be(1)}{time:s(be(4))}{id:hash(bytes(8))}"}},
		{"the last byte", func(w *world, at time.Time) string {
			order := be(uint64(w.IntN(1<<24)), 8)
			return w.one(order+"\x00", order+be(uint64(w.IntN(300)), 2)+"\x01", order+be(uint64(at.Unix()), 4)+"\x02")
		}, []string{"{number:be(8)}\\0", "{number:be(8)}{number2:be(2)}{number3:be(1)}",
			"{number:be(8)}{time:s(be(4))}{number2:be(1)}"}},
		{"tuples of other types", func(w *world, at time.Time) string {
			account := tupled(w.Uint64N(1 << w.IntN(24)))
			return w.one("\x02"+w.name()+"\x00"+tupled(w.Uint64N(1<<w.IntN(12))), account+"\x02"+w.name()+"\x00",
				account+tupled(w.Uint64N(1<<w.IntN(20)))+"0"+w.bytes(6)+"\x40"+w.bytes(1)+"\x80"+w.bytes(7))
		}, []string{"\\x02{name}\\0{number:ordered(tuple)}", "{number:ordered(tuple)}\\x02{name}\\0",
			"{number:ordered(tuple)}{number2:ordered(tuple)}0{uuid:uuid(bytes)}"}},
		{"words of lengths that differ", func(w *world, at time.Time) string {
			word := w.letters(1, "bcdfg") + w.letters(3+w.IntN(9), "aeioulmnr")
			return w.one("\x01"+be(uint64(w.IntN(900)), 4)+word, "\x02"+be(uint64(w.IntN(900)), 4)+be(uint64(at.Unix()),
				4))
		}, []string{"{number:be(1)}{number2:be(4)}{name}", "{number:be(1)}{number2:be(4)}{time:s(be(4))}"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range seeds(8) {
				w := newWorld(seed)
				res := inferred(t, rows(600, func() row { at := w.when(); return row{tt.make(w, at), at} }))
				var got []string
				for _, k := range templates(res) {
					got = append(got, k[strings.Index(k, " = ")+3:])
				}
				if slices.Sort(got); !slices.Equal(got, tt.want) {
					t.Errorf("seed %d: %q, want %q", seed, got, tt.want)
				}
			}
		})
	}
}
