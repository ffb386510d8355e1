// Package fourth is a part of the key grammar to develop inference with. Until November 2026 it was the one that first-contact figures
// were measured on; what it showed then stands in docs/confidence.md.
package fourth

import (
	"fmt"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:    "fourth",
		Rows:    []int{70, 220, 800, 1400},
		Garbage: []float64{0, 0, 0, 0.015, 0.04, 0.1},
		Clocks:  []kg.Clock{kg.Prompt, kg.Prompt, kg.Late, kg.Loaded, kg.Unwritten, kg.Exact},
		Productions: []kg.Production{
			{Name: "plain", Make: plain},
			{Name: "three deep", Make: threeDeep},
			{Name: "readings", Make: readings},
			{Name: "spread", Make: spread},
			{Name: "entities", Make: entities},
			{Name: "terminated", Make: terminated},
			{Name: "mail", Make: mail},
			{Name: "checksum", Make: checksum},
			{Name: "cells of a grid", Make: grid},
			{Name: "letters first", Make: lettersFirst},
			{Name: "cobol", Make: cobol},
			{Name: "alone", Make: alone},
			{Name: "sometimes more", Make: sometimesMore},
			{Name: "tuple", Make: tuple},
			{Name: "blobs", Make: blobs},
			{Name: "objects", Make: objects},
			{Name: "sized", Make: sized},
			{Name: "releases", Make: releases},
		},
	}
}

func rivers() []string {
	return strings.Fields("aare adda aller amazon ammer arno avon congo danube don douro drava ebro elbe ems fulda ganges garonne havel indus inn isar jordan kama lahn lech lena lippe loire main mekong meuse mosel neckar neisse niger nile ob oder ohio orinoco parana po rhine rhone ruhr saale sava seine severn shannon spree tagus thames tiber tigris ural vltava volga weser yukon zambezi")
}

func crafts() []string {
	return strings.Fields("actor author baker barber brewer butcher carver chef clerk cobbler cooper courier dyer farmer fisher glazier grocer hatter hunter joiner judge mason miller miner nurse painter pilot plumber porter potter printer sailor scribe singer smith tailor tanner teacher tiler trader tutor usher waiter weaver writer")
}

func suffixes() []string { return strings.Fields("csv gz json log parquet png txt xml") }

func labels() []kg.Field {
	return []kg.Field{
		kg.Words("river", "river", rivers(), kg.ByEntity),
		kg.Choice("craft", "craft", crafts(), 7, kg.Skewed),
		kg.Choice("region", "river and digit", numbered(rivers()), 15, kg.Group),
		kg.Made("member", "craft and syllables", "", 250, kg.ByEntity, func(w *kg.World) string { return w.One(crafts()...) + w.Syllables(1+w.IntN(2)) }),
		kg.Made("nick", "capitalized syllables", "", 200, kg.ByEntity, func(w *kg.World) string { return w.Letters(1, "BDFGKLMNPRST") + w.Syllables(1+w.IntN(3)) }),
		kg.Made("job", "words with underscore", "_", 60, kg.ByEntity, func(w *kg.World) string { return w.One(crafts()...) + "_" + w.One(rivers()...) }),
	}
}

func numbered(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = fmt.Sprint(s, 1+i%3)
	}
	return out
}

func ids() []kg.Field {
	return []kg.Field{
		kg.Decimal("meter", 7000, 65000, kg.ByEntity),
		kg.Decimal("level", 1, 40, kg.Skewed),
		kg.Padded("plate", 6, 180000, kg.ByEntity),
		kg.Padded("page", 5, 7000, kg.Skewed),
		kg.RandomID("link", "base 58 id", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 22, 700, kg.ByEntity),
		kg.RandomID("node", "hexadecimal id", "0123456789abcdef", 16, 400, kg.ByEntity),
		kg.UUID("request", "upper", 900, kg.Evenly),
		kg.HexNumber("offset", 10, 1<<24, kg.Evenly),
		kg.Typed("flake", "snowflake", "", 1200, kg.Evenly, kg.Value{Type: rowkey.IntDecimal, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntPadded}}, snowflake),
	}
}

