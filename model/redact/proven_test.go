package redact

import (
	"crypto/md5"
	"fmt"
	"testing"

	"tabletop/model/rowkey"
)

// TestAFunctionIsProvenAt98Percent verifies that a digest is taken for a function of the rest of its key when at least
// 98% of the keys looked at agree, and not when fewer do.
func TestAFunctionIsProvenAt98Percent(t *testing.T) {
	l, err := rowkey.Parse("{h:hash(hex(8))}#{id:int}")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wrong int // of proofKeys
		want  bool
	}{{0, true}, {4, true}, {5, false}, {10, false}, {100, false}, {proofKeys, false}} {
		var keys [][]byte
		for i := range proofKeys {
			hash := fmt.Sprintf("%x", md5.Sum(fmt.Append(nil, i)))[:8]
			if i >= proofKeys-c.wrong { // late, so that no early look at few keys decides
				hash = "00000000"
			}
			keys = append(keys, fmt.Appendf(nil, "%s#%d", hash, i))
		}
		if got := len(findDerived(l, keys)) == 1; got != c.want {
			t.Errorf("%d of %d keys disagree: proven is %v", c.wrong, proofKeys, got)
		}
	}
	if few := findDerived(l, [][]byte{fmt.Appendf(nil, "%x#1", md5.Sum([]byte("1")))[:10]}); len(few) > 0 {
		t.Error("one key is a proof")
	}
}
