package codegen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// layout is a pair of layouts that code has to be written for, and the columns of its rows.
type layout struct {
	name    string
	from    string // templates of the current keys, one a line
	to      string
	columns []string
}

// layouts are the kinds of layouts that row keys have, each current and new.
func layouts() []layout {
	return []layout{
		{name: "padded numbers", from: "{user}#{n:int}#{id:pad(8)}", to: "{pad(n, 12)}#{user}#{id:int}#{pad(user, 30, _)}"},
		{name: "big-endian", from: "{user}#{n:int}#{seq:int}", to: "{n:be(4)}{seq:be(8, flip)}{user}"},
		{name: "current big-endian", from: "{id:be(8)}{kind:be(1)}{delta:be(4, signed)}",
			to: "{kind}{reverse(id)}{delta:be(4, flip)}{kind:pad(3)}"},
		{name: "murmur3", from: "{user}#{at:ms}",
			to: "{salt(16, user, murmur3)}#{hash(user, at, murmur3_128, 12)}#{user}#{reverse(at)}"},
		{name: "every hash", from: "{user}#{at:ms}", to: "{salt(97, user, fnv1a)}{salt(97, user, fnv1)}" +
			"{salt(97, at, fnv1a64)}{salt(97, at, fnv1_64)}{salt(97, user, crc32c)}{salt(97, user, adler32)}" +
			"{salt(1000, at, java)}{hash(user, sha512)}{hash(user)}{hash(at, sha1, 7)}{hash(user, crc32)}{salt(7, user)}"},
		{name: "reversed dates", from: "{tenant}#{day:date(20060102)}#{order:pad(10)}",
			to: "{tenant}#{reverse(day)}#{order}#{mirror(order)}"},
		{name: "two kinds", from: "user = user#{id:pad(8)}\norder = order#{tenant}#{at:ms}\nlog = log#{day:date(20060102)}",
			to: "user = {mirror(id)}#user | order = {tenant}#{reverse(at)} | log = drop"},
		{name: "currently reversed", from: "{user}#{at:reverse(ms)}#{day:reverse(date(20060102))}#{id:mirror(pad(8))}",
			to: "{day}#{at}#{reverse(at)}#{reverse(day)}#{id:pad(9)}#{day:date(2006-01-02)}#{user}"},
		{name: "optional parts", from: "{user}#{at:ms}[#{tag}[/{sub:int}]]",
			to: "[{tag}!]{salt(8, tag, user)}{user}[#{sub:pad(5)}]#{at}{tag}"},
		{name: "calendar buckets", from: "{sensor}#{at:ms}",
			to: "{m=bucket(at, 1mo):date(200601)}#{sensor}#{bucket(at, 1y)}#{bucket(at, 15m)}#{bucket(at, 1w)}#{reverse(m)}"},
		{name: "truncated", from: "{user}#{name}#{at:s}", to: "{truncate(user, 4)}#{truncate(reverse(name), 3)}#{at}"},
		{name: "hexadecimal", from: "{id:hex(8)}/{seq:int(hex(4))}/{n:int}", to: "{seq:pad(6)}/{mirror(id)}/{n:hex(16)}/{id}"},
		{name: "UUIDs", from: "{id:uuid}#{at:s}#{other:uuid(bytes)}", to: "{id:uuid(bytes)}{at:us(be(8))}{other:uuid}{other}{id:uuid(hex)}"},
		{name: "escaped", from: "{user:text escaped}\\0\\x01{at:us(be(8)) escaped}",
			to: "{at}{user}{user:text escaped}\\0\\x01{at:us(ordered) escaped}"},
		{name: "lengths", from: "{name len(2)}{at:reverse(us(be(8)))}", to: "{at:us(ordered)}{name}{n=hash(name):text len(1)}"},
		{name: "web", from: "{host:reverse(domain)}{path:url(path)}", to: "{salt(4, host)}{host}!{reverse(host)}!{path}!{host:surt}"},
		{name: "ISO times", from: "{at:date(2006-01-02T15:04:05.000Z)}/{day:date(2006-002)}/{u:us}",
			to: "{at:date(20060102150405000)}/{at:date(1504)}/{day:day(pad(6))}/{u:date(2006/01/02 15:04:05.000000)}/{reverse(at)}"},
		{name: "columns", from: "{user}#{ts:ms}", to: "{column(md:symbol)}#{ts}[#{column(md:venue)}]#{hash(column(md:venue), 4)}",
			columns: []string{"md:symbol", "md:venue"}},
		{name: "whole key", from: "{a}#{b}#{at:ms}", to: "v2/{key()}/{rest(b)}/\\xff\\0"},
		{name: "record kinds", from: "order = o/{user}/{n:int}\nvisit = {user}/{at:ms}\nother = {w}/{v}", to: "visit = {at}#{user}"},
		{name: "binary", from: "{s:salt(8)}{id:bytes(6)}{d:objectid(bytes)}{name...}", to: "{id}{reverse(name)}{mirror(id)}{d}{s}"},
		{name: "fixed texts", from: "{kind:enum(phone, tablet)}{code:text(6, _)}{ul:ulid}{g:geohash(6)}{rest:prefix(x, pad(3))}",
			to: "{code:text}-{kind}-{code}-{ul}-{g}-{rest:int}-{rest}"},
		{name: "ids", from: "{s:snowflake}#{k:ksuid}#{x:xid}#{mail:email}#{f:ms(point(3))}#{h:hash(b64)}",
			to: "{mail}#{f:ms}#{s}#{reverse(s)}#{k}{x}{h}"},
		{name: "cells", from: "{user}#{n:int}", to: "{celltime(day)}#{qualifier()}#{family()}#{value()}#{user}",
			columns: []string{"md:symbol", "md:venue"}},
		{name: "little-endian and packed",
			from: "{id:le(8)}{n:le(3, signed)}{k:le(2)}{at:ms(le(8))}{a:bcd(3)}{b:bcd(5, sign)}",
			to: "{at:us(be(8))}{n:be(4, flip)}{id:le(8)}{reverse(at)}{k:pad(5)}{k:le(4)}{b:be(8, flip)}{a:bcd(4)}" +
				"{b:bcd(9, sign)}{a:pad(8)}"},
		{name: "literals", from: "{user}#{n:int}#{at:ms}", to: "x\\x1f\\\"\\\\é{n}time.strconv.fmt.big.hex.strings.{user}" +
			"*/ // # '''{n}$\\{user\\}`%d%s\\\\u000a\\n\\t\\r{user}\\0\\x7f{at}date(_date(digest(floorDiv(turn(" +
			"\\\\u2028{n}\\xe2\\x80\\xa8\\xef\\xbb\\xbf👩\u0301{user}\\\\\\\\"},
		{name: "names", from: "{str}#{strconv:int}#{class}#{user_id}#{userId}#{time:ms}#{crc32:int}#{date:date(20060102)}" +
			"#{whole:int}#{digest}#{key:int}", to: "{str}{strconv:pad(20)}{class}{user_id}{userId}{time}{crc32}{date}{whole}" +
			"{digest}{salt(8, str, digest)}{bucket(time, 1h)}{hash(userId, crc32, 8)}{reverse(time)}{mirror(crc32)}{key}"},
	}
}

