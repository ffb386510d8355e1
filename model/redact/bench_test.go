package redact_test

import (
	"context"
	"fmt"
	"testing"

	"tabletop/model/redact"
)

// BenchmarkOf redacts 100,000 rows with a document each.
func BenchmarkOf(b *testing.B) {
	m := newMaker(1)
	var users []string
	for range 3000 {
		users = append(users, m.word()+m.word())
	}
	keys := map[string]bool{}
	for i := range 100_000 {
		keys[fmt.Sprintf("%s#%d", users[i%len(users)], now.UnixMilli()-int64(i)*977)] = true
	}
	var list []string
	for k := range keys {
		list = append(list, k)
	}
	values := map[string]string{}
	for i, k := range list {
		values[k] = fmt.Sprintf(`{"name":"%s","at":%d}`, users[i%500], i)
	}
	s := small(list, values)
	opts := redact.Options{Key: []byte("k"), Layouts: layouts(b, "{user}#{at:ms}")}
	b.SetBytes(s.Bytes())
	for b.Loop() {
		if _, err := redact.Apply(context.Background(), s, opts); err != nil {
			b.Fatal(err)
		}
	}
}