func snowflake(w *kg.World) string {
	ms := time.Date(2022, 3, 1, 0, 0, 0, 0, time.UTC).UnixMilli() + w.Int64N(200*86400*1000)
	return fmt.Sprint((ms-1288834974657)<<22 | int64(w.IntN(1024))<<12 | int64(w.IntN(4096)))
}

func dates() []kg.Field {
	return []kg.Field{
		kg.Calendar(rowkey.Day, "02Jan2006"), kg.Calendar(rowkey.Hour, "2006-01-02T15"), kg.Calendar(rowkey.Second, "20060102T150405Z"),
		kg.Calendar(rowkey.Day, "2006002"), kg.Calendar(rowkey.Minute, "2006-01-02 15:04"), kg.Calendar(rowkey.Millisecond, "20060102150405.000"),
		kg.Epoch(rowkey.Nanosecond, 0), kg.Epoch(rowkey.Day, 0), kg.Bucket(time.Hour), kg.Reversed(rowkey.Microsecond, 1<<63-1), kg.Reversed(rowkey.Second, 1<<31-1),
	}
}

func packed() []kg.Field {
	return []kg.Field{
		kg.Binary("well", 5, 90000, false, kg.ByEntity), kg.Binary("vessel", 4, 60000, false, kg.Evenly),
		kg.Binary("depth", 8, 40000, true, kg.Evenly), kg.RandomBytes("trace", 14, 600, kg.ByEntity),
		kg.UUID("batch", "bytes", 500, kg.ByEntity), kg.Binary("port", 2, 300, false, kg.Skewed),
	}
}

func packedDates() []kg.Field {
	return []kg.Field{
		kg.EpochBinary(rowkey.Nanosecond, 8, 0), kg.EpochBinary(rowkey.Millisecond, 8, 1<<63), kg.EpochBinary(rowkey.Hour, 4, 0),
		kg.ReversedBinary(rowkey.Microsecond, 8), kg.EpochBinary(rowkey.Second, 4, 1<<31), kg.EpochBinary(rowkey.Second, 5, 0),
	}
}

func plain(w *kg.World) []kg.Kind {
	sep := w.One("~", ";", ".", "--", ",", "=")
	fs := append(w.Choose(sep, 1+w.IntN(2), labels()), w.Choose(sep, 1+w.IntN(2), append(ids(), dates()...))...)
	w.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	return kg.One(kg.Joined(sep, fs...))
}

func threeDeep(w *kg.World) []kg.Kind {
	outer, inner := w.One(";", "//"), w.One("~", ",")
	a, b, c := w.Choose(outer+inner, 2, labels()[:5]), w.Choose(outer+inner, 1, ids()), w.Choose(outer+inner, 1, dates())
	parts := append(kg.Joined(inner, a...), kg.Lit(outer))
	return kg.One(append(parts, kg.Joined(outer, b[0], c[0])...))
}

func readings(w *kg.World) []kg.Kind {
	fs := append(w.Choose("", 1+w.IntN(2), packed()), w.Choose("", 1, packedDates())...)
	if w.IntN(3) == 0 {
		fs = append([]kg.Field{fs[len(fs)-1]}, fs[:len(fs)-1]...)
	}
	return kg.One(kg.Joined("", fs...))
}

func spread(w *kg.World) []kg.Kind {
	of := w.Choose("~", 1, append(labels()[:5], ids()[0], ids()[2]))[0]
	rest := kg.Joined("~", of, w.Choose("~", 1, append(dates(), ids()[1]))[0])
	if w.IntN(3) == 0 {
		return kg.One(append([]kg.Part{kg.Salt(w.One("crc32", "castagnoli"), 16, "", of.Name)}, rest...))
	}
	salt := kg.Salt(w.One("castagnoli", "crc32", "java"), []int{6, 12, 100}[w.IntN(3)], "%02d", of.Name)
	return kg.One(append([]kg.Part{salt, kg.Lit("~")}, rest...))
}