// texts are values of text parts.
func texts() []string {
	return []string{"ann", "Ünï", "東京", "o'neil", `q"b\s`, "u 5", "👩 x", "a.b.c", "$x`${y}%d", "end\\"}
}

// valueFor generates a value that a codec can write.
func valueFor(rng *rand.Rand, c rowkey.Codec) rowkey.Value {
	text := func(s string) rowkey.Value { return rowkey.Value{Kind: rowkey.KindText, Bytes: []byte(s)} }
	letters := func(alphabet string, n int) rowkey.Value {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
		}
		return text(string(b))
	}
	info := c.Form()
	switch c.Type() {
	case rowkey.Timestamp:
		at := time.Unix(rng.Int64N(9e9)-3e9, rng.Int64N(1e9)).UTC()
		if rng.IntN(20) == 0 {
			at = at.AddDate(rng.IntN(7000), 0, 0)
		}
		v := rowkey.Value{Kind: rowkey.KindTime, Int: at.Unix(), Nanos: int32(at.Nanosecond())}
		if !info.Calendar || c.Reversed() {
			v.Int = max(v.Int, 0)
		}
		return v.Floor(c.Unit())
	case rowkey.IntBE, rowkey.IntDecimal, rowkey.IntPadded, rowkey.OrderedCode, rowkey.Salt:
		return number(rng, c)
	case rowkey.UUID:
		raw := make([]byte, 16)
		for i := range raw {
			raw[i] = byte(rng.Uint32())
		}
		return rowkey.Value{Kind: rowkey.KindBytes, Bytes: raw}
	case rowkey.Bytes, rowkey.Hash:
		if info.Code.Kind == rowkey.CodeNumber {
			return number(rng, c)
		}
		if !info.Binary {
			return letters("0123456789abcdefghijklmnopqrstuv", max(c.Width(), 11))
		}
		raw := make([]byte, c.Width())
		for i := range raw {
			raw[i] = byte(rng.Uint32() & rng.Uint32())
		}
		return rowkey.Value{Kind: rowkey.KindBytes, Bytes: raw}
	case rowkey.Hex:
		if info.AsNumber == nil {
			return rowkey.Value{Kind: rowkey.KindInt, Int: rng.Int64() >> rng.IntN(64)}
		}
		return letters("0123456789abcdef", c.Width())
	case rowkey.ULID:
		return letters("01234567", c.Width())
	case rowkey.Geohash:
		return letters("0123bcdef", c.Width())
	case rowkey.Domain:
		return text(fmt.Sprintf("%s.h-%d.example.com", []string{"www", "a.b.c", "mail_1"}[rng.IntN(3)], rng.IntN(1e6)))
	case rowkey.URL:
		return text([]string{"/", "/a/b?x=1#y", "/é"}[rng.IntN(3)])
	case rowkey.Email:
		return text(fmt.Sprintf("%s%d@x.org", []string{"ann", "b@c", "é"}[rng.IntN(3)], rng.IntN(1e6)))
	}
	if info.Words != nil {
		return text(string(info.Words[rng.IntN(len(info.Words))]))
	}
	return text(texts()[rng.IntN(len(texts()))] + strings.Repeat("x", rng.IntN(3)))
}

