package simulate

// keyed is a row and its key, packed into a number. Its body goes with it where that is small, since looking a million of
// them up in another order would cost more than all the rest.
type keyed struct {
	key  uint64
	row  uint32
	body uint32 // bytes and cells of a small body, else large
}

// large marks a body that has to be looked up.
const large = ^uint32(0)

// A small body has less than 4 MB and less than 1,024 cells.
const (
	bodyBytes = 22
	bodyCells = 32 - bodyBytes
)

// brief packs a body.
func (b body) brief() uint32 {
	if b.bytes >= 1<<bodyBytes || b.cells >= 1<<bodyCells-1 {
		return large
	}
	return b.cells<<bodyBytes | uint32(b.bytes)
}

// bodyOf undoes brief.
func (b *Base) bodyOf(it keyed) body {
	if it.body == large {
		return b.bodies[it.row]
	}
	return body{int64(it.body & (1<<bodyBytes - 1)), it.body >> bodyBytes}
}

// radix sorts items by the lowest width bits of their keys; items of one key keep their order. spare has room for as
// many; with inSpare the result is there, else in items. It goes by ten bits at a time from the highest, since a part that
// is sorted by itself fits the cache.
func radix(items, spare []keyed, width int, inSpare bool) {
	if len(items) <= small || width == 0 {
		if width > 0 {
			insertion(items)
		}
		if inSpare {
			copy(spare, items)
		}
		return
	}
	step := min(width, 10)
	shift := width - step
	var counts [1<<10 + 1]int
	mask := uint64(1)<<step - 1
	for i := range items {
		counts[(items[i].key>>shift&mask)+1]++
	}
	for i := 1; i <= 1<<step; i++ {
		counts[i] += counts[i-1]
	}
	ends := counts
	for i := range items {
		digit := items[i].key >> shift & mask
		spare[ends[digit]] = items[i]
		ends[digit]++
	}
	if shift == 0 {
		if !inSpare {
			copy(items, spare)
		}
		return
	}
	for d := range 1 << step {
		if from, to := counts[d], counts[d+1]; to > from {
			radix(spare[from:to], items[from:to], shift, !inSpare)
		}
	}
}

// small is how many items are sorted by insertion.
const small = 24

func insertion(items []keyed) {
	for i := 1; i < len(items); i++ {
		it := items[i]
		j := i
		for ; j > 0 && items[j-1].key > it.key; j-- {
			items[j] = items[j-1]
		}
		items[j] = it
	}
}
