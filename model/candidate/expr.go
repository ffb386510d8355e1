package candidate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/rowkey"
)

// CallDoc describes a call for help, completion and the docs.
type CallDoc struct {
	Word  string
	Usage string
	Text  string
}

// Calls lists every call there is.
func Calls() []CallDoc {
	var docs []CallDoc
	for _, c := range calls() {
		docs = append(docs, CallDoc{c.word, c.usage, c.text})
	}
	return docs
}

// call is a word of the language. To add one is to add a value to calls.
type call struct {
	word  string
	usage string
	text  string
	read  func(p *parser, e *Expr, depth int) error // what stands between the parentheses
}

func calls() []call {
	return []call{
		{"salt", "salt(8, user), salt(8, user, event, murmur3)",
			"hash of the named parts modulo 8, decimal, padded to the width of 7", readSalt},
		{"hash", "hash(user), hash(user, md5, 8)", "hash of the named parts in hexadecimal, or its first 8 digits",
			readHash},
		{"reverse", "reverse(ts), reverse(ts, 10^13-1)",
			"maximum minus a time; labels of a domain, characters of other text from last to first", readReverse},
		{"mirror", "mirror(id)", "digits or characters from last to first", readOne(Mirror)},
		{"pad", "pad(id, 10), pad(name, 8, _)", "filled up on the left with zeros or another byte", readPad},
		{"truncate", "truncate(name, 8)", "the first 8 bytes", readTruncate},
		{"bucket", "bucket(ts, 1h), bucket(ts, 15m)", "a time cut to 1m 1h 1d 1w 1mo 1y or several of them, in UTC",
			readBucket},
		{"column", "column(md:symbol), column(md:symbol, move)",
			"the newest cell of a column; move takes it away from there", readColumn},
		{"celltime", "celltime(), celltime(day)",
			"the timestamp of the cell; a row becomes as many as there are different keys", readCellTime},
		{"qualifier", "qualifier()", "the qualifier of the cell", readNothing(Qualifier)},
		{"family", "family()", "the family of the cell", readNothing(Family)},
		{"value", "value()", "the value of the cell", readNothing(CellValue)},
		{"key", "key()", "the whole current key", readNothing(Whole)},
		{"rest", "rest(tags)", "the current key from a segment to its end, repeats and all", readRest},
	}
}

// expr reads a name or a call.
func (p *parser) expr(depth int) (Expr, error) {
	p.spaces()
	expr := Expr{At: p.pos}
	if depth > maxDepth {
		return expr, p.fail(p.pos, "calls nest at most %d deep", maxDepth)
	}
	name, end := rowkey.NameAt(p.src, p.pos)
	if name == "" {
		return expr, p.fail(p.pos,
			`the name of a segment or a call such as salt(8, user) belongs here; write \{ for a brace`)
	}
	p.pos = end
	mark := p.pos
	p.spaces()
	if p.peek() != '(' {
		p.pos = mark
		expr.Name = name
		return expr, nil
	}
	for _, call := range calls() {
		if call.word != name {
			continue
		}
		p.pos++
		p.spaces()
		if err := call.read(p, &expr, depth+1); err != nil {
			return expr, err
		}
		if !p.take(")") {
			if p.pos == len(p.src) {
				return expr, p.fail(mark, `this "(" is never closed`)
			}
			p.spaces()
			return expr, p.fail(p.pos, `want ")": %s is %s`, call.word, call.usage)
		}
		return expr, nil
	}
	var words []string
	for _, c := range calls() {
		words = append(words, c.word)
	}
	return expr, p.fail(expr.At, "there is no call %q; there are %s", name, strings.Join(words, ", "))
}

// number reads a whole number.
func (p *parser) number(least, most uint64) (uint64, error) {
	p.spaces()
	start := p.pos
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.pos++
	}
	n, err := strconv.ParseUint(p.src[start:p.pos], 10, 64)
	if err != nil || n < least || n > most {
		return 0, p.fail(start, "want a number from %d to %d", least, most)
	}
	return n, nil
}

func readNothing(op Op) func(*parser, *Expr, int) error {
	return func(_ *parser, e *Expr, _ int) error { e.Op = op; return nil }
}

func readOne(op Op) func(*parser, *Expr, int) error {
	return func(p *parser, e *Expr, depth int) error {
		e.Op = op
		arg, err := p.expr(depth)
		e.Args = []Expr{arg}
		return err
	}
}

// comma reads the comma before an argument that has to be.
func (p *parser) comma(want string) error {
	if !p.take(",") {
		p.spaces()
		return p.fail(p.pos, `want "," and %s`, want)
	}
	p.spaces()
	return nil
}

