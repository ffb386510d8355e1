package rowkey

import "math"

// The years in which times are taken for times. Past them it is the unit that is wrong, and package time cannot write
// such years in RFC 3339.
const (
	firstSecond = -62167219200 // 0000-01-01T00:00:00Z
	lastSecond  = 253402300799 // 9999-12-31T23:59:59Z
)

// epochUnit is a unit in which time is counted since 1970.
type epochUnit struct {
	unit    Unit
	perSec  int64 // counts in a second, for the fine ones; else 0
	seconds int64 // seconds in a count, for the coarse ones; else 0
	words   string
}

func epochUnits() []epochUnit {
	return []epochUnit{
		{Second, 0, 1, "seconds"},
		{Millisecond, 1e3, 0, "milliseconds"},
		{Microsecond, 1e6, 0, "microseconds"},
		{Nanosecond, 1e9, 0, "nanoseconds"},
		{Minute, 0, 60, "minutes"},
		{Hour, 0, 3600, "hours"},
		{Day, 0, 86400, "days"},
		{Week, 0, 604800, "weeks of seven days"},
	}
}

// epochCodec reads a count of units since 1970.
type epochCodec struct {
	traits
	counter counter
	epoch   epochUnit
}

func (c *epochCodec) Decode(b []byte) (Value, error) {
	integer, err := c.counter.read(b)
	if err != nil {
		return Value{}, err
	}
	if integer.abs > math.MaxInt64 {
		return Value{}, reason("past the year 9999")
	}
	count := int64(integer.abs)
	if integer.neg {
		count = -count
	}
	return c.epoch.time(count)
}

// time is the instant count units after 1970.
func (u epochUnit) time(count int64) (Value, error) {
	value := Value{Kind: KindTime, Int: count}
	if u.perSec > 0 {
		value.Int = count / u.perSec
		rest := count % u.perSec
		if rest < 0 {
			value.Int, rest = value.Int-1, rest+u.perSec
		}
		value.Nanos = int32(rest * (1e9 / u.perSec))
	} else {
		if count > lastSecond/u.seconds || count < firstSecond/u.seconds {
			return value, reason("not in the years 0 to 9999")
		}
		value.Int = count * u.seconds
	}
	if value.Int < firstSecond || value.Int > lastSecond {
		return value, reason("not in the years 0 to 9999")
	}
	return value, nil
}

// count undoes time. It is an error when v is not a whole number of units.
func (u epochUnit) count(v Value) (int64, error) {
	if v.Kind != KindTime {
		return 0, reason("not a time")
	}
	if v.Int < firstSecond || v.Int > lastSecond {
		return 0, reason("not in the years 0 to 9999")
	}
	if u.perSec == 0 {
		if v.Nanos != 0 || v.Int%u.seconds != 0 {
			return 0, reason("finer than the unit; cut it to the unit first")
		}
		return v.Int / u.seconds, nil
	}
	step := int32(1e9 / u.perSec)
	if v.Nanos%step != 0 {
		return 0, reason("finer than the unit; cut it to the unit first")
	}
	whole := v.Int * u.perSec
	if whole/u.perSec != v.Int {
		return 0, reason("does not fit 64 bits in this unit")
	}
	sum := whole + int64(v.Nanos/step)
	if sum < whole {
		return 0, reason("does not fit 64 bits in this unit")
	}
	return sum, nil
}

func (c *epochCodec) Append(dst []byte, v Value) ([]byte, error) {
	count, err := c.epoch.count(v)
	if err != nil {
		return dst, err
	}
	return c.counter.write(dst, fromInt64(count))
}

// Form implements Codec.
func (c *epochCodec) Form() Form {
	form := c.counter.form()
	if t := form.Schema; t.Type != "" {
		form.Schema = SchemaType{}
		if c.epoch.unit == Microsecond {
			form.Schema = SchemaType{Type: "timestamp", Encoding: "unix_micros_" + t.Encoding}
			if t.Note != "" {
				form.Schema.Note = "counts from 2^63 on read as negative ones"
			}
		}
	}
	if form.Code.Kind != CodeNone {
		form.Code.Kind, form.Code.Unit = CodeCount, c.epoch.unit
	}
	if c.reversed {
		form.Schema, form.Code.Reverse, form.Code.Maximum = SchemaType{}, true, c.counter.greatest
		form.Unreversed = withSize(newEpoch(c.epoch, c.counter.number), c.counter.number)
	}
	return form
}

func (c *epochCodec) appendFloor(dst []byte, v Value) ([]byte, error) {
	if n := c.epoch.seconds; n > 0 { // weeks since 1970 begin on Thursdays
		v.Int -= (v.Int%n + n) % n
		v.Nanos = 0
		return c.Append(dst, v)
	}
	return c.Append(dst, v.Floor(c.unit))
}

func (c *epochCodec) resize(width int) (Codec, error) {
	if c.reversed || c.width == 0 {
		return nil, reason("no other width")
	}
	return respelled(c.spec, c.width, width)
}

func (c *epochCodec) usual() (uint64, error) { return c.counter.max(), nil }

func (c *epochCodec) reverse(greatest uint64, given bool) Codec {
	r := *c
	r.counter.reversed, r.counter.greatest, r.reversed = true, greatest, true
	r.spec, r.encoding = reversedSpec(c.spec, greatest, given), reversedWords(greatest, "epoch "+c.epoch.words,
		c.counter.number)
	return withSize(&r, c.counter.number)
}

func buildEpoch(c call) (Codec, error) {
	if err := c.arity(0, 1, "at most one number form: "+c.word+"(be(8))"); err != nil {
		return nil, err
	}
	var n number = decimal{}
	if len(c.args) == 1 {
		var err error
		if n, err = c.args[0].number(); err != nil {
			return nil, err
		}
	}
	for _, u := range epochUnits() {
		if string(u.unit) == c.word {
			return withSize(newEpoch(u, n), n), nil
		}
	}
	return nil, c.raw.s.fail(c.at, "%s is no unit of time", c.word)
}

func newEpoch(u epochUnit, n number) *epochCodec {
	spec, unit := string(u.unit), u.unit
	if n != (decimal{}) {
		spec += "(" + n.spec() + ")"
	}
	return &epochCodec{traits{spec: spec, encoding: "epoch " + u.words + ", " + n.words(), typ: Timestamp, unit: unit,
		width: n.width()}, counter{number: n}, u}
}
