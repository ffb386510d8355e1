package rekey

import (
	"runtime"

	"tabletop/model/segments"
)

// minChunk is the minimum number of items for which a chunk is worth a goroutine.
const minChunk = 4096

// chunks returns where n items are divided for the cores of the machine: the end of each part.
func chunks(n int) []int {
	parts := max(1, min(runtime.GOMAXPROCS(0), n/minChunk))
	ends := make([]int, parts)
	for i := range ends {
		ends[i] = (i + 1) * n / parts
	}
	return ends
}

// inChunks calls do for each of the chunks of n items, on all cores. What do computes must not depend on where chunks
// end.
func inChunks(n int, do func(chunk, from, to int)) {
	ends := chunks(n)
	segments.Parallel(len(ends), func(i int) {
		from := 0
		if i > 0 {
			from = ends[i-1]
		}
		do(i, from, ends[i])
	})
}

// joinParts joins the bytes of the chunks of some items, and turns the ends of the items, which count from the start
// of their chunk, into those in all.
func joinParts(parts [][]byte, ends []int) []byte {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	all := make([]byte, 0, size)
	from := 0
	for i, to := range chunks(len(ends)) {
		for k := from; k < to; k++ {
			ends[k] += len(all)
		}
		all = append(all, parts[i]...)
		from = to
	}
	return all
}
