package infer

import (
	"context"
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/orderedcode"

	"tabletop/internal/slowtest"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// tables are layouts of known kinds of systems with made-up values, and the templates that must be found.
func tables() []struct {
	name string
	make func(w *world) func() row
	want string // a line for each kind
} {
	type makes = func(w *world) func() row
	at := func(key string, t time.Time) row { return row{key, t} }
	return []struct {
		name string
		make func(w *world) func() row
		want string
	}{
		{"delimited", makes(func(w *world) func() row {
			id := some(w, 90, func() string { return w.hex(8) })
			return func() row {
				t := w.when()
				return at(w.one("phone", "tablet")+"#"+id()+"#"+t.Format("20060102"),
					t)
			}
		}), "{kind:enum(phone, tablet)}#{id:hex(8)}#{day:date(20060102)}"},
		{"reversed time", makes(func(w *world) func() row {
			user := some(w, 60, w.name)
			return func() row { t := w.when(); return at(fmt.Sprint(user(), "#", math.MaxInt64-t.UnixMilli()), t) }
		}), "{name}#{time:reverse(ms)}"},
		{"salt", makes(func(w *world) func() row {
			user := some(w, 150, w.name)
			return func() row {
				t, u := w.when(), user()
				return at(fmt.Sprintf("%02d:%s:%d", crc32.ChecksumIEEE([]byte(u))%16, u, t.Unix()), t)
			}
		}), "{salt:salt(16, pad(2), crc32(name))}:{name}:{time:s}"},
		{"digest prefix", makes(func(w *world) func() row {
			id := some(w, 150, func() string { return fmt.Sprint(1000000 + w.IntN(9000000)) })
			return func() row {
				t, i := w.when(), id()
				sum := md5.Sum([]byte(i))
				return at(hex.EncodeToString(sum[:2])+"_"+i+"_"+t.Format("20060102"), t)
			}
		}), "{hash:hash(hex(4))}_{number:int}_{day:date(20060102)}"},
		{"punctuation that some words have", makes(func(w *world) func() row {
			part := some(w, 40, w.word)
			pack := some(w, 300, w.name)
			return func() row {
				t, version := w.when(), fmt.Sprintf("%d.%d", w.IntN(20), w.IntN(30))
				if w.IntN(4) == 0 {
					version = "1:" + version
				}
				if w.IntN(3) == 0 {
					version += "~" + part()
				}
				return at(part()+"/"+pack()+"@"+version, t)
			}
		}), "{kind:enum}/{name}@{name2}"},
		{"years long before the cells", makes(func(w *world) func() row {
			code := some(w, 120, func() string { return strings.ToUpper(w.word()[:3]) })
			return func() row { return at(fmt.Sprint(code(), "#", 1960+w.IntN(61)), w.when()) }
		}), "{kind:enum}#{year:date(2006)}"},
		{"metrics", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				key := be(uint64(1+w.IntN(50)), 3) + be(uint64(t.Truncate(time.Hour).Unix()), 4)
				for k := range 1 + w.IntN(4) {
					key += be(uint64(k+1), 3) + be(uint64(1+w.IntN(400)), 3)
				}
				return at(key, t)
			}
		}), "{number:be(3)}{time:s(be(4))}[{number2:be(3)}{number3:be(3)}]*"},
		{"varchar and flipped long", makes(func(w *world) func() row {
			host := some(w, 60, w.name)
			return func() row { t := w.when(); return at(host()+"\x00"+be(uint64(t.UnixMilli())^1<<63, 8), t) }
		}), `{name}\0{time:ms(be(8, flip))}`},
		{"ordered struct", makes(func(w *world) func() row {
			user := some(w, 60, w.name)
			return func() row {
				t := w.when()
				return at(user()+"\x00\x01"+strings.ReplaceAll(be(uint64(t.UnixMicro()), 8), "\x00", "\x00\xff"), t)
			}
		}), `{name:text escaped}\0\x01{time:us(be(8)) escaped}`},
		{"lengths", makes(func(w *world) func() row {
			return func() row {
				t, a, b := w.when(), w.name(), w.word()
				return at(be(uint64(len(a)), 2)+a+be(uint64(len(b)), 2)+b+be(uint64(t.UnixMilli()), 8), t)
			}
		}), "{name:text len(2)}{kind:enum len(2)}{time:ms(be(8))}"},
		{"fixed text", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				return at(fmt.Sprintf("%s%06d%s%04d", w.one("DE", "FR", "IT"), w.IntN(90000), t.Format("20060102"),
					w.IntN(900)), t)
			}
		}), "{country:enum(DE, FR, IT)}{number:pad(6)}{day:date(20060102)}{number2:pad(4)}"},
		{"blocks", makes(func(w *world) func() row {
			return func() row { n := w.IntN(1 << 22); return at(fmt.Sprintf("%016x", n), w.when()) }
		}), "{id:hex(16)}"},
		{"reversed domain and path", makes(func(w *world) func() row {
			host := some(w, 120, func() string {
				return w.one("com", "org", "de") + "." + w.name() +
					w.one("", ".www", ".blog")
			})
			return func() row {
				t, path := w.when(), ""
				for range 1 + w.IntN(5) {
					path += "/" + w.name()
				}
				return at(host()+":https"+path, t)
			}
		}), "{host:reverse(domain)}:{kind:enum(https)}/{path:url...}"},
		{"object store", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				return at(w.one("logs", "raw")+"/"+t.Format("2006/01/02")+"/"+w.uuid()+"."+w.one("json", "csv"), t)
			}
		}), "{kind:enum(logs, raw)}/{day:date(2006/01/02)}/{uuid:uuid}.{kind2:enum(csv, json)}"},
		{"several kinds", makes(func(w *world) func() row {
			return func() row {
				t, u := w.when(), 10000+w.IntN(80000)
				switch w.IntN(4) {
				case 0:
					return at(fmt.Sprint("USER#", u), t)
				case 1:
					return at("ORG#"+w.name()+w.name()+"#META", t)
				}
				return at(fmt.Sprintf("USER#%d#ORDER#%s#%04d", u, t.Format(time.DateOnly), w.IntN(9000)), t)
			}
		}), "org = {kind:enum(ORG)}#{org}#{kind2:enum(META)}\nuser = {kind:enum(USER)}#{user:int}\n" +
			"user_order = {kind:enum(USER)}#{user:int}#{kind2:enum(ORDER)}#{day:date(2006-01-02)}#{number:pad(4)}"},
		{"several binary kinds", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				switch w.IntN(3) {
				case 0:
					return at("h"+be(uint64(w.IntN(1<<22)), 8)+w.bytes(32), t)
				case 1:
					return at("b"+be(uint64(w.IntN(1<<22)), 8), t)
				}
				return at("l"+w.bytes(32), t)
			}
		}), "id = {kind:enum(l)}{id:hash(bytes(32))}\nnumber = {kind:enum(b)}{number:be(8)}\nnumber_id = " +
			"{kind:enum(h)}{number:be(8)}{id:hash(bytes(32))}"},
		{"address and document", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				return at(fmt.Sprintf(`%s@%s.org#{"id":%d,"city":"%s"}`, w.name(), w.word(), w.IntN(90000), w.name()),
					t)
			}
		}), "{email:email}#{document:json}"},
		{"record below record", makes(func(w *world) func() row {
			return func() row {
				t, id := w.when(), 10000+w.IntN(80000)
				switch w.IntN(3) {
				case 0:
					return at(fmt.Sprint("acct/", id), t)
				case 1:
					return at(fmt.Sprintf("acct/%d/txn/%s/%s", id, t.Format("20060102"), w.uuid()), t)
				}
				return at(fmt.Sprintf("acct/%d/txn/%s/%s/line/%03d", id, t.Format("20060102"), w.uuid(), w.IntN(40)), t)
			}
		}), "acct = {kind:enum(acct)}/{acct:int}\n" +
			"acct_txn = {kind:enum(acct)}/{acct:int}/{kind2:enum(txn)}/{day:date(20060102)}/{uuid:uuid}\n" +
			"acct_txn_line = " +
			"{kind:enum(acct)}/{acct:int}/{kind2:enum(txn)}/{day:date(20060102)}/{uuid:uuid}/{kind3:enum(line)}/{line:pad(3)}"},
		{"tuple", makes(func(w *world) func() row {
			name := some(w, 90, w.name)
			return func() row {
				t := w.when()
				return at("\x02"+name()+"\x00\x02"+w.one("post", "like")+"\x00\x1a"+be(uint64(t.UnixMilli()), 6), t)
			}
		}), `\x02{name}\0\x02{kind:enum(like, post)}\0\x1a{time:ms(be(6))}`},
		{"ordered integer", makes(func(w *world) func() row {
			name := some(w, 90, w.name)
			return func() row {
				n, _ := orderedcode.Append(nil, int64(w.Float64()*w.Float64()*2e6))
				return at(name()+"\x00\x01"+strings.ReplaceAll(string(n), "\x00", "\x00\xff")+"\x00\x01"+w.one("home",
					"work"), w.when())
			}
		}), `{name:text escaped}\0\x01{number:ordered escaped}\0\x01{kind:enum(home, work)}`},
		{"letters before ids", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				if w.IntN(3) == 0 {
					return at("G"+w.uuid()+"#"+fmt.Sprint(w.IntN(60)), t)
				}
				return at("P"+w.hex(16)+"#"+fmt.Sprint(t.UnixMilli()), t)
			}
		}), "id_time = {kind:enum(P)}{id:hash(hex(16))}#{time:ms}\nuuid_number = " +
			"{kind:enum(G)}{uuid:uuid}#{number:int}"},
		{"two airports", makes(func(w *world) func() row {
			port := some(w, 25, func() string { return w.letters(3, "ABCDEFGHIJKLMNOPRSTUVWXYZ") })
			return func() row { t := w.when(); return at(port()+port()+"/"+t.Format("2006-01-02T15:04"), t) }
		}), "{kind:text(3)}{kind2:enum}/{minute:date(2006-01-02T15:04)}"},
		{"addresses with colons", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				return at(fmt.Sprintf("2001:db8:%x:%x:%x:%x:%x:%x|%d", w.IntN(65536), w.IntN(65536), w.IntN(65536),
					w.IntN(65536), w.IntN(65536), w.IntN(65536), t.Unix()), t)
			}
		}), "{ip:ip}|{time:s}"},
		{"log line", makes(func(w *world) func() row {
			return func() row {
				t := w.when()
				return at(fmt.Sprintf("10.%d.%d.7 www.%s.org %s %d", w.IntN(200), w.IntN(200), w.name(),
					w.one("A", "MX"), t.Unix()), t)
			}
		}), "{ip:ip} {host:domain} {kind:enum(A, MX)} {time:s}"},
		{"offsets of blocks", makes(func(w *world) func() row {
			blob := some(w, 200, func() string { return w.bytes(32) })
			return func() row { return at(blob()+be(uint64(w.IntN(60))<<16, 8), w.when()) }
		}), "{id:hash(bytes(32))}{number:be(8)}"},
		{"one uuid", makes(func(w *world) func() row {
			return func() row { return at(w.uuid(), w.when()) }
		}), "{uuid:uuid}"},
	}
}

