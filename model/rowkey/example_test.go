package rowkey_test

import (
	"fmt"

	"tabletop/model/rowkey"
)

// A template cuts a key into typed values, and writes the same key again.
func Example() {
	layout, err := rowkey.Parse("{tenant}#{day:date(20060102)}#{id:hex(4)}")
	if err != nil {
		fmt.Println(err)
		return
	}
	spans, err := layout.Decode(nil, []byte("acme#20261120#04d2"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, span := range spans {
		fmt.Println(span.Segment.Name, span.Value)
	}
	key, err := layout.Encode(nil, spans)
	fmt.Println(string(key), err)
	// Output:
	// tenant acme
	// day 2026-11-20T00:00:00Z
	// id 04d2
	// acme#20261120#04d2 <nil>
}

// A key that does not fit is an error that names the segment and the place.
func ExampleLayout_Decode_error() {
	layout, err := rowkey.Parse("{tenant}#{day:date(20060102)}")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = layout.Decode(nil, []byte("acme#20261320"))
	fmt.Println(err)
	// Output:
	// byte 5: day (date(20060102)): no such month, at "20261320"
}