func entities(w *kg.World) []kg.Kind {
	sep := w.One("~", ";", ".")
	member := w.Choose(sep, 1, []kg.Field{kg.Decimal("member", 1, 50000, kg.ByEntity), labels()[3], ids()[5]})[0]
	kinds := []kg.Kind{
		{Parts: kg.Joined(sep, kg.Constant("Member"), member)},
		{Parts: kg.Joined(sep, kg.Constant("Visit"), member, w.Choose(sep, 1, dates())[0]), Weight: 2},
		{Parts: kg.Joined(sep, kg.Constant("Member"), member, kg.Constant("Badge"), kg.Choice("craft", "craft", crafts(), 12, kg.Evenly))},
		{Parts: kg.Joined(sep, kg.Constant("River"), kg.Words("river", "river", rivers(), kg.Evenly), ids()[3])},
		{Parts: kg.Joined(sep, kg.Constant("Mail"), ids()[6]), Weight: 0.5},
	}
	return kinds[:2+w.IntN(4)]
}

func terminated(w *kg.World) []kg.Kind {
	sep := w.One("\x00", "\x1e", "~")
	parts := append(kg.Joined(sep, w.Choose(sep, 1+w.IntN(2), labels())...), kg.Lit(sep))
	return kg.One(append(parts, kg.Joined("", w.Choose("", 1, append(packed()[:3], packedDates()...))...)...))
}

func mail(w *kg.World) []kg.Kind {
	address := kg.Typed("email", "email", "@.", 300, kg.ByEntity, kg.Value{Type: rowkey.Email}, func(w *kg.World) string {
		return w.One(crafts()...) + w.One("", ".") + w.Syllables(2) + "@" + w.One(rivers()...) + w.One(".com", ".org", ".net")
	})
	return kg.One(kg.Joined(";", address, w.Choose(";", 1, append(dates(), ids()...))[0]))
}

func checksum(w *kg.World) []kg.Kind {
	of := w.Choose("~", 1, append(labels()[:5], ids()[0], ids()[5]))[0]
	if w.IntN(3) == 0 {
		return kg.One([]kg.Part{kg.Digest("sha1", 4, true, of.Name), kg.Lit("\x00"), kg.Of(of)})
	}
	parts := []kg.Part{kg.Digest(w.One("sha256", "sha1", "md5"), []int{5, 10, 32}[w.IntN(3)], false, of.Name), kg.Lit("~"), kg.Of(of)}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit("~"), kg.Of(w.Choose("~", 1, dates())[0]))
	}
	return kg.One(parts)
}

func grid(w *kg.World) []kg.Kind {
	base := w.Letters(3, "0123456789bcdefghjkmnpqrstuvwxyz")
	cell := kg.Typed("cell", "geohash", "", 500, kg.ByEntity, kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.Text}}, func(w *kg.World) string {
		return base[:2] + w.Letters(1, "bcfgu") + w.Letters(5, "0123456789bcdefghjkmnpqrstuvwxyz")
	})
	return kg.One(kg.Joined("~", cell, w.Choose("~", 1, append(dates(), ids()[0], ids()[4]))[0]))
}

func lettersFirst(w *kg.World) []kg.Kind {
	kinds := []kg.Kind{
		{Parts: kg.Joined("", kg.Constant("m"), packed()[0], packedDates()[w.IntN(3)])},
		{Parts: kg.Joined("", kg.Constant("n"), kg.Binary("index", 4, 90000, false, kg.Counting))},
		{Parts: kg.Joined("", kg.Constant("t"), kg.RandomBytes("trace", 14, 1200, kg.Evenly))},
		{Parts: kg.Joined("", kg.Constant("u"), kg.UUID("batch", "bytes", 1200, kg.Evenly), packedDates()[2])},
	}
	return kinds[:2+w.IntN(3)]
}

func cobol(w *kg.World) []kg.Kind {
	branch := kg.Typed("branch", "letter and two digits", "", 9, kg.Skewed, kg.Value{Type: rowkey.Enum}, func(w *kg.World) string {
		return w.Letters(1, "KLMN") + w.Letters(2, "0123456789")
	})
	fs := []kg.Field{branch, kg.Padded("policy", 7, 200000, kg.ByEntity), kg.Calendar(rowkey.Month, "200601")}
	if w.IntN(2) == 0 {
		fs = []kg.Field{kg.Calendar(rowkey.Day, "2006002"), branch, kg.Padded("policy", 7, 200000, kg.ByEntity)}
	}
	return kg.One(kg.Joined("", fs...))
}

