package detect

// Thresholds of readings. Entropies are compared with ExpectedEntropy, which allows for how few values there are; what
// is left under 1 is room for the spread of the estimate, and more of it where a position has fewer values. They were
// chosen on the tuning part of internal/keygrammar.
const (
	// evenBytesShare is the share of the expected entropy from which a position of distinct values is even,
	// evenCharsShare from which all characters of values together are; spreadShare is that of a single position of
	// texts.
	evenBytesShare, evenCharsShare, spreadShare = 0.86, 0.955, 0.8
	// rareChar is one part of the characters of ids that is too few for a letter of their alphabet: garbage has it.
	rareChar = 400
	// togetherShare is the share from which the bytes of all positions together are even.
	togetherShare = 0.93
	// firstByteShare is the share from which the first byte of a little-endian number is: it varies most.
	firstByteShare = 0.8
	// evenDigitEntropy is that of digits drawn about evenly in a single position, in bits of 3.3; lastByteEntropy that
	// of the last byte of addresses, which hosts make vary.
	evenDigitEntropy, lastByteEntropy = 2.5, 2.5

	// A reading that says more of what the values mean than characters do is cheaper by a share of its bits: of equal
	// ones it wins. The surer the form, the more.
	addressShare, uuidShare, domainShare = 0.98, 0.96, 0.85
	// floatBits is the cost per value of where the point of a float stands, in bits.
	floatBits = 4.0
	// oddPaddingBits is the cost per value of text that is filled up to a width that few programs choose.
	oddPaddingBits = 0.15
)
