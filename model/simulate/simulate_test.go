package simulate

import (
	"fmt"
	"testing"
)

const eventLayout = "{user}#{ts:ms}#{event}"

func TestSmoke(t *testing.T) {
	b := prepare(t, events(2000).sample(), eventLayout)
	for _, text := range []string{"{user}", "{reverse(ts)}#{user}#{event}", "{salt(8, user)}#{user}#{reverse(ts)}#{event}",
		"{user}#{day=bucket(ts, 1d):date(20060102)} => * -> *:{ts}#{event}#{qualifier()}",
		"{user}#{ts}#{event} => d -> json d:j; drop raw", "{column(d:page, move)}#{user}", "{user}#{celltime()}", "{mirror(ts)}{user}"} {
		r := try(t, b, text, Options{})
		_, _ = fmt.Println(text, r.Rows, r.Cells, r.Bytes, r.KeyBytes, r.PackedKeyBytes, r.RowBytes.Quantile(.5), r.Collisions.MergedRows, r.Collisions.VersionCells, r.Collisions.OverwrittenCells, r.Collisions.Impossible)
		_, _ = fmt.Printf("   %q %q\n", r.Tables[0].Key(0), r.Tables[0].Key(r.Tables[0].Len()-1))
		for _, f := range r.Findings {
			_, _ = fmt.Printf("   %s: %s %q\n", f.Kind, f.Text, f.Example)
		}
	}
}
