package column

// Costs of describing structure, in bits.
const (
	SegmentCost = 20.0 // one more segment
	DistinctBit = 0.5  // times log2 of the number of values, for each entry of a dictionary
)