func TestTables(t *testing.T) {
	for i, tt := range tables() {
		if testing.Short() && i%2 > 0 {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			rs := rows(600, tt.make(newWorld(uint64(i))))
			res := inferred(t, rs)
			checkResult(t, sampleOf(rs), res)
			if got := cutsOnly(res); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s\n(%d of %d unexplained)", got, tt.want, res.Unexplained, res.Keys)
			}
		})
	}
}

// sortedEnums orders the values of enums, which stand in the order of their frequency.
func sortedEnums(lines []string) []string {
	for i, l := range lines {
		for at := 0; ; {
			k := strings.Index(l[at:], "enum(")
			if k < 0 {
				break
			}
			from := at + k + len("enum(")
			to := from + strings.IndexByte(l[from:], ')')
			values := strings.Split(l[from:to], ", ")
			slices.Sort(values)
			l = l[:from] + strings.Join(values, ", ") + l[to:]
			at = to
		}
		lines[i] = l
	}
	return lines
}

// Three in a hundred keys of garbage must change the share that fits and nothing else.
func TestGarbage(t *testing.T) {
	for i, tt := range tables() {
		if !slowtest.On() && i%4 > 0 {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(uint64(i))
			rs := rows(600, tt.make(w))
			clean := inferred(t, rs)
			dirty := slices.Clone(rs)
			for range 18 {
				dirty = append(dirty, row{w.bytes(3 + w.IntN(30)), w.when()})
			}
			got := inferred(t, dirty)
			if a, b := cutsOnly(clean), cutsOnly(got); a != b {
				t.Errorf("with garbage\n%s\nwithout\n%s", b, a)
			}
			if got.Unexplained > clean.Unexplained+18 {
				t.Errorf("%d unexplained, %d without the garbage", got.Unexplained, clean.Unexplained)
			}
		})
	}
}

