package figures

import "tabletop/model/value"

// ValueGuess is what the values of a column look like, from the bytes kept of some of them.
type ValueGuess = value.Codec

// The guesses that most columns get; package value has them all. Mixed is when nothing fits half of the values.
const (
	GuessEmpty  = value.Empty
	GuessInt64  = value.Int64 // 8 bytes, big-endian, which are not text
	GuessJSON   = value.JSON
	GuessText   = value.Text // printable UTF-8
	GuessBinary = value.Binary
	GuessMixed  = value.Mixed
)
