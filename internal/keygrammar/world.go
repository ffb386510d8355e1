package keygrammar

import (
	"encoding/binary"
	"strings"
	"time"
)

// BE returns the low width bytes of v, most significant first.
func BE(v uint64, width int) string {
	return string(binary.BigEndian.AppendUint64(nil, v)[8-width:])
}

// One draws one of several strings.
func (w *World) One(of ...string) string { return of[w.IntN(len(of))] }

// Letters returns n bytes drawn evenly from an alphabet.
func (w *World) Letters(n int, from string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[w.IntN(len(from))]
	}
	return string(b)
}

// Bytes returns n random bytes.
func (w *World) Bytes(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(w.Uint32())
	}
	return string(b)
}

// Syllables returns a made-up word of n syllables.
func (w *World) Syllables(n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte("bdfgklmnprstvz"[w.IntN(14)])
		b.WriteByte("aeiou"[w.IntN(5)])
		if w.IntN(4) == 0 {
			b.WriteByte("lnrst"[w.IntN(5)])
		}
	}
	return b.String()
}

// foreign returns a key of another maker: noise, a word, a number, or a damaged key of the table.
func (w *World) foreign(key []byte) []byte {
	switch w.IntN(5) {
	case 0:
		return []byte(w.Bytes(3 + w.IntN(30)))
	case 1:
		return []byte(w.Syllables(2+w.IntN(3)) + w.One("", "-test", "_tmp", ".bak"))
	case 2:
		return []byte(w.Letters(1+w.IntN(18), "0123456789"))
	case 3:
		return key[:w.IntN(len(key))]
	}
	return []byte(w.One("test", "__schema", "health-check", "TODO", "null") + w.Letters(w.IntN(6), "0123456789abcdef"))
}

// Clock relates the time of a row to the timestamp of its cell.
type Clock func(w *World) func(time.Time) time.Time

// Prompt writes cells within a few seconds of the time of the row.
func Prompt(w *World) func(time.Time) time.Time {
	return func(t time.Time) time.Time { return t.Add(time.Duration(w.IntN(3000)) * time.Millisecond) }
}

// Late writes cells up to a day after the time of the row.
func Late(w *World) func(time.Time) time.Time {
	return func(t time.Time) time.Time {
		return t.Add(time.Duration(w.Float64() * w.Float64() * float64(24*time.Hour)))
	}
}

// Loaded writes all cells in one load after the last time of the rows.
func Loaded(w *World) func(time.Time) time.Time {
	at := w.from.Add(w.span + time.Duration(w.IntN(400))*24*time.Hour)
	within := pick(w, []time.Duration{time.Minute, 12 * time.Hour})
	return func(time.Time) time.Time { return at.Add(time.Duration(w.Int64N(int64(within)))) }
}

// Unwritten makes rows without cells, as a read of keys alone returns them.
func Unwritten(*World) func(time.Time) time.Time {
	return func(time.Time) time.Time { return time.Time{} }
}

// Exact gives cells the time of the row itself, as an application does that sets timestamps.
func Exact(*World) func(time.Time) time.Time { return func(t time.Time) time.Time { return t } }
