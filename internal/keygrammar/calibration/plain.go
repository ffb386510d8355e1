package calibration

import (
	"fmt"
	"math"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// The plain productions are what most tables look like: a word or an id, one delimiter, and a time. Without them confidence
// would know odd tables only, and doubt what nobody doubts.

// plainWho draws what a row is about.
func plainWho(w *kg.World) kg.Field {
	n := []int{6, 40, 300, 3000}[w.IntN(4)]
	switch w.IntN(8) {
	case 0, 1:
		return kg.Made("device", "plain word and number", "", n, kg.ByEntity, func(w *kg.World) string { return fmt.Sprint(w.One("device", "sensor", "node", "dev"), 1+w.IntN(2*n)) })
	case 2:
		return kg.Made("device", "plain word, hyphen, number", "-", n, kg.ByEntity, func(w *kg.World) string { return fmt.Sprintf("%s-%04d", w.One("meter", "host", "truck"), w.IntN(3*n)) })
	case 3:
		return kg.Words("town", "plain town", towns(), kg.ByEntity)
	case 4:
		return kg.Made("login", "plain syllables", "", n, kg.ByEntity, func(w *kg.World) string { return w.Syllables(2 + w.IntN(2)) })
	case 5:
		return kg.Decimal("customer", 1, 50+n*20, kg.ByEntity)
	case 6:
		return kg.Padded("account", 8, 900000, kg.ByEntity)
	}
	return kg.UUID("uuid", "text", n, kg.ByEntity)
}

// plainWhen draws a time as most programs write it.
func plainWhen(w *kg.World) kg.Field {
	from := []kg.Field{
		kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Epoch(rowkey.Microsecond, 0),
		kg.Calendar(rowkey.Day, "20060102"), kg.Calendar(rowkey.Day, "2006-01-02"), kg.Calendar(rowkey.Second, "20060102150405"), kg.Calendar(rowkey.Hour, "2006010215"),
		kg.Reversed(rowkey.Millisecond, math.MaxInt64), kg.Reversed(rowkey.Second, math.MaxInt32),
	}
	return from[w.IntN(len(from))]
}

func plainPair(w *kg.World) []kg.Kind {
	sep := w.One("#", "#", ":", "_", "!")
	who := plainWho(w)
	for sep == "_" && who.Holds != "" {
		who = plainWho(w)
	}
	when := plainWhen(w)
	if w.IntN(5) == 0 {
		return one(kg.Joined(sep, when, who))
	}
	return one(kg.Joined(sep, who, when))
}

func plainTriple(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "!")
	of := kg.Choice("tenant", "plain animal", animals(), 3+w.IntN(12), kg.Skewed)
	if w.IntN(2) == 0 {
		of = kg.Choice("verb", "plain verb", verbs(), 3+w.IntN(5), kg.Skewed)
	}
	fs := []kg.Field{plainWho(w), of, plainWhen(w)}
	if w.IntN(2) == 0 {
		fs[0], fs[1] = fs[1], fs[0]
	}
	return one(kg.Joined(sep, fs...))
}

// plainBytes is a number or an id, and a time, in bytes of machine words.
func plainBytes(w *kg.World) []kg.Kind {
	n := []int{40, 3000, 900000}[w.IntN(3)]
	who := []kg.Field{
		kg.Binary("sensor", 8, n, false, kg.ByEntity), kg.Binary("sensor", 4, n, false, kg.ByEntity), kg.UUID("uuid", "bytes", min(n, 3000), kg.ByEntity),
		kg.RandomBytes("key", 16, min(n, 3000), kg.ByEntity), kg.Binary("kind", 1, 20, false, kg.Skewed),
	}[w.IntN(5)]
	when := []kg.Field{kg.EpochBinary(rowkey.Millisecond, 8, 0), kg.EpochBinary(rowkey.Second, 4, 0), kg.ReversedBinary(rowkey.Millisecond, 8), kg.EpochBinary(rowkey.Microsecond, 8, 0)}[w.IntN(4)]
	if w.IntN(3) == 0 {
		return one(kg.Joined("\x00", kg.Words("town", "plain town", towns(), kg.ByEntity), when))
	}
	return one(kg.Joined("", who, when))
}

// plainKinds are kinds that a leading word tells apart, each a plain key.
func plainKinds(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "!")
	order := w.Perm(len(verbs()))
	var kinds []kg.Kind
	for i := range 2 + w.IntN(2) {
		parts := plainPair(w)[0].Parts
		for parts[1].Literal != sep {
			parts = plainPair(w)[0].Parts
		}
		kinds = append(kinds, kg.Kind{Parts: append([]kg.Part{kg.Of(kg.Constant(verbs()[order[i]])), kg.Lit(sep)}, parts...), Weight: 0.3 + w.Float64()})
	}
	return kinds
}
