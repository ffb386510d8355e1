package rowkey

import (
	"bytes"
	"fmt"
)

// Decode cuts key into spans, appended to dst. It allocates nothing beyond dst's growth and values that must be made.
// The error is a *DecodeError. On error the returned slice holds what dst held.
func (l *Layout) Decode(dst []Span, key []byte) ([]Span, error) {
	m := reader{key: key, spans: dst}
	if l.read(&m) {
		return m.spans, nil
	}
	return m.spans, m.failure.err(key) // as long as dst, though it may have grown
}

// read tries the programs in turn. When none fits, m.spans is as long as before.
func (l *Layout) read(m *reader) bool {
	mark := len(m.spans)
	m.failure.at = -1
	m.steps = stepsPerByte*len(m.key) + l.ops
	for i := range l.programs {
		if m.program(&l.programs[i]) {
			return true
		}
		m.spans = m.spans[:mark]
	}
	return false
}

// stepsPerByte bounds the steps that reading a key may take, beyond once all ops there are. Keys that fit take a few
// steps a segment; loops within loops on hostile keys could take many more.
const stepsPerByte = 16

// DecodeError states why a key does not fit a layout.
type DecodeError struct {
	Offset  int      // byte of the key at which it stopped fitting
	Segment *Segment // the segment that failed; nil for a literal
	Reason  string
}

// Error states where and why: byte 6: day (date(20060102)): no such month.
func (e *DecodeError) Error() string {
	if e.Segment == nil {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Reason)
	}
	return fmt.Sprintf("byte %d: %s (%s): %s", e.Offset, e.Segment.Name, e.Segment.Codec.Spec(), e.Reason)
}

// failure is what kept a key from fitting; of several, the one that is furthest into the key.
type failure struct {
	at      int
	known   int // see reader.known
	seg     *Segment
	reason  error
	literal []byte // the literal that was not there
}

func (f *failure) err(key []byte) *DecodeError {
	decodeError := &DecodeError{Offset: max(f.at, 0), Segment: f.seg, Reason: "does not fit"}
	if f.reason != nil {
		decodeError.Reason = f.reason.Error()
	}
	if f.literal != nil {
		decodeError.Reason += fmt.Sprintf(` "%s"`, printable(f.literal))
	}
	if shown := key[min(decodeError.Offset, len(key)):]; len(shown) > 0 {
		if len(shown) > 24 {
			shown = append(shown[:24:24], "..."...)
		}
		decodeError.Reason += fmt.Sprintf(`, at "%s"`, printable(shown))
	}
	return decodeError
}

// reader reads one key.
type reader struct {
	key     []byte
	spans   []Span
	failure failure
	steps   int
	known   int // bytes read so far that not every layout would read: literals, and values that their codec can refuse
}

func (r *reader) fail(at int, seg *Segment, reason error, literal []byte) bool {
	if at > r.failure.at && r.steps >= 0 {
		r.failure = failure{at, r.known, seg, reason, literal}
	}
	return false
}

const (
	reasonLiteral = reason("missing")
	reasonShort   = reason("the key ends too early")
	reasonRest    = reason("bytes left over")
	reasonSteps   = reason("too many ways to read this key")
	reasonHolds   = reason(`holds the delimiter, which only a segment with "..." may:`)
)

func (r *reader) program(p *program) bool {
	end := len(r.key)
	r.known = 0
	pos, ok := r.forward(p.forward, 0, end, p.tail)
	if !ok {
		return false
	}
	if p.middle == nil {
		return pos == end || r.fail(pos, nil, reasonRest, nil)
	}
	middle := len(r.spans)
	r.spans = append(r.spans, Span{})
	for i := range p.behind {
		if end, ok = r.backward(&p.behind[i], pos, end); !ok {
			return false
		}
	}
	for i, j := middle+1, len(r.spans)-1; i < j; i, j = i+1, j-1 {
		r.spans[i], r.spans[j] = r.spans[j], r.spans[i]
	}
	return r.holds(p.middle, pos, end) && r.decode(p.middle.seg, pos, end, &r.spans[middle])
}

// decode reads key[start:end] as seg into span.
func (r *reader) decode(seg *Segment, start, end int, span *Span) bool {
	raw := r.key[start:end:end]
	var err error
	if seg.Escape == EscapeOrdered {
		if raw, err = unescape(raw); err != nil {
			return r.fail(start, seg, err, nil)
		}
	}
	value, err := seg.Codec.Decode(raw)
	if err != nil {
		return r.fail(start, seg, err, nil)
	}
	*span = Span{Segment: seg, Start: start, End: end, Value: value}
	if refuses(seg.Codec) {
		r.known += end - start
	}
	return true
}

