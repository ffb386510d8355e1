package infer

import (
	"encoding/binary"
	"fmt"
	"testing"
)

// TestBinaryFields verifies where binary fields of one width end when only the way in which their bytes vary tells it.
func TestBinaryFields(t *testing.T) {
	w := newWorld(17)
	little := func(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(int32(n)))) }
	big := func(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(int32(n)))) }
	for _, tt := range []struct {
		name string
		make func() string
		want string
	}{
		{"negative numbers with the least byte first", func() string {
			return little(w.IntN(600)-300) + little(w.IntN(600)-300) + string(rune(w.IntN(12)))
		}, "[{bytes:le(4, signed)}{bytes2:le(4, signed)}{number:be(1)}]"},
		{"small negative numbers with the least byte first", func() string {
			return little(w.IntN(120)-70) + little(w.IntN(120)-50) + string(rune(w.IntN(12)))
		}, "[{bytes:le(4, signed)}{bytes2:le(4, signed)}{number:be(1)}]"},
		{"negative numbers with the least byte last", func() string {
			return string(rune(w.IntN(12))) + big(w.IntN(100)-50) + big(w.IntN(100)-50)
		}, "[{number:be(1)}{number2:be(4)}{number3:be(4)}]"},
		{"multiples of a power of two", func() string {
			return string(binary.BigEndian.AppendUint64(nil, 0x47a8<<48|uint64(w.IntN(1<<27))<<21)) + big(w.IntN(1<<12))
		}, "[{number:be(8)}{number2:be(4)}]"},
		{"numbers with their partition in the greatest byte", func() string {
			return string(binary.BigEndian.AppendUint64(nil, uint64(w.IntN(40))<<56|uint64(w.IntN(1<<19)))) +
				big(w.IntN(1<<12))
		}, "[{number:be(8)}{number2:be(4)}]"},
		{"numbers that begin with zeros and a constant", func() string {
			return string(binary.BigEndian.AppendUint64(nil, 0xee<<40+0x4bf5<<24+uint64(w.IntN(1<<33)))) + "#" +
				w.name()
		}, "[{number:be(8)}#{name}]"},
		{"weeks before ids", func() string {
			return string(rune(w.IntN(4))) + string([]byte{9, byte(w.IntN(3))}) + w.bytes(8) + big(w.IntN(1<<12))
		}, "[{number:be(1)}{number2:be(2)}{id:hash(bytes(8))}{number3:be(4)}]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := fmt.Sprint(templates(inferred(t, rows(400, func() row { return row{tt.make(), w.when()} }))))
			if got != tt.want {
				t.Errorf("found %s, want %s", got, tt.want)
			}
		})
	}
}

// TestParentRows verifies that keys that are the first fields of other keys have a layout, however few they are, and
// that a few keys of other lengths have none.
func TestParentRows(t *testing.T) {
	w := newWorld(18)
	i := 0
	with := func(other func() string) func() row {
		return func() row {
			if i++; i%20 == 0 {
				return row{other(), w.when()}
			}
			return row{w.bytes(20) + "/" + string([]byte{0, 0, 0, byte(w.IntN(9))}), w.when()}
		}
	}
	if got, want := fmt.Sprint(templates(inferred(t, rows(400, with(func() string { return w.bytes(20) }))))),
		"[id = {id:hash(bytes(20))} id_number = {id:hash(bytes(20))}/{number:be(4)}]"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(templates(inferred(t, rows(400, with(func() string {
		return w.bytes(15 +
			w.IntN(4))
	}))))), "[{id:hash(bytes(20))}/{number:be(4)}]"; got != want {
		t.Errorf("with keys of no kind: found %s, want %s", got, want)
	}
}

// TestKindsOfBinaryLengths verifies that binary kinds are distinguished by their lengths where tokens show nothing, and
// that a tag of their own does not keep rare parents from a layout.
func TestKindsOfBinaryLengths(t *testing.T) {
	w := newWorld(19)
	long := func(most int) string {
		return string(binary.BigEndian.AppendUint64(nil, 1<<63|uint64(w.IntN(most))))
	}
	i := 0
	for _, tt := range []struct {
		name string
		make func() string
		want string
	}{
		{"rows and indexes", func() string {
			table := "t" + string(binary.BigEndian.AppendUint64(nil, 1<<63|uint64([]int{45, 112, 131, 140}[w.IntN(4)])))
			if w.IntN(5) < 2 {
				return table + "_i" + long(3) + "\x03" + long(1<<20) + "\x03" + long(1<<19)
			}
			return table + "_r" + long(1<<19)
		}, "[_i = {kind:enum(t)}{number:be(8, flip)}{kind2:enum(_i)}{_i:be(8, flip)}{number2:be(1)}{number3:be(8, " +
			"flip)}{number4:be(1)}{number5:be(8, flip)}" +
			" _r = {kind:enum(t)}{number:be(8, flip)}{kind2:enum(_r)}{_r:be(8, flip)}]"},
		{"parents with a tag of their own", func() string {
			user := string(binary.BigEndian.AppendUint64(nil, uint64(w.IntN(1<<20))))
			switch i++; {
			case i%40 == 0:
				return "\x03" + user
			case i%41 == 0:
				return w.bytes(10 + w.IntN(9))
			}
			return "\x01" + user + w.bytes(16)
		}, "[number = {number:be(1)}{number2:be(8)} number_id = {number:be(1)}{number2:be(8)}{id:hash(bytes(16))}]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := fmt.Sprint(templates(inferred(t, rows(800, func() row { return row{tt.make(), w.when()} }))))
			if got != tt.want {
				t.Errorf("found %s, want %s", got, tt.want)
			}
		})
	}
}
