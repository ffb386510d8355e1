package heldout

import (
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// pod is the name of a pod: a service, the hash of its template, and a random suffix.
func pod(n int, draw kg.Draw) kg.Field {
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash}, Soft: "-"}
	return kg.Typed("pod", "pod", "-", n, draw, v, func(w *kg.World) string {
		return w.One(services()...) + "-" + w.Letters(9, "bcdf456789") + "-" + w.Letters(5, "bcdfghjklmnpqrstvwxz2456789")
	})
}

// host is the name of a machine in a data center.
func host(n int, draw kg.Draw) kg.Field {
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal}, Soft: "-", Seams: true}
	return kg.Typed("host", "host", "-", n, draw, v, func(w *kg.World) string {
		return fmt.Sprintf("%s-%s%02d", w.One("ams", "fra", "iad", "sin"), w.One("app", "db", "cache", "web", "worker"), 1+w.IntN(40))
	})
}

// fqdn is the name of a machine with its domain.
func fqdn(n int, draw kg.Draw) kg.Field {
	v := kg.Value{Type: rowkey.Domain, Accept: []rowkey.Type{rowkey.Text}, Soft: ".", Seams: true}
	return kg.Typed("host", "full host name", ".-", n, draw, v, func(w *kg.World) string {
		return fmt.Sprintf("%s%02d.%s.%s.net", w.One("app", "db", "cache", "web"), 1+w.IntN(40), w.One("ams", "fra", "iad"), w.One(hosters()[:3]...))
	})
}

func logs() []kg.Production {
	return []kg.Production{
		{Name: "container logs", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%", few("cluster", regions(), 4, kg.Skewed), pod(90, kg.ByEntity), calendar(rowkey.Nanosecond, "2006-01-02T15:04:05.000000000Z"))
		}},
		{Name: "spans", Make: func(w *kg.World) []kg.Kind {
			return one("00-%-%-01", kg.RandomID("trace", "trace", hexLow, 32, 300, kg.ByEntity), kg.RandomID("span", "span", hexLow, 16, 9000, kg.Evenly))
		}},
		{Name: "graphite", Make: func(w *kg.World) []kg.Kind {
			return one("%;dc=%;host=% %", words("metric", metrics(), kg.Evenly), few("dc", []string{"ams", "fra", "iad", "sin"}, 3, kg.Skewed), numbered("host", "web", 2, 40, kg.ByEntity), kg.Epoch(rowkey.Second, 0))
		}},
		{Name: "chunks by day", Make: func(w *kg.World) []kg.Kind {
			return one("%:%:%", few("tenant", tenants(), 8, kg.Skewed), counter(lettered("d", kg.Epoch(rowkey.Day, 0))), token("series", 32, 3000, "base64", kg.Evenly))
		}},
		{Name: "probes", Make: func(w *kg.World) []kg.Kind {
			return one("%#%#%", domain("target", 60, true, kg.ByEntity), few("from", regions(), 5, kg.Evenly), kg.Among(w, reversed(rowkey.Second, 9999999999), kg.Epoch(rowkey.Second, 0)))
		}},
		{Name: "alerts", Make: func(w *kg.World) []kg.Kind {
			return one("%.%.%", few("severity", []string{"critical", "info", "page", "warning"}, 4, kg.Skewed), slug("rule", 40, kg.ByEntity), calendar(rowkey.Second, kg.Among(w, "20060102T150405Z", "2006-01-02T15:04:05Z")))
		}},
		{Name: "audit trail", Make: func(w *kg.World) []kg.Kind {
			return one("%:%:%:%", few("tenant", tenants(), 12, kg.ByEntity), calendar(rowkey.Day, "2006-01-02"), email("actor", 80, kg.ByEntity), uuid7("entry", false))
		}},
		{Name: "commits", Make: func(w *kg.World) []kg.Kind {
			repo := kg.Made("repo", "owner and repository", "/-", 50, kg.ByEntity, func(w *kg.World) string {
				return w.One(tenants()...) + "/" + w.One(adjectives()...) + "-" + w.One(goods()...)
			})
			sha := kg.RandomID("commit", "sha1", hexLow, 40, 9000, kg.Evenly)
			return some(w, 1, kind(3, "%@%", repo, sha), kind(1, "%@%:%", repo, sha, few("job", []string{"build", "deploy", "lint", "test"}, 4, kg.Evenly)))
		}},
		{Name: "builds", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%", words("project", services(), kg.ByEntity), few("branch", []string{"dev", "main", "next", "release", "staging"}, 4, kg.Skewed), kg.Among(w, kg.Padded("build", 6, 4000, kg.Evenly), number("build", 4000, kg.Evenly)))
		}},
		{Name: "access log", Make: func(w *kg.World) []kg.Kind {
			return one("%|%|%", ipv4("client", 300, kg.ByEntity), few("status", []string{"200", "201", "204", "301", "304", "400", "401", "403", "404", "500", "502", "503"}, 9, kg.Skewed).Accepting(rowkey.IntDecimal, rowkey.IntPadded), calendar(rowkey.Second, "02/Jan/2006:15:04:05"))
		}},
		{Name: "rate limits", Make: func(w *kg.World) []kg.Kind {
			return one("%:%:%", prefixed("key", "sk_live_", base62, 24, 60, kg.ByEntity), few("endpoint", tables(), 9, kg.Skewed), counter(kg.Epoch(rowkey.Minute, 0)))
		}},
		{Name: "queues", Make: func(w *kg.World) []kg.Kind {
			return one("%:%:%:%", few("queue", services(), 7, kg.Skewed), kg.Decimal("priority", 0, 9, kg.Skewed), kg.Epoch(rowkey.Millisecond, 0), kg.UUID("job", "text", 9000, kg.Evenly))
		}},
		{Name: "sessions", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(3, "sess:%", token("session", 24, 9000, "base64", kg.Evenly)), kind(1, "user-sess:%:%", number("user", 70000, kg.ByEntity), token("session", 24, 9000, "base64", kg.Evenly)))
		}},
		{Name: "error groups", Make: func(w *kg.World) []kg.Kind {
			return one("%:%:%", number("project", 900, kg.ByEntity), kg.RandomID("fingerprint", "fingerprint", hexLow, kg.Among(w, 8, 20, 32), 700, kg.ByEntity), calendar(rowkey.Hour, kg.Among(w, "2006010215", "2006-01-02T15")))
		}},
	}
}

