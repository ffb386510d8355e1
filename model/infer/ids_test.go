package infer

import (
	"testing"
	"time"
)

// ticksOf returns the time of UUIDs of versions 1 and 6: ticks of 100 nanoseconds since 1582.
func ticksOf(w *world, at time.Time) uint64 {
	return uint64(at.UnixNano()/100) + w.Uint64N(1e7) + 122192928000000000
}

// uuid1, uuid6, uuid7 and uuid4 return UUIDs of RFC 9562 in bytes, of few nodes that count in a sequence of their own.
func uuid1(w *world, at time.Time) string {
	ticks := ticksOf(w, at)
	return be(ticks, 4) + be(ticks>>32, 2) + be(ticks>>48&0xfff|1<<12, 2) + nodeOf(w)
}

func uuid6(w *world, at time.Time) string {
	ticks := ticksOf(w, at)
	return be(ticks>>12, 6) + be(ticks&0xfff|6<<12, 2) + nodeOf(w)
}

func uuid7(w *world, at time.Time) string {
	return be(uint64(at.UnixMilli()), 6) + be(w.Uint64N(1<<12)|7<<12, 2) + be(w.Uint64()&^(3<<62)|1<<63, 8)
}

func uuid4(w *world, _ time.Time) string {
	return w.bytes(6) + be(w.Uint64N(1<<12)|4<<12, 2) + be(w.Uint64()&^(3<<62)|1<<63, 8)
}

// nodeOf returns one of three nodes behind a clock sequence.
func nodeOf(w *world) string {
	node := uint64(1+w.IntN(3)) * 0x9e3779b97f4a7c15 >> 16
	return be(1<<15|w.Uint64N(1<<6)<<8|node&0xff, 2) + be(node, 6)
}

// TestUUIDsInBytes verifies that UUIDs are found by their version and variant wherever they stand in binary keys,
// though their nodes recur and their times rise, and that numbers whose bytes begin like those are none.
func TestUUIDsInBytes(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cells bool
		make  func(w *world, at time.Time) string
		want  string
	}{
		{"version 1 behind words of several lengths and a number", true, func(w *world, at time.Time) string {
			return w.one("note", "photo", "video") + "\x00" + be(w.Uint64N(400_000_000), 5) + uuid1(w, at)
		}, "\\0{number:be(5)}{uuid:uuid(bytes)}]"},
		{"version 6 in the middle", true, func(w *world, at time.Time) string {
			return be(w.Uint64N(70), 1) + be(w.Uint64N(70000), 4) + uuid6(w, at) + be(w.Uint64N(900), 2)
		}, "{number:be(1)}{number2:be(4)}{uuid:uuid(bytes)}{number3:be(2)}]"},
		{"version 1 that no cell confirms", false, func(w *world, at time.Time) string {
			return be(w.Uint64N(70000), 3) + uuid1(w, at)
		}, "{number:be(3)}{uuid:uuid(bytes)}]"},
		{"version 7 behind words of one width", true, func(w *world, at time.Time) string {
			return w.one("north", "south") + be(w.Uint64N(1<<20), 4) + uuid7(w, at)
		}, "{number:be(4)}{uuid:uuid(bytes)}]"},
		{"version 4", false, func(w *world, at time.Time) string {
			return be(w.Uint64N(1<<20), 3) + uuid4(w, at) + be(w.Uint64N(60), 1)
		}, "{number:be(3)}{uuid:uuid(bytes)}{number2:be(1)}]"},
		{"numbers with a nibble and a sign at the places of the version", false, func(w *world, at time.Time) string {
			return be(w.Uint64N(1<<20), 4) + be(1<<28|w.Uint64N(1<<12), 4) + be(1<<63+w.Uint64N(1<<30), 8)
		}, ":be(8, flip)}]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range seeds(4) {
				wantKind(t, seed, 200, tt.make, tt.cells, tt.want)
			}
		})
	}
}
