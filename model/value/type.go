package value

import "tabletop/model/sample"

// Types returns the codecs that values can be expected to be of: all but Mixed.
func Types() []Codec {
	out := []Codec{Empty, Counter, Integer, Decimal, Binary}
	for _, c := range codecs() {
		out = append(out, c.name)
	}
	return out
}

// Fits reports whether one value is of a codec. A counter is an Int64, an Integer a Decimal too, and every value is
// Binary.
func Fits(want Codec, cell sample.Cell) bool {
	switch want {
	case Binary:
		return true
	case Empty:
		return cell.Size == 0
	case Counter:
		want = Int64
	case Avro: // of a schema registry, too
		return isAvro(cell.Value, cell.Size) || len(cell.Value) > 5 && cell.Value[0] == 0
	case Integer, Decimal:
		is := ofText(Text, cell.Value)
		return is == Integer || is == want
	}
	for _, c := range codecs() {
		if c.name == want {
			return c.fits(cell.Value, cell.Size)
		}
	}
	return false
}
