package search

// Costs and thresholds of the search. Costs are bits of a description, so that they are comparable with the bits that a
// cut saves. They were chosen together on the tuning part of internal/keygrammar, not one by one: the reasons given are
// those for their order of size. TABLETOP_SLOW=1 go test ./model/infer -run Ablation prints what whole cases are worth.
const (
	// mostlyText is the share of bytes outside text, at one position of the keys, under which the position is text.
	mostlyText = 0.4
	// evenShare is the share of the entropy of even bytes from which a position is random: fewer values give less than
	// all.
	evenShare = 0.9
	// randomEntropy is that of a byte that is drawn about evenly, in bits of 8.
	randomEntropy = 6.0
	// changedEntropy is the difference in bits between two positions at which another segment may begin.
	changedEntropy = 0.5
	// wordEntropy is that of a letter of few words, in bits.
	wordEntropy = 2.5

	// literalBits is the cost of naming a delimiter; softBits of one that is also part of values; nestedBits of that
	// inside a value that a delimiter has already cut.
	literalBits, softBits, nestedBits = 4.0, 8.0, 16.0
	// widthBits is the cost of naming a width among those tried; cutBits of a place in text or before a tail, of which
	// there are more.
	widthBits, cutBits = 12.0, 16.0
	// gluedBits is the cost per key of a cut without a delimiter that a reading does not prove, certainBits of one that
	// does: an accident in a tenth of the keys would cost as much.
	gluedBits, certainBits = 0.3, 0.2
	// wanderingBits is the cost per key of a delimiter behind which nothing keeps its width, although nothing in front
	// did.
	wanderingBits = 1.0
	// uncutBits is the cost per key of a delimiter inside a word, leastUncut that of few keys.
	uncutBits, leastUncut = 7.0, 60.0
	// paddedBits is the cost per key of a word that is filled up to a width in front of what has none.
	paddedBits = 8.0
	// splitWordBits is the cost of a key in which text ends inside a word, numberInWordBits of one in which a number
	// does.
	splitWordBits, numberInWordBits = 2.0, 5.0
	// lastBits is the cost of leaving the rest of the key to what is certain.
	lastBits = 8.0

	// zeroTailBits is the cost per key of constant bytes that end in zero in front of a number; constantBits of other
	// constant bytes outside text.
	zeroTailBits, constantBits = 2.0, 0.1
	// terminatorBits is the cost per key of a number that begins with the zero byte behind a word.
	terminatorBits = 1.5
	// bytesBits is the cost per key of bytes that nothing explains, wordBytesBits of such as are mostly letters.
	bytesBits, wordBytesBits = 1.5, 3.0
	// zeroInsideBits is the cost per key of zero bytes behind others in a number.
	zeroInsideBits = 1.5
	// tagBits is the cost per key of a number whose first byte is a constant, tagFirstBits more at the start of the
	// key, where tags stand, and tagEvenBits more where bytes drawn evenly stand behind it; endBits of one whose last
	// byte is.
	tagBits, tagFirstBits, tagEvenBits, endBits = 0.1, 0.3, 1.0, 0.8
	// mostLetters is the share of letters in the bytes of a number above which it costs letterBits more for each whole
	// one.
	mostLetters, letterBits = 0.55, 8.0
)
