// Package spelling finds the word that the user may have meant, and writes counts.
package spelling

import "strings"

// Closest is the known word that the fewest edits (Levenshtein's, in bytes, letters of either case alike) lead to from
// word, the first of several. It is empty when that takes more edits than half the letters of word.
func Closest(word string, known []string) string {
	best, found := len(word)/2+1, ""
	for _, k := range known {
		if d := edits(strings.ToLower(word), strings.ToLower(k)); d < best {
			best, found = d, k
		}
	}
	return found
}

// edits is the Levenshtein distance of a and b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
