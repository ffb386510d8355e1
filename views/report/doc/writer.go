package doc

import (
	"bufio"
	"encoding/base64"
	"io"
	"math"
	"strconv"

	"tabletop/views/text"
)

// jsonWriter writes JSON as it comes, in the order it comes: 100,000 columns need no tree in memory. Every method that
// takes a name writes a member; an empty name makes an element of an array.
type jsonWriter struct {
	w     *bufio.Writer
	buf   []byte // reused
	depth int
	flat  int  // depth below which all is on one line; 0 is nowhere
	some  bool // something stands before in the same object or array
}

func newJSON(w io.Writer) *jsonWriter { return &jsonWriter{w: bufio.NewWriterSize(w, 1<<16)} }

// member writes the comma, the line end and the name before a value.
func (j *jsonWriter) member(name string) {
	if j.some {
		j.w.WriteByte(',')
	}
	if j.flat == 0 && j.depth > 0 {
		j.w.WriteByte('\n')
		for range j.depth {
			j.w.WriteString("  ")
		}
	} else if j.some {
		j.w.WriteByte(' ')
	}
	j.some = true
	if name != "" {
		j.w.WriteByte('"')
		j.w.WriteString(name)
		j.w.WriteString(`": `)
	}
}

// open begins an object with '{' or an array with '['.
func (j *jsonWriter) open(name string, bracket byte) {
	j.member(name)
	j.w.WriteByte(bracket)
	j.depth++
	j.some = false
}

// line begins an object or array that stands on one line to its end.
func (j *jsonWriter) line(name string, bracket byte) {
	j.open(name, bracket)
	if j.flat == 0 {
		j.flat = j.depth
	}
}

// close ends what open or line began.
func (j *jsonWriter) close(bracket byte) {
	some, flat := j.some, j.flat > 0
	if j.flat == j.depth {
		j.flat = 0
	}
	j.depth--
	if some && !flat {
		j.w.WriteByte('\n')
		for range j.depth {
			j.w.WriteString("  ")
		}
	}
	j.w.WriteByte(bracket)
	j.some = true
}

// end ends the document.
func (j *jsonWriter) end() error {
	j.w.WriteByte('\n')
	return j.w.Flush()
}

func (j *jsonWriter) integer(name string, v int64) {
	j.member(name)
	j.buf = strconv.AppendInt(j.buf[:0], v, 10)
	j.w.Write(j.buf)
}

// number writes v, or null where JSON has no such number.
func (j *jsonWriter) number(name string, v float64) {
	j.member(name)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		j.w.WriteString("null")
		return
	}
	j.buf = strconv.AppendFloat(j.buf[:0], v, 'g', 6, 64)
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		j.buf = strconv.AppendInt(j.buf[:0], int64(v), 10)
	}
	j.w.Write(j.buf)
}

func (j *jsonWriter) boolean(name string, v bool) {
	j.member(name)
	j.buf = strconv.AppendBool(j.buf[:0], v)
	j.w.Write(j.buf)
}

// text writes a string that holds nothing unsafe, or else has it escaped.
func (j *jsonWriter) text(name, v string) {
	j.member(name)
	j.buf = AppendQuoted(j.buf[:0], []byte(v))
	j.w.Write(j.buf)
}

// escaped writes text whose backslashes are escapes already.
func (j *jsonWriter) escaped(name, v string) {
	j.member(name)
	j.buf = append(j.buf[:0], '"')
	j.buf = append(Quote(append(j.buf, text.Safe(v)...), 1), '"')
	j.w.Write(j.buf)
}

// raw writes what is JSON already.
func (j *jsonWriter) raw(name, v string) {
	j.member(name)
	j.w.WriteString(v)
}

func (j *jsonWriter) null(name string) { j.raw(name, "null") }

// bytes writes bytes of the table escaped, and where that changed them, as they are in base64 as name_b64.
func (j *jsonWriter) bytes(name string, v []byte) {
	j.member(name)
	j.buf = AppendQuoted(j.buf[:0], v)
	j.w.Write(j.buf)
	if !text.IsClean(v) {
		j.base64(name+"_b64", v)
	}
}

func (j *jsonWriter) base64(name string, v []byte) {
	j.member(name)
	j.buf = AppendBase64(j.buf[:0], v)
	j.w.Write(j.buf)
}

// AppendQuoted appends v escaped, as a JSON string.
func AppendQuoted(dst, v []byte) []byte {
	dst = append(dst, '"')
	before := len(dst)
	return append(Quote(text.AppendEscape(dst, v), before), '"')
}

// Quote puts a backslash before each quotation mark and backslash of dst from at on. Escaped text needs no more to be
// a JSON string.
func Quote(dst []byte, at int) []byte {
	count := 0
	for _, c := range dst[at:] {
		if c == '"' || c == '\\' {
			count++
		}
	}
	if count == 0 {
		return dst
	}
	from := len(dst) - 1
	for range count {
		dst = append(dst, 0)
	}
	for to := len(dst) - 1; from >= at; from-- {
		c := dst[from]
		dst[to] = c
		to--
		if c == '"' || c == '\\' {
			dst[to] = '\\'
			to--
		}
	}
	return dst
}

// AppendBase64 appends v in base64, as a JSON string.
func AppendBase64(dst, v []byte) []byte {
	dst = append(dst, '"')
	dst = base64.StdEncoding.AppendEncode(dst, v)
	return append(dst, '"')
}
