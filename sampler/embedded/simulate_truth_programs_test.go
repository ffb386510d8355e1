package embedded_test

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

func (v visit) page() string {
	for _, c := range v.cells {
		if c.qualifier == "page" {
			return c.value
		}
	}
	return ""
}

// newest is the value of a column as of its newest cell.
func (v visit) newest(family, qualifier string) string {
	for _, c := range v.cells {
		if c.family == family && c.qualifier == qualifier {
			return c.value
		}
	}
	return ""
}

// modulo is a digest as one number, most significant byte first.
func modulo(n int64, digest []byte) string {
	rest := new(big.Int).Mod(new(big.Int).SetBytes(digest), big.NewInt(n))
	return fmt.Sprintf("%0*d", len(fmt.Sprint(n-1)), rest)
}

// murmur is MurmurHash3_x86_32 with seed 0, after Austin Appleby's reference.
func murmur(b []byte) []byte {
	h, n := uint32(0), uint32(len(b))
	mix := func(k uint32) uint32 { k *= 0xcc9e2d51; k = k<<15 | k>>17; return k * 0x1b873593 }
	for len(b) >= 4 {
		h ^= mix(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
		h = h<<13 | h>>19
		h, b = h*5+0xe6546b64, b[4:]
	}
	tail := uint32(0)
	for i := len(b) - 1; i >= 0; i-- {
		tail = tail<<8 | uint32(b[i])
	}
	if len(b) > 0 {
		h ^= mix(tail)
	}
	h ^= n
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	h ^= h >> 16
	return []byte{byte(h >> 24), byte(h >> 16), byte(h >> 8), byte(h)}
}

// jsonOf is the newest value of each column as JSON, what is not UTF-8 in base64.
func jsonOf(cells []sent) (text string, newest int64) {
	values := map[string]string{}
	times := map[string]int64{}
	for _, c := range cells {
		if at, there := times[c.qualifier]; there && at > c.micros {
			continue // of one instant the last stays
		}
		times[c.qualifier] = c.micros
		newest = max(newest, c.micros)
		values[c.qualifier] = c.value
		if !utf8.ValidString(c.value) {
			values[c.qualifier] = base64.StdEncoding.EncodeToString([]byte(c.value))
		}
	}
	b, _ := json.Marshal(values)
	return string(b), newest
}

func salted(n int, parts ...string) string {
	return fmt.Sprintf("%0*d", len(fmt.Sprint(n-1)), crc32.ChecksumIEEE([]byte(strings.Join(parts, "")))%uint32(n))
}

func backwards(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

func labels(s string) string {
	l := strings.Split(s, ".")
	slices.Reverse(l)
	return strings.Join(l, ".")
}

// sent is a cell of the source on its way; old states that it was not the newest of its column there.
type sent struct {
	cell
	old bool
}

// put is one cell that the program writes.
type put struct {
	key string
	sent
}

// rekey is a program that copies rows under new keys, cells unchanged.
func rekey(key func(v visit) string) func(v visit) []put {
	return func(v visit) []put {
		var out []put
		for _, c := range v.cells {
			out = append(out, put{key(v), c})
		}
		return out
	}
}

// programs are candidates, each with an ordinary program that writes it.
func programs() []struct {
	text  string
	write func(v visit) []put
} {
	utc := func(v visit) time.Time { return time.UnixMilli(v.at).UTC() }
	return []struct {
		text  string
		write func(v visit) []put
	}{
		{"{user}#{reverse(ts)}#{event}",
			rekey(func(v visit) string { return fmt.Sprintf("%s#%d#%s", v.user, int64(math.MaxInt64)-v.at, v.event) })},
		{"{ts}#{user}", rekey(func(v visit) string { return fmt.Sprintf("%d#%s", v.at, v.user) })},
		{"{salt(8, user)}#{user}#{ts}",
			rekey(func(v visit) string { return salted(8, v.user) + "#" + v.user + "#" + fmt.Sprint(v.at) })},
		{"{salt(12, user, event)}#{ts}#{user}",
			rekey(func(v visit) string { return fmt.Sprintf("%s#%d#%s", salted(12, v.user, v.event), v.at, v.user) })},
		{"{salt(100, id)}#{id:pad(8)}#{ts}", rekey(func(v visit) string {
			return fmt.Sprintf("%s#%08d#%d", salted(100, fmt.Sprintf("%08d", v.id)), v.id, v.at)
		})},
		{"{reverse(host)}#{user}#{ts}",
			rekey(func(v visit) string { return fmt.Sprintf("%s#%s#%d", labels(v.host), v.user, v.at) })},
		{"{mirror(id)}#{pad(id, 6)}#{truncate(event, 2)}#{ts}", rekey(func(v visit) string {
			return fmt.Sprintf("%s#%06d#%s#%d", backwards(fmt.Sprint(v.id)), v.id, v.event[:2], v.at)
		})},
		{"{hash(user, md5, 6)}#{reverse(ts, 10^13-1)}#{user}", rekey(func(v visit) string {
			d := md5.Sum([]byte(v.user))
			return fmt.Sprintf("%s#%d#%s", hex.EncodeToString(d[:])[:6], 9_999_999_999_999-v.at, v.user)
		})},
		{"{event}", rekey(func(v visit) string { return v.event })},
		{"{host}#{w=bucket(ts, 1w):date(2006-W01)}", rekey(func(v visit) string {
			y, w := utc(v).ISOWeek()
			return fmt.Sprintf("%s#%04d-W%02d", v.host, y, w)
		})},
		{"{user}#{bucket(ts, 15m)}",
			rekey(func(v visit) string { return fmt.Sprintf("%s#%d", v.user, v.at/900_000*900_000) })},
		{"{user}#{bucket(ts, 1mo):date(200601)}",
			rekey(func(v visit) string { return v.user + "#" + utc(v).Format("200601") })},
		{"{column(d:amount)}#{user}#{ts}", rekey(func(v visit) string {
			amount := ""
			for _, c := range v.cells {
				if c.qualifier == "amount" {
					amount = c.value
				}
			}
			return fmt.Sprintf("%s#%s#%d", amount, v.user, v.at)
		})},
		{"{column(d:page, move)}#{user}", func(v visit) []put {
			var out []put
			for _, c := range v.cells {
				if c.qualifier != "page" {
					out = append(out, put{v.page() + "#" + v.user, c})
				}
			}
			return out
		}},
		{"{user}#{celltime(minute):date(2006-01-02T15:04)}", func(v visit) []put {
			var out []put
			for _, c := range v.cells {
				out = append(out, put{v.user + "#" + time.UnixMicro(c.micros).UTC().Format("2006-01-02T15:04"), c})
			}
			return out
		}},
		{"{user}#{day=bucket(ts, 1d):date(20060102)} => d -> *:{ts:date(1504)}#{qualifier()}; drop raw",
			func(v visit) []put {
				var out []put
				for _, c := range v.cells {
					if c.family == "d" {
						c.qualifier = utc(v).Format("1504") + "#" + c.qualifier
						out = append(out, put{v.user + "#" + utc(v).Format("20060102"), c})
					}
				}
				return out
			}},
		{"{user}#{ts}#{event} => d -> json d:all; raw -> cold", func(v visit) []put {
			key := fmt.Sprintf("%s#%d#%s", v.user, v.at, v.event)
			values, newest := map[string]string{}, int64(0)
			var out []put
			for _, c := range v.cells {
				if c.family == "raw" {
					c.family = "cold"
					out = append(out, put{key, c})
					continue
				}
				if _, there := values[c.qualifier]; !there {
					values[c.qualifier] = c.value
				}
				newest = max(newest, c.micros)
			}
			text, _ := json.Marshal(values)
			return append(out, put{key, sent{cell{"d", "all", newest, string(text)}, false}})
		}},
		{"{user}#{qualifier()}#{bucket(ts, 1w):date(2006-W01)} => * -> empty *:{value()}; time {ts}",
			func(v visit) []put {
				var out []put
				for _, c := range v.cells {
					y, w := utc(v).ISOWeek()
					out = append(out, put{fmt.Sprintf("%s#%s#%04d-W%02d", v.user, c.qualifier, y, w),
						sent{cell{c.family, c.value, v.at * 1000, ""}, c.old}})
				}
				return out
			}},
		{"{user}#{event} => time {ts}; d:amount -> d:a", func(v visit) []put {
			var out []put
			for _, c := range v.cells {
				c.micros = v.at * 1000
				if c.qualifier == "amount" {
					c.qualifier = "a"
				}
				out = append(out, put{v.user + "#" + v.event, c})
			}
			return out
		}},
		{"{column(d:page)}#{user}", rekey(func(v visit) string { return v.page() + "#" + v.user })},
		{"{truncate(column(raw:blob), 3)}|{user}|{ts}", rekey(func(v visit) string {
			blob := v.newest("raw", "blob")
			return fmt.Sprintf("%s|%s|%d", blob[:min(3, len(blob))], v.user, v.at)
		})},
		{"{user}[/{column(d:amount)}]", rekey(func(v visit) string {
			if a := v.newest("d", "amount"); a != "" {
				return v.user + "/" + a
			}
			return v.user
		})},
		{"{bucket(ts, 1w):date(2006-W01)}#{bucket(ts, 1y):date(2006)}#{event}", rekey(func(v visit) string {
			y, w := utc(v).ISOWeek()
			return fmt.Sprintf("%04d-W%02d#%d#%s", y, w, utc(v).Year(), v.event)
		})},
		{"{user}#{bucket(ts, 1w)}", rekey(func(v visit) string {
			day := utc(v).Truncate(24 * time.Hour)
			for day.Weekday() != time.Monday {
				day = day.AddDate(0, 0, -1)
			}
			return fmt.Sprintf("%s#%d", v.user, day.UnixMilli())
		})},
		{"{salt(7, user, murmur3)}#{user}#{ts}",
			rekey(func(v visit) string {
				return fmt.Sprintf("%s#%s#%d", modulo(7, murmur([]byte(v.user))), v.user, v.at)
			})},
		{"{salt(1000, user, ts, sha256)}#{user}", rekey(func(v visit) string {
			d := sha256.Sum256([]byte(v.user + fmt.Sprint(v.at)))
			return modulo(1000, d[:]) + "#" + v.user
		})},
		{"{salt(16, host, fnv1a64)}-{host}", rekey(func(v visit) string {
			h := fnv.New64a()
			h.Write([]byte(v.host))
			return modulo(16, h.Sum(nil)) + "-" + v.host
		})},
		{"{hash(host, sha256)}#{hash(user, 4)}", rekey(func(v visit) string {
			host, user := sha256.Sum256([]byte(v.host)), md5.Sum([]byte(v.user))
			return hex.EncodeToString(host[:]) + "#" + hex.EncodeToString(user[:])[:4]
		})},
		{"{mirror(ts)}#{mirror(host)}#{id:hex(4)}", rekey(func(v visit) string {
			return fmt.Sprintf("%s#%s#%04x", backwards(fmt.Sprint(v.at)), backwards(v.host), v.id)
		})},
		{"{reverse(host)}#{bucket(ts, 6h):date(2006010215)}#{pad(user, 5, _)}", rekey(func(v visit) string {
			return fmt.Sprintf("%s#%s#%s", labels(v.host),
				time.UnixMilli(v.at/21_600_000*21_600_000).UTC().Format("2006010215"),
				strings.Repeat("_", 5-len(v.user))+v.user)
		})},
		{"{user}#{rest(ts)}", rekey(func(v visit) string { return fmt.Sprintf("%s#%d#%s", v.user, v.at, v.event) })},
		{"all/{key()} => raw -> r; d:amount -> money:a; d -> e", func(v visit) []put {
			var out []put
			for _, c := range v.cells {
				switch {
				case c.family == "raw":
					c.family = "r"
				case c.qualifier == "amount":
					c.family, c.qualifier = "money", "a"
				default:
					c.family = "e"
				}
				out = append(out, put{"all/" + v.key(), c})
			}
			return out
		}},
		{"{user}#{bucket(ts, 1d):date(20060102)} => * -> json d:{ts:date(150405)}", func(v visit) []put {
			text, newest := jsonOf(v.cells)
			return []put{{v.user + "#" + utc(v).Format("20060102"),
				sent{cell{"d", utc(v).Format("150405"), newest, text}, false}}}
		}},
		{"{key()} => d, raw -> json d:doc", func(v visit) []put {
			text, newest := jsonOf(v.cells)
			return []put{{v.key(), sent{cell{"d", "doc", newest, text}, false}}}
		}},
		{"{user}#{bucket(ts, 1d):date(20060102)} => time {ts}", func(v visit) []put {
			var out []put
			for _, c := range v.cells {
				c.micros = v.at * 1000
				out = append(out, put{v.user + "#" + utc(v).Format("20060102"), c})
			}
			return out
		}},
		{"{family()}/{qualifier()}/{user}#{celltime(hour)}", func(v visit) []put {
			var out []put
			for _, c := range v.cells {
				out = append(out,
					put{fmt.Sprintf("%s/%s/%s#%d", c.family, c.qualifier, v.user, c.micros/3_600_000_000*3_600_000), c})
			}
			return out
		}},
	}
}
