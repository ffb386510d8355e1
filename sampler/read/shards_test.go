package read

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabletop/model/sample"
)

// TestShardsCoverTheTable verifies that shards are as many as asked for, that those which are not empty follow each other
// without gaps from the first key asked for to the last, and that they are the same each time.
func TestShardsCoverTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		splits := drawSplits(t)
		n := rapid.IntRange(1, 40).Draw(t, "shards")
		opts := sample.Options{Start: []byte(rapid.SampledFrom([]string{"", "b"}).Draw(t, "start"))}
		got := Shards(splits, opts, n)
		if len(got) != n {
			t.Fatalf("%d shards, not %d", len(got), n)
		}
		next := opts.Start
		ended := false
		for i, r := range got {
			if (span{r.Start, r.End}).empty() {
				ended = true
				continue
			}
			if ended || !bytes.Equal(r.Start, next) {
				t.Fatalf("shard %d starts at %q, not at %q: %+v", i, r.Start, next, got)
			}
			next = r.End
		}
		if len(next) > 0 {
			t.Fatalf("the last shard ends at %q", next)
		}
		if diff := cmp.Diff(got, Shards(splits, opts, n)); diff != "" {
			t.Fatal(diff)
		}
	})
}
