package redact

import "tabletop/model/rowkey"

// Times are moved by 28 years: from 1901 to 2099 the calendar repeats itself after that, to the day of the week and the
// leap day, so that every hour, day, week and month holds what it held before.
const (
	shiftDays    = 28*365 + 7
	shiftSeconds = shiftDays * 86400
	shiftMillis  = shiftSeconds * 1000
	shiftMicros  = shiftMillis * 1000
)

// Only times between 1990 and 2071 are moved. Others are zeros, sentinels and numbers of other meaning.
const (
	movedFrom = 631_152_000   // 1990-01-01 in seconds
	movedTo   = 3_187_296_000 // 2071-01-01
)

// moves reports whether a time in seconds is one that is moved.
func moves(seconds int64) bool { return seconds >= movedFrom && seconds < movedTo }

// movedMicros is the timestamp of a cell after the move.
func movedMicros(micros int64) int64 {
	if moves(micros / 1e6) {
		return micros + shiftMicros
	}
	return micros
}

// moveTime writes a text that holds a time again, with the time moved. It is false when the new time does not fit.
func moveTime(seg *rowkey.Segment, v rowkey.Value, text []byte) bool {
	if seg.Codec.Type() != rowkey.Timestamp {
		return moveID(seg.Codec, v, text)
	}
	if v.Kind != rowkey.KindTime || !moves(v.Int) {
		return true
	}
	v.Int += shiftSeconds
	out, err := seg.Codec.Append(nil, v)
	if err != nil || len(out) != len(text) || seg.Escape != rowkey.EscapeNone {
		return false
	}
	if back, err := seg.Codec.Decode(out); err != nil || back.Kind != v.Kind || back.Int != v.Int {
		return false
	}
	copy(text, out)
	return true
}

// moveID does so for ids that hold a time.
func moveID(c rowkey.Codec, v rowkey.Value, text []byte) bool {
	when, ok := rowkey.IDTime(c, v)
	if !ok || !moves(when.Unix()) {
		return true
	}
	id, _ := rowkey.AsStamped(c)
	return id.Shift(text[len(c.Form().Prefix):], shiftSeconds)
}
