package sample

// Evenly returns at most n of all, at equal distances: all itself if it has no more, so that it must not be changed.
func Evenly[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	out := make([]T, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}
