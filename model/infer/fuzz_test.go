package infer

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// Whatever the keys are, an inference ends, counts every key once, and its layouts write back what they read.
func FuzzSample(f *testing.F) {
	for i, tt := range tables() {
		var keys []string
		for _, r := range rows(40, tt.make(newWorld(uint64(i)))) {
			keys = append(keys, r.key)
		}
		f.Add([]byte(strings.Join(keys, "\n")), uint8('\n'))
	}
	f.Add([]byte("\x00\x01\x00\xff\x00"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, sep uint8) {
		if len(data) > 4000 {
			t.Skip()
		}
		var rs []row
		for i, k := range bytes.Split(data, []byte{sep}) {
			rs = append(rs, row{string(k), time.Unix(1_700_000_000+int64(i)*977, 0)})
		}
		s := sampleOf(rs)
		res, err := Sample(context.Background(), s, Options{Keys: 100})
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, s, res)
	})
}