func (r *reader) add(seg *Segment, start, end int) bool {
	r.spans = append(r.spans, Span{})
	return r.decode(seg, start, end, &r.spans[len(r.spans)-1])
}

// holds fails when the value of o has a delimiter in it that it may not have.
func (r *reader) holds(o *op, start, end int) bool {
	for _, lit := range o.forbid {
		if at := bytes.Index(r.key[start:end], lit); at >= 0 {
			return r.fail(start+at, o.seg, reasonHolds, lit)
		}
	}
	return true
}

// forward takes ops from pos on. The tail bytes before end are for the fixed-width parts at the end of ops only.
func (r *reader) forward(ops []op, pos, end, tail int) (int, bool) {
	for i := range ops {
		if r.steps--; r.steps < 0 {
			r.failure = failure{at: pos, known: r.known, reason: reasonSteps}
			return pos, false
		}
		var ok bool
		if pos, ok = r.step(&ops[i], pos, end, tail); !ok {
			return pos, false
		}
	}
	return pos, true
}

func (r *reader) step(o *op, pos, end, tail int) (int, bool) {
	switch o.kind {
	case opLiteral:
		if !bytes.HasPrefix(r.key[pos:end], o.lit) {
			return pos, r.fail(pos, nil, reasonLiteral, o.lit)
		}
		r.known += len(o.lit)
		return pos + len(o.lit), true
	case opFixed:
		if end-pos < o.width {
			return pos, r.fail(pos, o.seg, reasonShort, nil)
		}
		return pos + o.width, r.add(o.seg, pos, pos+o.width)
	case opSized:
		n := o.seg.Codec.(sized).size(r.key[pos:end])
		if n == 0 || n > end-pos {
			return pos, r.fail(pos, o.seg, reasonShort, nil)
		}
		return pos + n, r.add(o.seg, pos, pos+n)
	case opPrefixed:
		start := pos + o.seg.LengthPrefix
		if start > end {
			return pos, r.fail(pos, o.seg, reasonShort, nil)
		}
		n := beUint(r.key[pos:start])
		if n > uint64(end-start) {
			return pos, r.fail(pos, o.seg, reasonShort, nil)
		}
		return start + int(n), r.add(o.seg, start, start+int(n))
	case opUntil:
		stop, ok := r.until(o, pos, max(pos, end-tail))
		return stop, ok && r.holds(o, pos, stop) && r.add(o.seg, pos, stop)
	}
	return r.loop(o, pos, end, tail), true
}

// until finds where the segment of o ends.
func (r *reader) until(o *op, pos, limit int) (int, bool) {
	best := -1
	from := pos + o.ends.gap
	for _, lit := range o.ends.lits {
		if from > limit {
			break
		}
		within := r.key[from:limit]
		if best >= 0 {
			within = r.key[from:min(limit, from+best+len(lit)-1)] // only an earlier one matters
		}
		at := -1
		if o.seg.Escape == EscapeOrdered {
			at = escapedEnd(within, lit)
		} else {
			at = bytes.Index(within, lit)
		}
		if at >= 0 {
			best = at
		}
	}
	switch {
	case best >= 0:
		return pos + best, true
	case o.ends.last:
		return limit, true
	}
	var lit []byte
	if len(o.ends.lits) > 0 {
		lit = o.ends.lits[0]
	}
	return pos, r.fail(limit, nil, reasonLiteral, lit)
}

// loop takes rounds while they fit and take something.
func (r *reader) loop(o *op, pos, end, tail int) int {
	for {
		mark, next := len(r.spans), pos
		for _, body := range o.bodies {
			at, ok := r.forward(body, pos, max(pos, end-tail), 0)
			if ok && at > pos {
				next = at
				break
			}
			r.spans = r.spans[:mark]
		}
		if next == pos {
			return pos
		}
		pos = next
	}
}

// backward takes o from the right end of key[pos:end] and gives the end of what is left.
func (r *reader) backward(o *op, pos, end int) (int, bool) {
	within := r.key[pos:end]
	switch o.kind {
	case opLiteral:
		if !bytes.HasSuffix(within, o.lit) {
			return end, r.fail(max(pos, end-len(o.lit)), nil, reasonLiteral, o.lit)
		}
		r.known += len(o.lit)
		return end - len(o.lit), true
	case opFixed:
		if len(within) < o.width {
			return end, r.fail(pos, o.seg, reasonShort, nil)
		}
		return end - o.width, r.add(o.seg, end-o.width, end)
	}
	at := bytes.LastIndex(within, o.lit)
	if at < 0 {
		return end, r.fail(pos, nil, reasonLiteral, o.lit)
	}
	start := pos + at + len(o.lit)
	return pos + at, r.holds(o, start, end) && r.add(o.seg, start, end)
}
