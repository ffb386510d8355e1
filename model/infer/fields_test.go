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
		}, "[{bytes:bytes(4)}{bytes2:bytes(4)}{number:be(1)}]"},
		{"negative numbers with the least byte last", func() string {
			return string(rune(w.IntN(12))) + big(w.IntN(100)-50) + big(w.IntN(100)-50)
		}, "[{number:be(1)}{number2:be(4)}{number3:be(4)}]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := fmt.Sprint(templates(inferred(t, rows(400, func() row { return row{tt.make(), w.when()} }))))
			if got != tt.want {
				t.Errorf("found %s, want %s", got, tt.want)
			}
		})
	}
}
