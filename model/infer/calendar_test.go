package infer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/model/rowkey"
)

// TestCalendarsAreComposed verifies that dates in spellings that no list has are read as dates, with the offset at
// which they were written.
func TestCalendarsAreComposed(t *testing.T) {
	for i, form := range []string{
		"2006-01-02T15:04:05-07:00", "20060102T150405-0700", "2006-01-02T15:04:05.000-07:00", "2006-01-02_15.04.05",
		"2006.01.02-15.04", "2006/01/02-15:04:05",
		"02JAN2006", "02-Jan-2006", "2006-Jan-02_15", "2006002T1504", "2006-W01-1", "02.01.2006_15:04",
		"2006-01-02T15:04:05.00Z", "20060102_15:04:05.000",
		"06002", "200600215", "02/01/06 15:04", "02JAN06:15:04:05", "2006-01-02 03:04:05 PM", "01-02-2006_0304pm",
		"02 Jan 2006 15:04:05", "02-Jan-06", "2006-1-2",
		"02/Jan/2006:15:04:05 -0700", "2006|01|02", `2006-01-02 15:04:05\,000`, "2006-01-02 15:04:05 GMT", "02*01*2006",
	} {
		codec, err := rowkey.ParseCodec("date(" + form + ")")
		if err != nil {
			t.Fatal(err)
		}
		w := newWorld(uint64(i) + 1)
		device := some(w, 30, w.name)
		var rs []row
		for range 200 {
			at := w.when().Truncate(time.Second).Add(time.Duration(w.IntN(1000)) * time.Millisecond)
			v := rowkey.Value{Kind: rowkey.KindTime, Int: at.Unix(), Nanos: int32(at.Nanosecond())}
			if strings.Contains(form, "07") {
				v.Offset = int16(w.IntN(20)-10) * 60
			}
			text, err := rowkey.AppendCut(nil, codec, v)
			if err != nil {
				t.Fatal(err)
			}
			rs = append(rs, row{fmt.Sprintf("%s#%s#%s", device(), text, w.hex(6)),
				at.Add(time.Duration(w.IntN(5000)) * time.Millisecond)})
		}
		got := inferred(t, rs)
		if set := got.Set(); len(set) != 1 || !strings.Contains(set[0].String(), ":date("+form+")") {
			t.Errorf("%s: read as %v", form, set)
		}
	}
}

// TestNumbersBehindDatesAreNoHours verifies that a number below 24 behind a date is read as its hour only if the times
// come nearer to the cells by it.
func TestNumbersBehindDatesAreNoHours(t *testing.T) {
	for _, form := range []string{"20060102-15", "2006-01-02/15", "2006-01-02:15", "2006.01.02_15"} {
		for _, isHour := range []bool{true, false} {
			w := newWorld(23)
			device := some(w, 30, w.name)
			rs := rows(300, func() row {
				at := w.when()
				date := at
				if !isHour {
					date = at.Truncate(24 * time.Hour).Add(time.Duration(w.IntN(16)) * time.Hour)
				}
				return row{device() + "#" + date.Format(form) + "#" + w.hex(6),
					at.Add(time.Duration(w.IntN(3600)) * time.Second)}
			})
			if got := inferred(t, rs).Set(); strings.Contains(got.String(), "("+form+")") != isHour {
				t.Errorf("%s, hours %t: %v", form, isHour, got)
			}
		}
	}
}
