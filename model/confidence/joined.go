package confidence

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"time"

	"tabletop/model/rowkey"
)

// joined reports whether the values of the j-th segment look as if they held more than one value, or a piece of another
// or of a delimiter.
func (v *view) joined(j int) bool {
	column := &v.cols[j]
	followed := j+1 < len(v.cols) && column.right < 0.9 && onlyDigits(bytes.Join(v.cols[j+1].values, nil))
	return column.twoNumbers(followed) || v.spaced(j) || column.beginsWithDays() ||
		v.after[j] != "" && column.endsAlike() ||
		column.widthsApart() || column.codesBeforeNumbers() || column.beginsWithSalt()
}

// spaced reports whether a number and the word before it are one space apart, and all that is delimited by other signs:
// EQM 812 may be one code.
func (v *view) spaced(j int) bool {
	if v.before[j] != " " || j == 0 {
		return false
	}
	spaces := 0
	for _, literal := range v.delimiters {
		spaces += int(when(literal == " "))
	}
	family := func(c *column) Family { return TypeFamily(c.seg.Codec.Type(), c.printable) }
	return spaces == 1 && len(v.delimiters) > 1 && family(&v.cols[j]) == Numbers && family(&v.cols[j-1]) == Words
}

// beginsWithDays reports whether half of the values or more, which are no times, begin with days as 20060102: another
// value or a sign may stand behind them.
func (c *column) beginsWithDays() bool {
	const day = "20060102"
	if c.seg.Codec.Type() == rowkey.Timestamp || !c.printable || c.unique < 2 {
		return false
	}
	days := 0
	for _, v := range c.values {
		if len(v) > len(day) {
			at, err := time.Parse(day, string(v[:len(day)]))
			days += int(when(err == nil && at.Unix() >= firstTime && at.Unix() <= lastTime))
		}
	}
	return 2*days >= len(c.values)
}

// beginsWithSalt reports whether words all begin with as many digits, and letters behind them, and these run from zero
// on without gaps and are equally common: 07anna may be a salt and a name.
func (c *column) beginsWithSalt() bool {
	const fewest = 4 // salts
	if TypeFamily(c.seg.Codec.Type(), c.printable) != Words || len(c.values) == 0 {
		return false
	}
	digits := len(c.values[0]) - len(bytes.TrimLeft(c.values[0], "0123456789"))
	if digits == 0 {
		return false
	}
	heads, last := map[string]int{}, ""
	distinct := c.distinctValues()
	for _, v := range distinct {
		if len(v) <= digits || !onlyDigits(v[:digits]) || class(v[digits]) != 1 {
			return false
		}
		heads[string(v[:digits])]++
		last = max(last, string(v[:digits]))
	}
	greatest, err := strconv.Atoi(last)
	all := len(heads) == int(math.Pow10(digits)) // as in random codes
	return err == nil && len(heads) >= fewest && len(heads) == greatest+1 && !all && equallyCommon(heads, len(distinct))
}

// endsAlike reports whether all values end with the same punctuation: it may be the first byte of the delimiter.
func (c *column) endsAlike() bool {
	if c.unique < 2 || c.sharedEnd == 0 {
		return false
	}
	first := c.values[0]
	return punctuation(first[len(first)-1])
}

// widthsApart reports whether hexadecimal digits have widths with others between that none has: the wider ones may have
// another value behind them. Numbers without leading zeros have all widths up to the widest.
func (c *column) widthsApart() bool {
	if TypeFamily(c.seg.Codec.Type(), c.printable) != Digests {
		return false
	}
	widths := map[int]bool{}
	for _, v := range c.values {
		widths[len(v)] = true
	}
	return len(widths) > 1 && c.wide-c.narrow >= len(widths)
}

// codesBeforeNumbers reports whether words of one width are a few codes of letters, each before many numbers:
// GBP085498828 may be an amount in a currency. Serial numbers begin with more codes than these, and names are numbered
// with fewer digits.
func (c *column) codesBeforeNumbers() bool {
	const (
		most        = 32 // codes
		eachNumbers = 8  // distinct ones for each code, on average
		leastDigits = 5
		latin       = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	)
	if c.narrow != c.wide || len(c.values) == 0 {
		return false
	}
	codeOf := func(value []byte) []byte { return bytes.TrimRight(value, "0123456789") }
	codes, letters := map[string]bool{}, len(codeOf(c.values[0]))
	for _, value := range c.values {
		code := codeOf(value)
		if len(code) != letters || len(bytes.Trim(code, latin)) > 0 {
			return false
		}
		codes[string(code)] = true
	}
	return letters > 0 && c.wide-letters >= leastDigits && len(codes) > 1 && len(codes) <= most &&
		c.unique >= eachNumbers*len(codes)
}

// twoNumbers reports whether digits of one width may be two numbers side by side, the second of them padded. Within one
// number digits vary the more the further right they stand, until they vary fully; zeros that pad another one vary
// less, and digits behind them more again. Where another number follows without a delimiter these may be its own.
func (c *column) twoNumbers(followed bool) bool {
	const (
		leastValues = 12  // distinct ones, from which on that most have one digit at a place is no accident
		falls       = 1.5 // bits of entropy, less than at a place further left
		rises       = 1   // bits, more than where it fell
	)
	if c.unique < leastValues || c.narrow != c.wide || c.seg.Codec.Type() == rowkey.Timestamp ||
		!onlyDigits(bytes.Join(c.values, nil)) {
		return false
	}
	distinct := c.distinctValues()
	most, least := 0.0, math.Inf(1) // entropies: of the place that varies most, and of the least behind it
	for place := range c.wide {
		bits := entropy(distinct, func(v []byte) byte { return v[place] })
		fell := least <= most-falls
		if fell && bits >= least+rises {
			return true
		}
		if bits > most {
			most, least = bits, bits
		}
		least = min(least, bits)
	}
	return followed && least <= most-falls
}

// distinctValues returns the values, each once, in the order of their bytes.
func (c *column) distinctValues() [][]byte {
	distinct := slices.Clone(c.values)
	slices.SortFunc(distinct, bytes.Compare)
	return slices.CompactFunc(distinct, bytes.Equal)
}