func machines() []kg.Production {
	return []kg.Production{
		{Name: "plant tags", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%/%", few("site", cities(), 5, kg.Skewed), numbered("line", "line", 0, 6, kg.Skewed), kg.Choice("unit", "unit and digit", withDigit(units()), 14, kg.ByEntity), kg.Epoch(rowkey.Millisecond, 0))
		}},
		{Name: "radio devices", Make: func(w *kg.World) []kg.Kind {
			eui := fixed(kg.Typed("eui", "eui64", "", 200, kg.ByEntity, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Hex}, Cuts: []int{6}, Headed: true}, func(w *kg.World) string {
				return "70B3D5" + w.Letters(10, "0123456789ABCDEF")
			}))
			return one(kg.Among(w, "%-%", "%/%"), eui, kg.Among(w, kg.Epoch(rowkey.Second, 0), reversed(rowkey.Second, 9999999999), calendar(rowkey.Second, "20060102150405")))
		}},
		{Name: "access points", Make: func(w *kg.World) []kg.Kind {
			vendors := []string{"00:1a:2b", "3c:5a:b4", "f4:f5:d8"}
			mac := fixed(kg.Typed("mac", "mac address", ":", 200, kg.ByEntity, kg.Value{Type: rowkey.Hex, Accept: []rowkey.Type{rowkey.Hash, rowkey.Text, rowkey.Enum, rowkey.IntPadded}, Soft: ":"}, func(w *kg.World) string {
				return w.One(vendors...) + ":" + w.Letters(2, hexLow) + ":" + w.Letters(2, hexLow) + ":" + w.Letters(2, hexLow)
			}))
			return one("%|%", mac, kg.Among(w, kg.Epoch(rowkey.Millisecond, 0), calendar(rowkey.Minute, "2006-01-02T15:04")))
		}},
		{Name: "half hours of meters", Make: func(w *kg.World) []kg.Kind {
			return one("%_%_%", kg.Decimal("supply", 7000000000000, 7009999999999, kg.ByEntity), calendar(rowkey.Day, "20060102"), kg.Padded("slot", 2, 48, kg.Evenly))
		}},
		{Name: "trips of cars", Make: func(w *kg.World) []kg.Kind {
			vin := fixed(kg.Typed("vin", "vin", "", 120, kg.ByEntity, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text}, Cuts: []int{3}}, func(w *kg.World) string {
				return w.One("WVW", "1FT", "JHM", "WDB") + w.Letters(6, "0123456789ABCDEFGHJKLMNPRSTUVWXYZ") + w.Letters(8, digits+"ABCDEFGH")
			}))
			return one("%#%#%", vin, number("trip", 900, kg.Skewed), reversed(rowkey.Millisecond, 9999999999999))
		}},
		{Name: "fleet in cells", Make: func(w *kg.World) []kg.Kind {
			return one("%|%|%", geohash("cell", kg.Among(w, 5, 6, 7), 300, kg.ByEntity), calendar(rowkey.Hour, kg.Among(w, "2006010215", "2006-01-02T15")), numbered("vehicle", "v", 5, 800, kg.Evenly))
		}},
		{Name: "weather stations", Make: func(w *kg.World) []kg.Kind {
			return one("%/%", kg.Padded("station", 5, 99000, kg.ByEntity), calendar(rowkey.Minute, kg.Among(w, "2006/01/02/1504", "2006/01/02 1504")))
		}},
		{Name: "sensors", Make: func(w *kg.World) []kg.Kind {
			device := numbered("device", kg.Among(w, "dev-", "node", "gw_"), 4, 900, kg.ByEntity)
			return one("%#%#%", device, few("sensor", sensors(), 6, kg.Evenly), kg.Among(w, reversed(rowkey.Millisecond, 1<<63-1), calendar(rowkey.Second, "2006-01-02T15:04:05"), counter(kg.Epoch(rowkey.Hour, 0))))
		}},
		{Name: "drones", Make: func(w *kg.World) []kg.Kind {
			return one("%.%.%", code("drone", "AA-9999", 80, kg.ByEntity), kg.Padded("flight", 5, 3000, kg.Group), kg.Epoch(rowkey.Microsecond, 0))
		}},
		{Name: "call records", Make: func(w *kg.World) []kg.Kind {
			imsi := kg.Decimal("imsi", 262010000000000, 262019999999999, kg.ByEntity)
			return one(kg.Among(w, "%_%_%", "%#%#%"), imsi, calendar(rowkey.Second, kg.Among(w, "20060102150405", "20060102-150405")), kg.HexNumber("cell", 7, 1<<26, kg.Evenly).Accepting(rowkey.Hash))
		}},
		{Name: "numbers reversed", Make: func(w *kg.World) []kg.Kind {
			v := kg.Value{Type: rowkey.IntPadded, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.Hash}}
			msisdn := fixed(kg.Typed("msisdn", "digits of a telephone number reversed", "", 400, kg.ByEntity, v, func(w *kg.World) string { return w.Letters(9, digits) + w.One("94", "84", "33") }))
			return one("%:%", msisdn, kg.Among(w, reversed(rowkey.Millisecond, 9999999999999), kg.Epoch(rowkey.Second, 0), calendar(rowkey.Day, "060102")))
		}},
		{Name: "energy of homes", Make: func(w *kg.World) []kg.Kind {
			return kg.One(first(accepting(kg.Digest("md5", kg.Among(w, 2, 3, 4), false, "home"), rowkey.Salt), shape("-%-%", kg.Decimal("home", 100000, 999999, kg.ByEntity), calendar(rowkey.Month, kg.Among(w, "200601", "2006-01")))))
		}},
	}
}

func withDigit(list []string) []string {
	var out []string
	for i, s := range list {
		out = append(out, strings.ToUpper(s[:1])+s[1:]+fmt.Sprint(1+i%4))
	}
	return out
}
