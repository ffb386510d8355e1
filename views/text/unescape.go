package text

import (
	"fmt"
	"strconv"
)

// Unescape parses bytes that the user typed in the notation of Escape: \xNN for any byte, \\ for a backslash, and also
// \0, \n, \r, \t. On an error it also returns the offset in s, in bytes, where the error is.
func Unescape(s string) (string, int, error) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		start := i
		i++
		if i == len(s) {
			return "", start, fmt.Errorf(`a backslash starts an escape: \x00, \n, or \\ for a backslash`)
		}
		switch s[i] {
		case '\\':
			out = append(out, '\\')
		case '0':
			out = append(out, 0)
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'x':
			if i+2 >= len(s) {
				return "", start, fmt.Errorf(`\x needs two hexadecimal digits`)
			}
			n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return "", start, fmt.Errorf(`\x needs two hexadecimal digits, not %q`, s[i+1:i+3])
			}
			out = append(out, byte(n))
			i += 2
		default:
			return "", start, fmt.Errorf(`\%c is not an escape; write a backslash as \\`, s[i])
		}
	}
	return string(out), 0, nil
}