// number generates a number; where a codec writes signs, some are negative.
func number(rng *rand.Rand, c rowkey.Codec) rowkey.Value {
	n := rng.Int64() >> rng.IntN(64)
	if strings.Contains(c.Spec(), "sign") || c.Spec() == "int" && rng.IntN(9) == 0 {
		n = -n
	}
	return rowkey.Value{Kind: rowkey.KindInt, Int: n}
}

// keysOf generates keys of a layout, those of all its kinds mixed.
func keysOf(t *testing.T, rng *rand.Rand, set rowkey.Set, n int) []string {
	t.Helper()
	seen := map[string]bool{}
	for try := 0; len(seen) < n; try++ {
		if try > 100*n {
			t.Fatalf("only %d of %d keys of %v", len(seen), n, set)
		}
		l := set[rng.IntN(len(set))]
		var spans []rowkey.Span
		for i, s := range l.Segments() {
			if i >= required(l) && rng.IntN(3) == 0 {
				break
			}
			spans = append(spans, rowkey.Span{Segment: s, Value: valueFor(rng, s.Codec)})
		}
		key, err := l.Encode(nil, spans)
		if err != nil {
			continue
		}
		if _, kind := set.Decode(nil, key); kind >= 0 {
			seen[string(key)] = true
		}
	}
	var keys []string
	for k := range seen {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// required counts the segments that are in no optional group, which come first in the layouts here.
func required(l *rowkey.Layout) int {
	n := 0
	for _, p := range l.Parts() {
		if p.Segment != nil {
			n++
		}
	}
	return n
}

// sampleOf is a sample of rows with keys and columns; some rows lack a column.
func sampleOf(keys []string, columns []string, rng *rand.Rand) *sample.Sample {
	b := sample.NewBuilder(16)
	for _, k := range keys {
		b.Row([]byte(k))
		for _, c := range columns {
			family, qualifier, _ := strings.Cut(c, ":")
			if rng.IntN(4) > 0 {
				b.Cell(family, []byte(qualifier), 1_700_000_000_000_000, []byte(fmt.Sprint("v", rng.IntN(50))))
			}
		}
		b.Cell("z", []byte("q"), 1000, []byte("v"))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
}
