package redact_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/infer"
	"tabletop/model/sample"
)

// maker makes up what a key may be built of.
type maker struct {
	*rand.Rand
	words []string
	zipf  *rand.Zipf
}

func newMaker(seed uint64) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 17))}
	for range 120 {
		m.words = append(m.words, m.word())
	}
	m.zipf = rand.NewZipf(m.Rand, 1.2, 3, 119)
	return m
}

// word is a made-up word that reads like one.
func (m *maker) word() string {
	var b strings.Builder
	for range 2 + m.IntN(3) {
		b.WriteByte("bcdfghklmnprstvz"[m.IntN(16)])
		b.WriteByte("aeiou"[m.IntN(5)])
		if m.IntN(3) == 0 {
			b.WriteByte("nrsl"[m.IntN(4)])
		}
	}
	return b.String()
}

func (m *maker) some() string { return m.words[m.zipf.Uint64()] }

func (m *maker) digits(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[m.IntN(len(alphabet))]
	}
	return string(b)
}

const (
	hexadecimal = "0123456789abcdef"
	crockford   = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base62      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// segment makes one kind of segment: what it is in each row, given a number of the entity and the time.
func (m *maker) segment() (name string, of func(entity int, at time.Time) string) {
	fixed := func(f func() string) func(int, time.Time) string { // one value for each entity
		values := map[int]string{}
		return func(entity int, _ time.Time) string {
			if _, ok := values[entity]; !ok {
				values[entity] = f()
			}
			return values[entity]
		}
	}
	list := []struct {
		name string
		of   func(int, time.Time) string
	}{
		{"word", fixed(m.some)},
		{"user", fixed(func() string { return m.word() + m.word() })},
		{"email", fixed(func() string { return m.word() + "." + m.word() + "@" + m.word() + ".com" })},
		{"uuid", fixed(func() string {
			x := m.digits(hexadecimal, 31)
			return x[:8] + "-" + x[8:12] + "-4" + x[12:15] + "-" + string("89ab"[m.IntN(4)]) + x[15:18] + "-" + x[18:30]
		})},
		{"hex", fixed(func() string { return m.digits(hexadecimal, 8) })},
		{"md5", fixed(func() string { return m.digits(hexadecimal, 32) })},
		{"b62", fixed(func() string { return m.digits(base62, 12) })},
		{"b64", fixed(func() string {
			raw := make([]byte, 18)
			for i := range raw {
				raw[i] = byte(m.IntN(256))
			}
			return base64.RawURLEncoding.EncodeToString(raw)
		})},
		{"host", fixed(func() string { return m.word() + "." + m.some() + ".com" })},
		{"reversed host", fixed(func() string { return "com." + m.some() + "." + m.word() })},
		{"ip", fixed(func() string {
			return fmt.Sprintf("%d.%d.%d.%d", 1+m.IntN(223), m.IntN(256), m.IntN(256), 1+m.IntN(254))
		})},
		{"int", fixed(func() string { return fmt.Sprint(m.IntN(900_000)) })},
		{"padded", fixed(func() string { return fmt.Sprintf("%010d", m.IntN(90_000_000)) })},
		{"phone", fixed(func() string { return fmt.Sprintf("+346%08d", m.IntN(1e8)) })},
		{"path", fixed(func() string { return m.some() + "/" + m.some() + "/" + m.word() })},
		{"enum", fixed(func() string { return m.words[m.IntN(3)] })},
		{"ms", func(_ int, at time.Time) string { return fmt.Sprint(at.UnixMilli()) }},
		{"seconds", func(_ int, at time.Time) string { return fmt.Sprint(at.Unix()) }},
		{"reversed ms", func(_ int, at time.Time) string {
			return fmt.Sprintf("%019d", int64(math.MaxInt64)-at.UnixMilli())
		}},
		{"day", func(_ int, at time.Time) string { return at.Format("20060102") }},
		{"iso day", func(_ int, at time.Time) string { return at.Format("2006-01-02") }},
		{"rfc", func(_ int, at time.Time) string { return at.Format("2006-01-02T15:04:05Z") }},
		{"ulid", func(_ int, at time.Time) string {
			ms, front := at.UnixMilli(), make([]byte, 10)
			for i := 9; i >= 0; i-- {
				front[i] = crockford[ms&31]
				ms >>= 5
			}
			return string(front) + m.digits(crockford, 16)
		}},
		{"uuid7", func(_ int, at time.Time) string {
			x := fmt.Sprintf("%012x", at.UnixMilli()) + "7" + m.digits(hexadecimal, 3) + string("89ab"[m.IntN(4)]) +
				m.digits(hexadecimal, 15)
			return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
		}},
		{"snowflake", func(_ int, at time.Time) string {
			return fmt.Sprint((at.UnixMilli()-1288834974657)<<22 | int64(m.IntN(4))<<12 | int64(m.IntN(3)))
		}},
		{"object id", func(_ int, at time.Time) string {
			return fmt.Sprintf("%08x", at.Unix()) + "5f3c9a81b2" + m.digits(hexadecimal, 6)
		}},
	}
	x := list[m.IntN(len(list))]
	return x.name, x.of
}

// table makes up a table of so many rows, and states what it is made of.
func (m *maker) table(n int) (*sample.Sample, string) {
	delimiter := string("#|/:_"[m.IntN(5)])
	var names []string
	var of []func(int, time.Time) string
	for range 1 + m.IntN(4) {
		name, f := m.segment()
		names, of = append(names, name), append(of, f)
	}
	salted := m.IntN(5) == 0
	if salted {
		names = append([]string{"salt"}, names...)
	}
	entities := 20 + m.IntN(400)
	rows := map[string][2]int64{}
	first := now.Add(-time.Duration(1+m.IntN(400)) * 24 * time.Hour)
	for range n {
		entity, at := m.IntN(entities),
			first.Add(time.Duration(m.Int64N(int64(now.Sub(first))))).Truncate(time.Millisecond)
		parts := make([]string, len(of))
		for i, f := range of {
			parts[i] = f(entity, at)
		}
		if salted {
			parts = append([]string{fmt.Sprint(crc32.ChecksumIEEE([]byte(parts[0])) % 8)}, parts...)
		}
		rows[strings.Join(parts, delimiter)] = [2]int64{at.UnixMicro() / 1000 * 1000, int64(entity)}
	}
	for range m.IntN(3) * n / 400 { // some that follow no layout
		rows["tmp-"+m.word()+"~"+m.digits(hexadecimal, m.IntN(9))] = [2]int64{now.UnixMicro(), 0}
	}
	keys := make([]string, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var parts []*sample.Builder
	complete := m.IntN(2) == 0
	for i, k := range keys {
		if i == 0 || !complete && i%50 == 0 {
			parts = append(parts, sample.NewBuilder(0))
			parts[len(parts)-1].SetSection(1, 1000, false)
		}
		m.row(parts[len(parts)-1], k, rows[k][0], int(rows[k][1]), names)
	}
	how := sample.Provenance{Strategy: sample.Everything, Complete: complete, Started: now, RowShare: 1, Filter: 1}
	if !complete {
		how.Strategy, how.Points, how.TotalBytes = sample.Quick, len(parts), int64(len(parts))*1000
	}
	t := sample.Table{Source: "p/i/t", Name: "t", Families: []sample.Family{{Name: "d"}, {Name: "seen"}}}
	for i := range 5 {
		t.Splits = append(t.Splits, sample.Split{Key: []byte(keys[len(keys)*(i+1)/7][:3]), Offset: int64(i) * 1000})
	}
	t.Splits = slices.CompactFunc(append(t.Splits, sample.Split{Offset: 9000}),
		func(a, b sample.Split) bool { return bytes.Equal(a.Key, b.Key) })
	return sample.Assemble(t, how, parts), strings.Join(names, delimiter)
}

// row writes the cells of a row: text, JSON, numbers, binary, times, and qualifiers that are data.
func (m *maker) row(b *sample.Builder, key string, micros int64, entity int, _ []string) {
	b.Row([]byte(key))
	b.Cell("d", []byte("count"), micros, binary.BigEndian.AppendUint64(nil, uint64(entity*37)))
	b.Cell("d", []byte("document"), micros, fmt.Appendf(nil, `{"owner":"%s","age":%d,"ok":true,"tags":["%s"]}`,
		m.words[entity%100]+"sson", entity%90, m.words[entity%7]))
	b.Cell("d", []byte("title"), micros, []byte(m.words[entity%90]+" "+m.words[entity%50]+"heim"))
	b.Cell("d", []byte("when"), micros, fmt.Append(nil, micros/1000))
	b.Cell("seen", []byte(m.words[entity%110]+"ova"), micros, nil)
}

// Tables that are made up keep their figures as well, and none of their words is left.
func TestTablesKeepTheirFigures(t *testing.T) {
	tables := 4
	if slowtest.On() {
		tables = 40
	}
	for seed := range tables {
		m := newMaker(uint64(seed))
		s, made := m.table(600 + m.IntN(900))
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r, found := redacted(t, s, "a key")
			sameShape(t, s, r)
			if len(r.Differs) > 0 {
				t.Errorf("%s: %s\ndiffers: %q", made, found.Set(), r.Differs)
			}
			again, err := infer.Sample(context.Background(), r.Sample, infer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Differs) == 0 && !again.Set().Equal(found.Set()) {
				t.Errorf("%s: other layouts, untold\n got %s\nwant %s", made, again.Set(), found.Set())
			}
			for _, text := range candidatesFor(found.Set()) {
				got, want := figures(t, r.Sample, found.Set(), text), figures(t, s, found.Set(), text)
				if strings.Contains(text, "{salt}") { // other rows share a bucket
					continue
				}
				if strings.Contains(text, "{salt(16") {
					got, _, _ = strings.Cut(got, " p50")
					want, _, _ = strings.Cut(want, " p50")
				}
				if got != want {
					t.Errorf("%s, %s\n got %s\nwant %s", made, text, got, want)
				}
			}
			noneLeft(t, s, r, found.Set())
		})
	}
}
