package rowkey

import "bytes"

// PrefixEnd returns the first key after all keys that start with prefix, nil if there is none: if prefix is empty, or
// has no byte below 0xff.
func PrefixEnd(prefix []byte) []byte {
	for n := len(prefix); n > 0; n-- {
		if prefix[n-1] < 0xff {
			end := bytes.Clone(prefix[:n])
			end[n-1]++
			return end
		}
	}
	return nil
}