func alone(w *kg.World) []kg.Kind {
	from := []kg.Field{
		ids()[4], ids()[8], kg.UUID("id", "upper", 4000, kg.Evenly), kg.Padded("ticket", 8, 900000, kg.Counting),
		kg.Binary("number", 4, 1<<22, false, kg.Counting), kg.Decimal("customer", 1, 30000, kg.Counting),
		kg.Made("nick", "capitalized syllables", "", 5000, kg.Evenly, func(w *kg.World) string { return w.Letters(1, "BDFGKLMNPRST") + w.Syllables(1+w.IntN(3)) }),
		kg.Typed("host", "domain", ".", 3000, kg.Evenly, kg.Value{Type: rowkey.Domain}, func(w *kg.World) string {
			return w.One("", "www.", "mail.") + w.One(crafts()...) + w.Syllables(2) + w.One(".com", ".org", ".co.uk", ".net")
		}),
		kg.Made("version", "name and version", ".-", 2500, kg.Evenly, func(w *kg.World) string {
			return fmt.Sprintf("%s-%d.%d.%d", w.One(crafts()...), w.IntN(9), w.IntN(30), w.IntN(40))
		}),
	}
	return kg.One(kg.Joined("", from[w.IntN(len(from))]))
}

func sometimesMore(w *kg.World) []kg.Kind {
	sep := w.One("~", ";", ",")
	head := kg.Joined(sep, w.Choose(sep, 2, append(labels()[:5], dates()...))...)
	return []kg.Kind{{Parts: head}, {Parts: append(head[:len(head):len(head)], kg.Lit(sep), kg.Of(w.Choose(sep, 1, ids())[0]))}}
}

func tuple(w *kg.World) []kg.Kind {
	text, at := w.Choose("\x00", 2, labels()[:5]), packedDates()[0]
	parts := []kg.Part{kg.Lit("\x02"), kg.Of(text[0]), kg.Lit("\x00\x02"), kg.Of(text[1]), kg.Lit("\x00\x1c"), kg.Of(at)}
	return kg.One(parts)
}

func blobs(w *kg.World) []kg.Kind {
	width := []int{9, 18, 28, 40}[w.IntN(4)]
	from := []kg.Field{
		kg.RandomBytes("id", width, 5000, kg.Evenly), kg.Base64("id", width, 5000, kg.Evenly),
		kg.RandomID("id", "capital hexadecimal id", "0123456789ABCDEF", 2*width, 5000, kg.Evenly),
		kg.RandomID("id", "base 58 id", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", width, 5000, kg.Evenly),
	}
	parts := kg.Joined("", from[w.IntN(len(from))])
	if w.IntN(3) == 0 {
		parts = append([]kg.Part{kg.Lit(w.One("b", "\x07", "id="))}, parts...)
	}
	return kg.One(parts)
}

func objects(w *kg.World) []kg.Kind {
	file := kg.Made("file", "syllables and digits", "", 900, kg.Evenly, func(w *kg.World) string { return w.Syllables(2) + fmt.Sprint(w.IntN(80)) })
	fs := []kg.Field{labels()[1], kg.Calendar(rowkey.Hour, "2006/01/02/15"), file}
	parts := append(kg.Joined("/", fs...), kg.Lit("."), kg.Of(kg.Choice("suffix", "suffix", suffixes(), 4, kg.Skewed)))
	if w.IntN(2) == 0 {
		parts = append([]kg.Part{kg.Of(labels()[2]), kg.Lit("/")}, parts...)
	}
	return kg.One(parts)
}

func sized(w *kg.World) []kg.Kind {
	return kg.One(kg.Lengths(4, append(w.Choose("", 1+w.IntN(2), labels()[:5]), packedDates()[w.IntN(2)])...))
}

func releases(w *kg.World) []kg.Kind {
	version := kg.Made("version", "three numbers", ".", 150, kg.Evenly, func(w *kg.World) string {
		return fmt.Sprintf("%d.%d.%d", w.IntN(8), w.IntN(25), w.IntN(60))
	})
	return kg.One(kg.Joined("@", w.Choose("@", 1, labels())[0], version, w.Choose("@", 1, append(ids()[:4], dates()...))[0]))
}
