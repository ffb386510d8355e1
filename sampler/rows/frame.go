package rows

import (
	"errors"

	"google.golang.org/protobuf/encoding/protowire"
)

// Numbers of the fields read, from google/bigtable/v2/bigtable.proto.
const (
	responseChunks         = 1
	responseLastScannedKey = 2

	chunkRowKey    = 1
	chunkFamily    = 2 // a StringValue: the wrapper distinguishes empty from not sent
	chunkQualifier = 3 // a BytesValue
	chunkMicros    = 4
	chunkValue     = 6
	chunkValueSize = 7
	chunkReset     = 8
	chunkCommit    = 9

	wrapperValue = 1
)

var errFrame = errors.New("a message of ReadRows is broken")

// Frame decodes one serialized ReadRowsResponse. After an error, which is the server's, no more of this stream may be
// decoded: call DiscardRow and open a new stream after After.
func (d *Decoder) Frame(b []byte) error {
	err := d.frame(b)
	if err != nil {
		d.err = err
	}
	return err
}

func (d *Decoder) frame(b []byte) error {
	var scanned []byte
	for len(b) > 0 {
		number, kind, body, _, rest, err := field(b)
		if err != nil {
			return err
		}
		b = rest
		if kind != protowire.BytesType {
			continue
		}
		switch number {
		case responseChunks:
			var c chunk
			if err := c.parse(body); err != nil {
				return err
			}
			if err := d.take(&c); err != nil {
				return err
			}
		case responseLastScannedKey:
			scanned = body
		}
	}
	// It applies to all chunks, wherever it is in the message.
	if len(scanned) > 0 {
		return d.scanned(scanned)
	}
	return nil
}

func (c *chunk) parse(b []byte) error {
	for len(b) > 0 {
		number, kind, body, field, rest, err := field(b)
		if err != nil {
			return err
		}
		b = rest
		switch {
		case kind == protowire.BytesType:
			err = c.setBytes(number, body)
		case kind == protowire.VarintType:
			c.setVarint(number, field)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *chunk) setBytes(number protowire.Number, body []byte) (err error) {
	switch number {
	case chunkRowKey:
		if len(body) > 0 {
			c.rowKey = body
		}
	case chunkFamily:
		c.family, err = wrapped(body, c.family)
	case chunkQualifier:
		c.qualifier, err = wrapped(body, c.qualifier)
	case chunkValue:
		c.value = body
	}
	return err
}

// setVarint sets a number. Of reset_row and commit_row, which exclude each other, the last one sent counts.
func (c *chunk) setVarint(number protowire.Number, v uint64) {
	switch number {
	case chunkMicros:
		c.micros = int64(v)
	case chunkValueSize:
		c.valueSize = int64(int32(v))
	case chunkReset:
		c.reset, c.commit = v != 0, false
	case chunkCommit:
		c.commit, c.reset = v != 0, false
	}
}

// wrapped returns the value inside a StringValue or BytesValue: never nil, because the wrapper was sent. before is what
// an earlier wrapper in the same chunk held: the parts of a message sent twice are merged.
func wrapped(b, before []byte) ([]byte, error) {
	value := before
	if value == nil {
		value = []byte{}
	}
	for len(b) > 0 {
		number, kind, body, _, rest, err := field(b)
		if err != nil {
			return nil, err
		}
		if number == wrapperValue && kind == protowire.BytesType {
			value = body
		}
		b = rest
	}
	return value, nil
}

// field splits the first field off b: its body if it is a string, bytes or message, its number if it is a varint.
func field(b []byte) (number protowire.Number, kind protowire.Type, body []byte, v uint64, rest []byte, err error) {
	tag, count := uvarint(b)
	number, kind = protowire.Number(tag>>3), protowire.Type(tag&7)
	if count <= 0 || tag>>3 > uint64(protowire.MaxValidNumber) || number < protowire.MinValidNumber {
		return 0, 0, nil, 0, nil, errFrame
	}
	b = b[count:]
	switch kind {
	case protowire.BytesType:
		size, n := uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return 0, 0, nil, 0, nil, errFrame
		}
		end := n + int(size)
		return number, kind, b[n:end:end], 0, b[end:], nil
	case protowire.VarintType:
		v, n := uvarint(b)
		if n <= 0 {
			return 0, 0, nil, 0, nil, errFrame
		}
		return number, kind, nil, v, b[n:], nil
	}
	count = protowire.ConsumeFieldValue(number, kind, b)
	if count < 0 {
		return 0, 0, nil, 0, nil, errFrame
	}
	return number, kind, nil, 0, b[count:], nil
}

// uvarint is protowire.ConsumeVarint with the short numbers, nearly all there are, in front and small enough to inline.
func uvarint(b []byte) (uint64, int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	return protowire.ConsumeVarint(b)
}
