package column

import (
	"math"
)

// Tables of what is computed for every byte of every column. They are made once and never change.
var (
	classes = classTable()
	xlogs   = xlogTable()
)

func classTable() (t [256]Class) {
	for c := range t {
		t[c] = classify(byte(c))
	}
	return t
}

// xlogTable holds k log2 k.
func xlogTable() (t [1024]float64) {
	for k := 2; k < len(t); k++ {
		t[k] = float64(k) * math.Log2(float64(k))
	}
	return t
}
