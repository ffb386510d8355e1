package rowkey

// Way is one way to read the keys of a layout: with the optional groups there that Segments has the segments of. Its
// steps are taken in order, some from the left end of what is not read yet and some from the right.
type Way struct {
	Segments []*Segment
	Steps    []Step
}

// Step is one step of reading a key.
type Step struct {
	Kind    StepKind
	Literal []byte // ReadLiteral, ReadLiteralBehind, ReadBehind
	Segment *Segment
	Width   int      // ReadFixed, ReadFixedBehind
	Ends    [][]byte // ReadUntil: the segment ends before the first of these
	Gap     int      // ReadUntil: the bytes between the segment and what ends it
	Last    bool     // ReadUntil: the end of the key ends it too
	Tail    int      // ReadUntil: the bytes at the end of the key that are not looked at
	Without [][]byte // ReadUntil, ReadRest, ReadBehind: what the segment must not have in it
}

// StepKind is what a step does.
type StepKind uint8

// The steps.
const (
	ReadLiteral       StepKind = iota
	ReadFixed                  // Segment in Width bytes
	ReadSized                  // Segment, whose first bytes state its length
	ReadPrefixed               // a big-endian length, then Segment
	ReadUntil                  // Segment up to what ends it
	ReadLiteralBehind          // the literal at the right end
	ReadFixedBehind            // Segment at the right end
	ReadBehind                 // at the right end Segment, and Literal before it
	ReadRest                   // Segment, which is all that is not read yet
)

// Ways lists the ways in which keys of the layout are read, in the order in which they are tried; false if it has a
// repeated group. A way that does not read the whole key does not fit.
func (l *Layout) Ways() ([]Way, bool) {
	var ways []Way
	for index := range l.programs {
		program := &l.programs[index]
		var way Way
		for j := range program.forward {
			step, ok := program.forward[j].step(program.tail)
			if !ok {
				return nil, false
			}
			way.Steps = append(way.Steps, step)
		}
		for j := range program.behind {
			way.Steps = append(way.Steps, program.behind[j].stepBehind())
		}
		if m := program.middle; m != nil {
			way.Steps = append(way.Steps, Step{Kind: ReadRest, Segment: m.seg, Without: m.forbid})
		}
		for _, seg := range l.segments {
			for _, step := range way.Steps {
				if step.Segment == seg {
					way.Segments = append(way.Segments, seg)
				}
			}
		}
		ways = append(ways, way)
	}
	return ways, true
}

func (o *op) step(tail int) (Step, bool) {
	step := Step{Segment: o.seg, Width: o.width}
	switch o.kind {
	case opLiteral:
		step.Kind, step.Literal = ReadLiteral, o.lit
	case opFixed:
		step.Kind = ReadFixed
	case opSized:
		step.Kind = ReadSized
	case opPrefixed:
		step.Kind = ReadPrefixed
	case opUntil:
		step = Step{Kind: ReadUntil, Segment: o.seg, Ends: o.ends.lits, Gap: o.ends.gap, Last: o.ends.last, Tail: tail,
			Without: o.forbid}
	default:
		return step, false
	}
	return step, true
}

func (o *op) stepBehind() Step {
	step := Step{Segment: o.seg, Width: o.width, Literal: o.lit, Without: o.forbid}
	switch o.kind {
	case opLiteral:
		step.Kind = ReadLiteralBehind
	case opFixed:
		step.Kind = ReadFixedBehind
	default:
		step.Kind = ReadBehind
	}
	return step
}
