package lesson_test

import (
	"testing"

	"tabletop/model/lesson"
)

// BenchmarkAll reads the lessons of tabletop, as the first look at their list does: a key press, which should take 16
// ms at most.
func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		lesson.All()
	}
}