func readSalt(p *parser, e *Expr, depth int) error {
	e.Op = Salt
	var err error
	if e.N, err = p.number(1, 1<<31-1); err != nil {
		return err
	}
	if err := p.comma("the parts to hash: salt(8, user)"); err != nil {
		return err
	}
	return p.hashed(e, depth, "crc32")
}

func readHash(p *parser, e *Expr, depth int) error {
	e.Op = Hash
	if err := p.hashed(e, depth, "md5"); err != nil {
		return err
	}
	most := uint64(2 * len(sum(e.Name, nil)))
	e.N = most
	if p.take(",") {
		var err error
		e.N, err = p.number(1, most)
		return err
	}
	return nil
}

// hashed reads the parts to hash and the function, which stands after them. A number ends the list.
func (p *parser) hashed(e *Expr, depth int, usual string) error {
	for {
		arg, err := p.expr(depth)
		if err != nil {
			return err
		}
		if arg.Op == Segment && slices.Contains(HashNames(), arg.Name) && len(e.Args) > 0 {
			e.Name = arg.Name
			return nil
		}
		e.Args = append(e.Args, arg)
		mark := p.pos
		if !p.take(",") {
			break
		}
		p.spaces()
		if c := p.peek(); c >= '0' && c <= '9' {
			p.pos = mark
			break
		}
	}
	e.Name = usual
	return nil
}

func readReverse(p *parser, e *Expr, depth int) error {
	if err := readOne(Reverse)(p, e, depth); err != nil || !p.take(",") {
		return err
	}
	p.spaces()
	start := p.pos
	end := strings.IndexAny(p.src[p.pos:], "),")
	if end < 0 {
		end = 0
	}
	p.pos += end
	n, ok := maximum(strings.TrimRight(p.src[start:p.pos], " "))
	if !ok {
		return p.fail(start, "want the maximum to subtract from: 2^63-1, 10^13-1 or a number")
	}
	e.N = n
	return nil
}