// cutsOnly writes a result with the values of enums in order.
func cutsOnly(r Result) string {
	lines := sortedEnums(templates(r))
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestRandomKeysHaveNoStructure(t *testing.T) {
	w := newWorld(5)
	for name, make := range map[string]func() string{
		"16 bytes":   func() string { return w.bytes(16) },
		"20 bytes":   func() string { return w.bytes(20) },
		"any length": func() string { return w.bytes(4 + w.IntN(40)) },
		"hex":        func() string { return w.hex(32) },
		"base 62": func() string {
			return w.letters(22,
				"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
		},
		"long": func() string { return w.bytes(4096) },
		"printable": func() string {
			return w.letters(24,
				"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~")
		},
		"single bytes":  func() string { return w.bytes(1) },
		"digits":        func() string { return w.letters(30, "0123456789") },
		"letters, long": func() string { return w.letters(3000, "abcdefghijklmnopqrstuvwxyz") },
	} {
		t.Run(name, func(t *testing.T) {
			n := 300
			if name == "long" || name == "letters, long" {
				n = 60
				if !slowtest.On() {
					n = 24
				}
			}
			rs := rows(n, func() row { return row{make(), w.when()} })
			res := inferred(t, rs)
			checkResult(t, sampleOf(rs), res)
			for _, k := range res.Kinds {
				if len(k.Layout.Segments()) > 1 {
					t.Errorf("structure in random keys: %s", k.Layout)
				}
			}
		})
	}
}

// Small numbers that are spread evenly and depend on nothing are no salts.
func TestNoSaltWithoutProof(t *testing.T) {
	for seed := range seeds(12) {
		w := newWorld(100 + seed)
		user := some(w, 200, w.name)
		res := inferred(t, rows(500, func() row {
			t := w.when()
			return row{fmt.Sprintf("%d#%s#%d", w.IntN(8), user(), t.Unix()), t}
		}))
		for _, k := range res.Kinds {
			for _, s := range k.Layout.Segments() {
				if s.Codec.Type() == rowkey.Salt {
					t.Errorf("seed %d: %s", seed, k.Layout)
				}
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	w := newWorld(9)
	words := []string{"a#1", "b#2", "c#3"}
	for name, rs := range map[string][]row{
		"nothing":       nil,
		"one key":       {{"k", w.when()}},
		"three keys":    {{words[0], w.when()}, {words[1], w.when()}, {words[2], w.when()}},
		"the empty key": {{"", w.when()}, {"a", w.when()}},
		"no cells":      rows(200, func() row { return row{fmt.Sprint(w.name(), "#", w.when().Unix()), time.Time{}} }),
		"all at 1970": rows(200, func() row {
			return row{fmt.Sprint(w.name(), "#", w.when().Unix()),
				time.UnixMicro(1)}
		}),
		"before 1970": rows(200, func() row {
			return row{fmt.Sprint(w.name(), "#", w.when().Unix()),
				time.UnixMicro(-1)}
		}),
		"sequence": rows(200, func() row {
			return row{fmt.Sprint(w.name(), "#", w.when().Unix()), time.UnixMicro(int64(w.IntN(1000)))}
		}),
		"zero bytes":      rows(40, func() row { return row{strings.Repeat("\x00", 1+w.IntN(60)), w.when()} }),
		"only delimiters": rows(60, func() row { return row{w.letters(1+w.IntN(20), "#|/:"), w.when()} }),
		"all kinds": rows(100, func() row {
			return row{w.one(w.bytes(w.IntN(9)), w.uuid(), w.name(), fmt.Sprint(w.IntN(1e6)), w.word()+"/"+w.name()),
				w.when()}
		}),
		"far future": rows(100, func() row {
			return row{fmt.Sprint(w.Uint64()),
				time.Date(2290, 1, 1, 0, 0, 0, 0, time.UTC)}
		}),
		"not UTF-8":    rows(100, func() row { return row{w.name() + "\xff\xfe" + w.name(), w.when()} }),
		"escapes":      rows(100, func() row { return row{w.name() + "\x1b[31m{}()\\" + w.name(), w.when()} }),
		"zeros inside": rows(200, func() row { return row{w.letters(40, "\x00\x01\xff"), w.when()} }),
	} {
		t.Run(name, func(t *testing.T) {
			checkResult(t, sampleOf(rs), inferred(t, rs))
		})
	}
}

// Times are found without cells too, where their form alone is proof.
func TestTimesWithoutCells(t *testing.T) {
	w := newWorld(3)
	res := inferred(t, rows(300, func() row {
		return row{fmt.Sprint(w.name(), "#", w.when().UnixMilli()),
			time.Time{}}
	}))
	if got := templates(res); len(got) != 1 || got[0] != "{name}#{time:ms}" {
		t.Errorf("got %q", got)
	}
}

func TestDeclaredSchema(t *testing.T) {
	w := newWorld(4)
	rs := rows(300, func() row {
		t := w.when()
		return row{w.word() + "-" + w.word() + "#" + w.hex(8) + "#" + t.Format("20060102"), t}
	})
	s := sampleOf(rs)
	s.Table.KeySchema = &rowkey.Schema{Encoding: rowkey.DelimitedBytes, Delimiter: []byte("#"),
		Fields: []rowkey.SchemaField{
			{Name: "device", Type: "string", Encoding: "utf8"}, {Name: "code", Type: "string", Encoding: "utf8"},
			{Name: "on", Type: "string", Encoding: "utf8"},
		}}
	res, err := Sample(context.Background(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := templates(res); len(got) != 1 || got[0] != "{device}#{code:hex(8)}#{on:date(20060102)}" {
		t.Errorf("got %q", got)
	}
}

func TestCancel(t *testing.T) {
	w := newWorld(4)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Sample(ctx, sampleOf(rows(300, func() row { return row{w.name() + "#" + w.hex(8), w.when()} })),
		Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// The same sample gives the same answer.
func TestDeterministic(t *testing.T) {
	for i, tt := range tables()[:6] {
		rs := rows(300, tt.make(newWorld(uint64(i))))
		a, b := inferred(t, rs), inferred(t, rs)
		if x, y := strings.Join(templates(a), "\n"), strings.Join(templates(b), "\n"); x != y {
			t.Errorf("%s: %s, then %s", tt.name, x, y)
		}
	}
}

// What could as well be cut otherwise says so.
func TestRival(t *testing.T) {
	w := newWorld(8)
	res := inferred(t, rows(300, func() row { return row{w.bytes(8) + w.bytes(8), w.when()} }))
	if len(res.Kinds) != 1 || !res.Kinds[0].Evidence.Rival || res.Kinds[0].Evidence.Margin > 1 {
		t.Errorf("%+v", res.Kinds)
	}
}

// Tables with as many rows for each entity hold a pattern in the order of their keys, which a look at every second or
// fourth of them must not miss.
func TestPickMeetsNoRhythm(t *testing.T) {
	names := []string{"address", "billing", "cart", "devices", "email", "friends", "groups", "history"}
	for period := 2; period <= len(names); period++ {
		rng := newWorld(uint64(period))
		b := sample.NewBuilder(0)
		for range 400 * 8 / period {
			id := rng.letters(8, "0123456789abcdef")
			for _, name := range names[:period] {
				b.Row([]byte("member:" + id + ":" + name))
			}
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
		got, err := Sample(context.Background(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Unexplained > 0 || len(got.Kinds) != 1 || got.Kinds[0].Layout.Segments()[2].Codec.Type() != rowkey.Enum {
			t.Errorf("%d rows an entity: %d of %d keys are unexplained by %v", period, got.Unexplained, got.Keys,
				got.Set())
		}
	}
}

// A remainder is never the answer: names of a few letters, which save little over bare bytes, have a layout, garbage or
// not.
func TestShortNamesHaveALayout(t *testing.T) {
	for _, garbage := range []int{0, 5, 10} {
		for seed := range seeds(8) {
			w := newWorld(900 + seed)
			res := inferred(t, rows(1000, func() row {
				if w.IntN(100) < garbage {
					return row{w.bytes(4 + w.IntN(24)), w.when()}
				}
				return row{w.letters(3+w.IntN(6), "abcdefghijklmnopqrstuvwxyz"), w.when()}
			}))
			if share := float64(res.Unexplained) / float64(res.Keys); share > 0.15 {
				t.Errorf("%d%% garbage, seed %d: %.0f%% unexplained by %q", garbage, seed, 100*share, templates(res))
			}
			for _, k := range res.Kinds {
				if len(k.Layout.Segments()) > 1 {
					t.Errorf("%d%% garbage, seed %d: %s", garbage, seed, k.Layout)
				}
			}
		}
	}
}

// A letter and random bytes hold no time, whenever the cells were written.
func TestNoTimeInNoise(t *testing.T) {
	for seed := range seeds(24) {
		w := newWorld(700 + seed)
		start, letter := w.when(), w.letters(1, "abcdefghijklmnopqrstuvwxyz")
		for _, k := range inferred(t, rows(400, func() row {
			return row{letter + w.bytes(32), start.Add(time.Duration(w.Int64N(int64(12 * time.Hour))))}
		})).Kinds {
			for _, s := range k.Layout.Segments() {
				if s.Codec.Type() == rowkey.Timestamp || s.Codec.Type() == rowkey.Salt {
					t.Errorf("seed %d: %s", seed, k.Layout)
				}
			}
		}
	}
}

// A run of numbers has no salt, at any width, start or step, whatever follows it.
func TestNoSaltInARange(t *testing.T) {
	for seed := range seeds(160) {
		w := newWorld(3000 + seed)
		width, start, step, n := 4+w.IntN(9), w.IntN(1_000_000), 1+w.IntN(13)*w.IntN(2), 200+w.IntN(2500)
		form := w.one("%0*d", "%0*x", "%0*d#x", "%0*d:"+w.word())
		var rs []row
		for i := range n {
			key := fmt.Sprintf(form, width, start+i*step)
			if seed%5 == 0 {
				key = be(uint64(start+i*step), 8)
			}
			rs = append(rs, row{key, time.Unix(1_700_000_000+int64(i), 0)})
		}
		for _, k := range inferred(t, rs).Kinds {
			for _, s := range k.Layout.Segments() {
				if s.Codec.Type() == rowkey.Salt || s.Codec.Type() == rowkey.Timestamp || s.Name == "hash" {
					t.Errorf("seed %d, %d numbers from %d by %d: %s", seed, n, start, step, k.Layout)
				}
			}
		}
	}
}

// The function of a salt is printed as it was verified: a plain name is the whole digest modulo the buckets, anything
// else says what it is.
func TestSaltIsPrintedAsVerified(t *testing.T) {
	const buckets = 16
	for name, tt := range map[string]struct {
		salt func(user string) uint64
		want string
	}{
		"whole digest": {func(u string) uint64 { return uint64(crc32.ChecksumIEEE([]byte(u))) % 15 }, "crc32(name)"},
		"long digest": {func(u string) uint64 {
			return candidate.Modulo(candidate.Digest("md5")([]byte(u)),
				buckets)
		}, "md5(name)"},
		"eight bytes": {func(u string) uint64 {
			s := md5.Sum([]byte(u))
			return binary.BigEndian.Uint64(s[:]) % buckets
		}, "md5_first8(name)"},
		"absolute": {func(u string) uint64 {
			h := int32(crc32.ChecksumIEEE([]byte(u)))
			return uint64(max(h,
				-h)) % 15
		}, "crc32_abs(name)"},
		"upper bits": {func(u string) uint64 { return uint64(crc32.ChecksumIEEE([]byte(u)) >> 28) },
			"crc32_shift28(name)"},
		"other letters": {func(u string) uint64 { return uint64(crc32.ChecksumIEEE([]byte(u+":x"))) % buckets }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(40)
			user := some(w, 300, w.name)
			res := inferred(t, rows(800, func() row {
				at, u := w.when(), user()
				return row{fmt.Sprintf("%02d:%s:%d", tt.salt(u), u, at.Unix()), at}
			}))
			got := templates(res)
			salted := strings.Contains(got[0], "salt(")
			if len(got) != 1 || salted != (tt.want != "") || !strings.Contains(got[0], tt.want) {
				t.Errorf("got %q, want %s", got, tt.want)
			}
		})
	}
}

// Segments are named by what their values are, and no kind by a letter.
func TestNamesFromMeaning(t *testing.T) {
	w := newWorld(77)
	of := func(words string) func() string { return func() string { return w.one(strings.Fields(words)...) } }
	for _, tt := range []struct {
		want  string
		value func() string
	}{
		{"country", of("US DE FR BR JP NL SE")}, {"country", of("CHE AUT FIN PRT IRL")}, {"kind", of("QQ XZ WV JX")},
		{"kind", of("LHR CDG JFK ARN OSL")},
		{"region", of("us-east1 europe-west4 asia-south1 us-central1")},
		{"region", of("westus2 francecentral eastasia ukwest")}, {"kind", of("easter western northern")},
		{"zone", of("us-east-1a us-east-1b eu-west-3c")}, {"locale", of("nb-NO it_IT es-MX")},
		{"language", of("en it es cs uk")}, {"kind", of("aa bb cc dd")},
		{"currency", of("DKK AUD PLN")}, {"phone", func() string { return "+33" + w.letters(9, "0123456789") }},
		{"mac", func() string {
			return fmt.Sprintf("%02X-%02X-%02X-%02X-%02X-%02X", w.IntN(256), w.IntN(256), w.IntN(256), w.IntN(256),
				w.IntN(256), w.IntN(256))
		}},
		{"uuid", w.uuid},
		{"email", func() string { return w.name() + "@" + w.word() + ".org" }},
		{"ip", func() string { return fmt.Sprintf("10.%d.%d.%d", w.IntN(200), w.IntN(256), w.IntN(256)) }},
		{"host", func() string { return w.one("www.", "api.") + w.name() + ".com" }},
		{"url", func() string { return "https://" + w.word() + ".org/" + w.name() }},
		{"hour", func() string { return w.when().Format("2006010215") }},
		{"day", func() string { return w.when().Format("2006-01-02") }},
	} {
		rs := rows(200, func() row { return row{tt.value() + "#" + fmt.Sprint(w.IntN(90000)), w.when()} })
		if res := inferred(t, rs); len(res.Kinds) != 1 || res.Kinds[0].Layout.Segments()[0].Name != tt.want {
			t.Errorf("%s, such as %q: %q", tt.want, rs[0].key, templates(res))
		}
	}
	mixed := inferred(t, rows(600, func() row {
		if w.IntN(2) == 0 {
			return row{"G" + w.uuid() + "#" + fmt.Sprint(w.IntN(60)), w.when()}
		}
		return row{"P" + w.hex(16) + "#" + fmt.Sprint(w.when().UnixMilli()), w.when()}
	}))
	for _, k := range mixed.Kinds {
		if len(k.Layout.Name()) < 2 {
			t.Errorf("a kind is named %q: %s", k.Layout.Name(), k.Layout)
		}
	}
}
