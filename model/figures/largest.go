package figures

import (
	"cmp"
	"slices"
)

// largest keeps the things with the greatest sizes, of equal ones those that came first.
type largest[S cmp.Ordered, T any] struct {
	room  int
	sizes []S // falling
	what  []T
}

// wants reports whether a thing of this size would be kept. It is asked for every cell, so it is small.
func (l *largest[S, T]) wants(size S) bool {
	return len(l.sizes) < l.room || size > l.sizes[len(l.sizes)-1]
}

func (l *largest[S, T]) put(size S, what T) {
	at := len(l.sizes)
	for at > 0 && l.sizes[at-1] < size {
		at--
	}
	l.sizes = slices.Insert(l.sizes, at, size)
	l.what = slices.Insert(l.what, at, what)
	if len(l.sizes) > l.room {
		l.sizes, l.what = l.sizes[:l.room], l.what[:l.room]
	}
}

func (l *largest[S, T]) list() []T { return l.what }
