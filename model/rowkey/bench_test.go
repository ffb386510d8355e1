package rowkey

import (
	"bytes"
	"testing"
)

// Reading a key of four segments: under a microsecond, and nothing allocated but values that have to be made.
func BenchmarkDecode(b *testing.B) {
	for _, c := range []struct{ name, template, key string }{
		{"delimited", `{type:enum}#{id:hex(8)}#{metric}#{at:ms}`, "phone#4c410523#memusage#1423523569918"},
		{"reversed", `{type:enum}#{id:int}#{day:date(2006-01-02T15:04:05Z)}#{at:reverse(ms)}`,
			"phone#4410523#2015-03-16T19:53:32Z#9223370308547777502"},
		{"binary", `{m:be(3)}{h:s(be(4))}[{k:be(3)}{v:be(3)}]*`, "\x00\x00\x06P\xe2\xdd\xd0\x00\x00\x01\x00\x00\xc1"},
		{"groups", `{a:enum}-{b:enum}-{day:date(20060102)}[-{n:int}]`, "3M-TPA-20240513"},
		{"ordered", `{a:text escaped}\0\x01{b:ordered escaped}\0\x01{c:be(4)}{d:uuid}`,
			"ann\x00\x01\x81\x00\x01abcd02fe3e38-e2d6-4add-b629-f4fbca07012b"},
		// one value made
		{"domain", `{host:reverse(domain)}:{scheme:enum}{path:url(path)}`, "org.debian.www:https/distrib/packages"},
	} {
		b.Run(c.name, func(b *testing.B) {
			l, key := mustParse(b, c.template), []byte(c.key)
			spans, err := l.Decode(nil, key)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if spans, err = l.Decode(spans[:0], key); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	l := mustParse(b, `{type:enum}#{id:hex(8)}#{metric}#{at:ms}`)
	spans, err := l.Decode(nil, []byte("phone#4c410523#memusage#1423523569918"))
	if err != nil {
		b.Fatal(err)
	}
	var key []byte
	b.ReportAllocs()
	for b.Loop() {
		if key, err = l.Encode(key[:0], spans); err != nil {
			b.Fatal(err)
		}
	}
}

// A key that no layout of a set explains.
func BenchmarkSetMiss(b *testing.B) {
	var set Set
	for _, template := range []string{`{type:enum}#{id:hex(8)}#{at:ms}`, `{a:uuid}`, `{a}/{b:int}[/{c:int}]`,
		`{m:be(3)}{h:s(be(4))}`} {
		set = append(set, mustParse(b, template))
	}
	key, spans := []byte("phone#4c41052x#1423523569918"), []Span(nil)
	b.ReportAllocs()
	for b.Loop() {
		var kind int
		if spans, kind = set.Decode(spans[:0], key); kind >= 0 {
			b.Fatal(kind)
		}
	}
}

// The worst that loops within loops and optional parts do on a key of 4 KB.
func BenchmarkHostile(b *testing.B) {
	for _, template := range []string{`[a{x:be(1)}[b{y:be(1)}[c{z:be(1)}]*]*]*{e:enum(!)}`,
		`[{x:be(1)}[b{p}#][c{q}#][d{r}#][b{s}#]]*{e:enum(!)}`, `{a}[/{b}[,{c}=[{d}]]*]*{e:be(1)}!`} {
		b.Run(template, func(b *testing.B) {
			l, key := mustParse(b, template), bytes.Repeat([]byte("abbcb,b="), 512)
			for b.Loop() {
				if _, err := l.Decode(nil, key); err == nil {
					b.Fatal("fits")
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		mustParse(b, `{device}#{id:hex(8)}#{day:date(20060102)}#{at:reverse(ms(pad(13)))}`)
	}
}
