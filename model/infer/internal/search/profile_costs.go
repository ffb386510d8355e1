package search

import (
	"math"

	"tabletop/model/infer/internal/column"
)

// littleBits is the evidence against keys whose numbers have the least byte first, mixedBits against a number in the
// other order than that of its key.
const littleBits, mixedBits = 4.5, 6.0

// fieldCost is the evidence against one field from a to b and the cut before it, in bits. Numbers with the least byte
// first begin with what varies most.
func (p *profile) fieldCost(a, b int) float64 {
	cut := p.cutCost(a)
	return fieldBits + min(min(p.bigCost(a, b), idCost(p.st[a:b]))+cut, p.littleCost(a, b)+min(cut, 0))
}

// isLittle reports whether the field from a to b is a number with the least byte first.
func (p *profile) isLittle(a, b int) bool {
	return p.littleCost(a, b) < min(p.bigCost(a, b), idCost(p.st[a:b]))
}

// bigCost is the evidence against a number with the greatest byte first.
func (p *profile) bigCost(a, b int) float64 {
	st := p.st[a:b]
	return min(numberCost(st, a == 0), alignedCost(st), partitionedCost(st), combinedCost(st)) +
		mixedBits*when(p.little && b > a+1)
}

// littleCost is the evidence against a number with the least byte first.
func (p *profile) littleCost(a, b int) float64 {
	st := p.st[a:b]
	return min(littleCost(st), littleSignedCost(st)) + mixedBits*when(!p.little)
}

// mostTags is how many bytes a field has that never varies, before a bit is charged for each one more.
const mostTags = 2

func numberCost(st []place, first bool) float64 {
	widths := [...]float64{0, 3, 1.5, 2.2, 0.5, 4, 2.5, 4.5, 0.5}
	width := len(st)
	if width >= len(widths) {
		return math.Inf(1)
	}
	cost, most, zeros, tags, varies := widths[width], 0.0, 0, 0, false
	for index := range st {
		if st[index].constant && st[index].value == 0 && zeros == index {
			zeros++
		}
		if varies = varies || !st[index].constant; isTag(st[index]) {
			tags++
		}
		most = max(most, st[index].entropy)
		if index > 0 && st[index].constant && (!st[index-1].constant || st[index].value == 0 && isTag(st[index-1])) {
			cost += tagInside
		}
		if index > 0 {
			slack := 0.0
			if index == width-1 && !st[index].constant {
				slack = float64(st[index].step) // multiples of a power of two
			}
			cost += fall(st[index-1], st[index], slack)
		}
		if index > 0 && (startsSigned(st[index:]) || st[index].hasGaps) {
			cost += tagInside
		}
	}
	switch {
	case !varies && isTag(st[width-1]):
		cost += tagAlone + float64(max(0, tags-mostTags))
	case width == 1 && st[0].mark && st[0].constant:
		cost = markBits
	case !varies:
		cost += nothingBits
	case width == 1 && !first && st[0].even:
		cost += evenByte
	case width > 2 && most >= leastVaried && st[0].entropy >= alikeEnough*most:
		cost += evenFirst
	case width == 8 && st[0].constant && st[0].value != 0 && st[1].entropy < leastVaried && evenPlaces(st[2:]):
		cost += evenTail
	case width > 1 && tagBeforeEven(st):
		cost += constantHead + evenTail
	case width > 1 && st[0].constant && st[0].value != 0 && st[0].value != 0x80 && st[0].value != 0x7f &&
		st[0].value != 0xff:
		cost += constantHead
	}
	if width > 1 && !st[width-2].constant && !st[width-1].constant && st[width-1].class&column.High == 0 {
		cost += tagInside // the least byte of numbers that take two has any value
	}
	if zeros > 0 && zeros < width && width < 4 && st[zeros].even {
		cost += evenByte // all numbers of so many bytes, which hold more
	}
	if width > 1 {
		cost += lowLast * max(0, leastVaried-st[width-1].entropy)
	}
	if width == 8 {
		cost += []float64{3, 3, 2, 0, 0, 0, 0, 0, 0}[zeros] * when(st[0].constant && st[0].value == 0 ||
			!st[0].constant)
	}
	return cost
}

// startsSigned reports whether a number whose sign bit is flipped begins here: 80 and a zero in all values.
func startsSigned(st []place) bool {
	return len(st) > 1 && st[0].constant && st[0].value == 0x80 && st[1].constant && st[1].value == 0
}

// isTag reports whether a place holds one byte that is neither zero nor a sign bit alone.
func isTag(p place) bool { return p.constant && p.value != 0 && p.value != 0x80 && p.value != 0x7f }

// evenPlaces reports whether all places vary alike, and much.
func evenPlaces(st []place) bool {
	least, most := math.Inf(1), 0.0
	for _, p := range st {
		least, most = min(least, p.entropy), max(most, p.entropy)
	}
	return most >= leastVaried && least >= alikeEnough*most
}

// fall is the evidence against a number by a place that varies less than the one before it, by more than the slack.
func fall(before, behind place, slack float64) float64 {
	return min(mostFall, fallBits*max(0, before.entropy-behind.entropy-fallSlack-slack))
}

func when(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// tagBeforeEven reports whether places are constant, the first of them no zero, and drawn evenly behind that: what
// begins so is a tag and an id. The first byte that varies in a number has few values, but for numbers from the first
// to the last that begin so.
func tagBeforeEven(st []place) bool {
	h := 0
	for h < len(st) && st[h].constant {
		h++
	}
	return h > 0 && h < len(st) && isTag(st[0]) && !floatHead(st[0].value, len(st)) && st[h].even
}

// floatHead reports whether numbers of a width that begin with a byte may be floats near one, behind whose exponent all
// bytes vary.
func floatHead(c byte, width int) bool {
	return (width == 8 || width == 4) && c&^0x80 >= 0x3e && c&^0x80 <= 0x41
}

func idCost(st []place) float64 {
	width := len(st)
	cost := 4.5
	switch width {
	case 16:
		cost = 0.5
	case 20, 32:
		cost = 1
	case 8:
		cost = 1.2
	case 12:
		cost = 1.8
	case 24, 64:
		cost = 2
	case 6, 10:
		cost = 2.5
	case 4:
		cost = 3
	case 14, 15, 28, 48:
		cost = 4
	case 1, 2, 3:
		return math.Inf(1)
	}
	most := 0.0
	for _, p := range st {
		most = max(most, p.entropy)
	}
	if most < leastVaried {
		return math.Inf(1)
	}
	if tagBeforeEven(st) {
		cost += evenTail
	}
	for _, p := range st {
		cost += unevenBits * max(0, alikeEnough-p.entropy/most) / alikeEnough
	}
	return cost
}
