package simulate

// keyed is a row and its key, packed into a number.
type keyed struct {
	key uint64
	row uint32
}

// radix sorts items by the lowest width bits of their keys; items of one key keep their order. spare has room for as
// many. It goes by ten bits at a time from the front, since a part that is sorted by itself fits the cache.
func radix(items, spare []keyed, width int) {
	if len(items) <= small {
		insertion(items)
		return
	}
	if width == 0 {
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
	copy(items, spare[:len(items)])
	if shift == 0 {
		return
	}
	for d := range 1 << step {
		if from, to := counts[d], counts[d+1]; to-from > 1 {
			radix(items[from:to], spare[from:to], shift)
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