// maximum reads 2^63-1, 10^13-1 or a plain number above 0.
func maximum(text string) (uint64, bool) {
	if power, found := strings.CutSuffix(text, "-1"); found {
		base, exp, _ := strings.Cut(power, "^")
		count, err := strconv.Atoi(exp)
		switch {
		case err != nil || count < 1:
		case base == "2" && count <= 64:
			return math.MaxUint64 >> (64 - count), true
		case base == "10" && count <= 19:
			return pow10(count) - 1, true
		}
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil && n > 0
}

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

func readPad(p *parser, e *Expr, depth int) error {
	if err := readOne(Pad)(p, e, depth); err != nil {
		return err
	}
	err := p.comma("a width in bytes: pad(id, 10)")
	if err != nil {
		return err
	}
	if e.N, err = p.number(1, 4096); err != nil {
		return err
	}
	e.Fill = '0'
	if p.take(",") {
		p.spaces()
		b, end, err := rowkey.AppendCharacter(nil, p.src, min(p.pos, len(p.src)-1))
		if err != nil {
			return err
		}
		if len(b) != 1 || p.peek() == ')' {
			return p.fail(p.pos, "want one byte to fill up with")
		}
		e.Fill, p.pos = b[0], end
	}
	return nil
}

func readTruncate(p *parser, e *Expr, depth int) error {
	if err := readOne(Truncate)(p, e, depth); err != nil {
		return err
	}
	err := p.comma("a number of bytes: truncate(name, 8)")
	if err == nil {
		e.N, err = p.number(1, 4096)
	}
	return err
}

// span is a unit of buckets as written, the longer words before those they begin with.
type span struct {
	word string
	unit rowkey.Unit
	most uint64 // of them in a bucket
}

func spans() []span {
	return []span{{"mo", rowkey.Month, 1}, {"m", rowkey.Minute, 60 * 24}, {"s", rowkey.Second, 3600},
		{"h", rowkey.Hour, 24 * 7}, {"d", rowkey.Day, 366},
		{"w", rowkey.Week, 1}, {"y", rowkey.Year, 1}}
}

func readBucket(p *parser, e *Expr, depth int) error {
	if err := readOne(Bucket)(p, e, depth); err != nil {
		return err
	}
	if err := p.comma("a width: 1m 1h 1d 1w 1mo 1y"); err != nil {
		return err
	}
	start := p.pos
	number, err := p.number(1, math.MaxInt32)
	if err == nil {
		for _, s := range spans() {
			if p.at(s.word) && number <= s.most {
				e.N, e.Unit = number, s.unit
				p.pos += len(s.word)
				return nil
			}
		}
	}
	return p.fail(start, "want a width: 1m 1h 1d 1w 1mo 1y, or several minutes, hours or days such as 15m")
}

func readCellTime(p *parser, e *Expr, _ int) error {
	e.Op = CellTime
	if p.peek() == ')' {
		return nil
	}
	word, end := rowkey.NameAt(p.src, p.pos)
	if unit := rowkey.Unit(word); unit != rowkey.Second && !unit.CoarserThan(rowkey.Second) {
		return p.fail(p.pos, "want nothing or a unit: s, minute, hour, day, week, month or year")
	}
	e.Unit, p.pos = rowkey.Unit(word), end
	return nil
}

func readRest(p *parser, e *Expr, _ int) error {
	e.Op = Rest
	e.Name, p.pos = rowkey.NameAt(p.src, p.pos)
	if e.Name == "" {
		return p.fail(p.pos, "want the name of a segment: rest(tags)")
	}
	return nil
}

func readColumn(p *parser, e *Expr, _ int) error {
	e.Op = Column
	name, err := p.column("),")
	if err != nil {
		return err
	}
	e.Column = name
	if p.take(",") {
		p.spaces()
		if !p.at("move") {
			return p.fail(p.pos, "want move or nothing")
		}
		p.pos += len("move")
		e.Move = true
	}
	return nil
}

// column reads family:qualifier up to one of the bytes of stop or a space.
func (p *parser) column(stop string) (ColumnName, error) {
	start := p.pos
	var out []byte
	family := -1
	for p.pos < len(p.src) && !strings.ContainsRune(stop+" ", rune(p.peek())) {
		if p.peek() == ':' && family < 0 {
			family = len(out)
			p.pos++
			continue
		}
		var err error
		if out, p.pos, err = rowkey.AppendCharacter(out, p.src, p.pos); err != nil {
			return ColumnName{}, err
		}
	}
	if family < 1 {
		return ColumnName{}, p.fail(start, "want a column as family:qualifier")
	}
	return ColumnName{string(out[:family]), string(out[family:])}, nil
}

// String writes the expression as a template has it.
func (e *Expr) String() string {
	var args []string
	for i := range e.Args {
		args = append(args, e.Args[i].String())
	}
	word := ""
	switch e.Op {
	case Segment:
		return e.Name
	case Column:
		word, args = "column", []string{quote(e.Column.Family) + ":" + quote(e.Column.Qualifier)}
		if e.Move {
			args = append(args, "move")
		}
	case Whole:
		word = "key"
	case Rest:
		word, args = "rest", []string{e.Name}
	case CellTime:
		word, args = "celltime", []string{string(e.Unit)}
	case Qualifier:
		word = "qualifier"
	case Family:
		word = "family"
	case CellValue:
		word = "value"
	case Salt:
		word, args = "salt", append([]string{fmt.Sprint(e.N)}, args...)
		if e.Name != "crc32" {
			args = append(args, e.Name)
		}
	case Hash:
		word = "hash"
		whole := e.N == uint64(2*len(sum(e.Name, nil)))
		if e.Name != "md5" || !whole {
			args = append(args, e.Name)
		}
		if !whole {
			args = append(args, fmt.Sprint(e.N))
		}
	case Reverse:
		word = "reverse"
		if e.N > 0 {
			args = append(args, maximumText(e.N))
		}
	case Mirror:
		word = "mirror"
	case Pad:
		word, args = "pad", append(args, fmt.Sprint(e.N))
		if e.Fill != '0' {
			args = append(args, quote(string([]byte{e.Fill})))
		}
	case Truncate:
		word, args = "truncate", append(args, fmt.Sprint(e.N))
	case Bucket:
		word, args = "bucket", append(args, bucketText(e))
	}
	return word + "(" + strings.Join(args, ", ") + ")"
}

func bucketText(e *Expr) string {
	for _, s := range spans() {
		if s.unit == e.Unit {
			return fmt.Sprint(e.N) + s.word
		}
	}
	return ""
}

// maximumText writes a maximum in the shortest way that maximum reads.
func maximumText(m uint64) string {
	for n := 1; n <= 19; n++ {
		if m == pow10(n)-1 {
			return fmt.Sprintf("10^%d-1", n)
		}
	}
	for n := 8; n <= 64; n++ {
		if m == math.MaxUint64>>(64-n) {
			return fmt.Sprintf("2^%d-1", n)
		}
	}
	return strconv.FormatUint(m, 10)
}

// quote writes the bytes of a column's name.
func quote(s string) string {
	return strings.ReplaceAll(rowkey.QuoteLiteral([]byte(s), `\{}[](),:;*`), " ", `\x20`)
}
