package wide

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// things are devices, energy, weather, maps, transport, and telephones.
func things() []kg.Production {
	return []kg.Production{
		plan("salted readings of devices", "# : | _ -", 1, vars{"s": salt("d"), "d": device, "t": when, "m": senses}, "{s} {d} {t} || {s} {d} {m} {t}"),
		plan("readings behind a digest", "# _ |", 1, vars{"h": front("d"), "d": device, "t": when}, "{h} {d} {t} || {h} {t} {d}"),
		plan("readings by quantity", "/ # : .", 1, vars{"d": device, "m": senses, "t": when, "ten": tenant}, "{d} {m} {t} || {m} {d} {t} || {ten} {d} {m} {t} || {d} {t} {m}"),
		plan("gateways and their devices", "/ :", 2, vars{"g": code("gateway", "gw-!<4>", "~<16>", "GW^<6>"), "d": device, "t": latest}, "gw {g} dev {d}", "dev {d} up {t} || dev {d} {t}", "gw {g} status"),
		plan("twins", ": # /", 2, vars{"d": device, "v": few(400), "k": "desired reported tags"}, "{d} {k} || twin {d} {k}", "{d} {k} {v} || twin {d} {k} v{v}"),
		plan("device and measure in bytes", "", 1, vars{"d": hardwareBytes, "m": be(1, 20), "t": anyTick, "n": be(2, 900)}, "{d}{m}{t} || {d}{t} || {d}{n}{t}"),
		plan("salted devices in bytes", "", 1, vars{"s": saltByte("d"), "d": be(4, 90000), "t": anyTick, "m": be(2, 40)}, "{s}{d}{t} || {s}{d}{m}{t} || {s}{m}{d}{t}"),
		plan("device names before times", "", 1, vars{"d": device, "t": anyTick, "m": be(1, 30)}, "{d}\x00{t} || {d}|{t} || {d}\x00{m}{t} || {d}\x1f{t}"),
		plan("devices behind their length", "", 1, vars{"d": sized(1, "d", device), "t": anyTick, "m": sized(1, "m", words("m", senses))}, "{d}{t} || {d}{m}{t} || {m}{d}{t}"),
		plan("digest, device, and time in bytes", "", 1, vars{"h": rawFront("d"), "d": be(8, 1<<33), "t": anyTick}, "{h}{d}{t} || {h}{d}"),
		plan("meters of a grid", "| # /", 1, vars{"m": code("meter", "1(EMH|LGZ|ITR|EBZ)9<10>", "DE00^<4>9<10>", "9<14>"), "o": "1.8.0 2.8.0 16.7.0 32.7.0 31.7.0", "t": hour}, "{m} {o} {t} || {m} {t} || {o} {m} {t}"),
		plan("charging", "# : *", 2, vars{"e": code("station", "(DE|FR|NL)-^<3>-E9<6>", "EVSE!<5>"), "c": few(4), "t": instant, "u": code("contract", "(DE|NL)-^<3>-C9<8>", "~<14>")}, "{e} {c} {t} || {e} {t}", "cdr {u} {t} || cdr {u} {e} {t}"),
		plan("stations of the weather", "_ # /", 1, vars{"s": code("station", "(USW|GME|FRM)9<8>", "(ED|LF|EG)@@", "9<5>"), "e": "TMAX TMIN PRCP SNOW AWND TAVG", "d": day}, "{s} {d} || {s} {e} {d} || {d} {s} || {e} {s} {d}"),
		plan("fields of a forecast", "/ _ :", 1, vars{"m": "gfs icon ecmwf arome hrrr", "run": calendarHour, "step": padded(3, 240), "cell": corner, "v": "t2m u10 v10 tp msl"}, "{m} {run} {step} {v} || {m} {run} {cell} || {m} {cell} {run} {step}"),
		plan("tiles", "/ _ :", 1, vars{"z": decimal(0, 18), "x": decimal(0, 90000), "y": decimal(0, 90000), "l": "roads satellite terrain transit water"}, "{z} {x} {y} || {l} {z} {x} {y} || {z} {x} {y}.png || {l} {z} {x} {y}@2x.webp"),
		plan("tiles in bytes", "", 1, vars{"z": be(1, 18), "x": be(4, 200000), "y": be(4, 200000), "l": be(1, 6)}, "{z}{x}{y} || {l}{x}{y} || {z}{y}{x}{l}"),
		plan("cells and times in bytes", "", 1, vars{"bin": be(2, 2800), "z": be(8, 1<<52), "id": rawUUID, "s": shardByte}, "{bin}{z}{id} || {s}{bin}{z}{id} || {s}{z}{id} || {z}{bin}"),
		plan("squares and shops", "# : /", 1, vars{"c": cell, "id": decimal(1, 900000), "cat": "food fuel bank park hotel school"}, "{c} {id} || {c} {cat} {id} || {cat} {c} {id}"),
		plan("positions of ships", "| # :", 1, vars{"s": code("ship", "(211|232|338|477)9<6>", "IMO9<7>"), "t": when, "c": cell, "p": seaports}, "{s} {t} || {c} {s} {t} || {p} {s} {t} || {s} {p} {t}"),
		plan("positions of aircraft", "/ _ #", 1, vars{"i": code("aircraft", "~<6>", "(DLH|BAW|AFR)9<3>", "D-A@@@"), "t": instant, "d": calendarDay("20060102")}, "{i} {t} || {d} {i} {t} || {d} {i}"),
		plan("flights", "- # |", 1, vars{"f": code("flight", "(LH|BA|AF|QR)999", "(EK|SQ)9999"), "d": day, "a": airports, "b": airports, "leg": few(3)}, "{f} {d} || {f} {d} {leg} || {d} {f} {a} {b} || {a} {b} {f}"),
		plan("trips of buses", "# : _", 1, vars{"l": code("line", "M99", "99@", "(Bx|Q|S)9"), "trip": code("trip", "MTA_NYCT_9999", "99999-999-9", "trip+"), "seq": few(60), "d": day}, "{l} {trip} {seq} || {trip} {seq} || {d} {l} {trip} || {l} {d} {trip}"),
		plan("vehicles of a company", "", 1, vars{"v": code("vehicle", "(WVW|VF1|SAL)^<14>", "BUS-!<4>", "@@-@@-999"), "t": anyTick}, "{v}{t} || {v}\x00{t} || {v}#{t}"),
		plan("rides", ": # |", 2, vars{"city": towns, "d": day, "id": newUUID, "driver": code("driver", "drv_*<8>", "D9<6>"), "t": latest}, "{city} {d} {id} || {city} {id}", "{driver} {t} || {driver} {t} {id}"),
		plan("calls", "| , ;", 1, vars{"a": code("caller", `\+49(151|160|170)9<7>`, "336(12|20|71)9<6>", "0(20|11)9<8>"), "t": when, "b": code("callee", `\+49(30|40|89)9<7>`, "339<8>"), "k": "MO MT SMS DATA"}, "{a} {t} {b} || {a} {k} {t} || {k} {a} {t} {b}"),
		plan("subscribers", "# : /", 2, vars{"imsi": code("imsi", "262019<10>", "310410!<9>"), "imei": code("imei", "35209900!<6>9", "8671240!<7>9"), "cell": code("mast", "262-01-9<5>-9<4>", "(26201|20801)9<7>"), "d": day}, "imsi {imsi}", "imei {imei} {imsi}", "at {cell} {d} {imsi} || at {imsi} {d}"),
		plan("subscribers in bytes", "", 1, vars{"n": be(8, 1<<47), "t": anyTick, "cell": be(4, 1<<28), "k": be(1, 5)}, "{n}{t} || {n}{cell}{t} || {cell}{t}{n} || {k}{n}{t}"),
		plan("radio messages", "", 1, vars{"eui": eui, "t": tick, "f": be(2, 60000), "port": be(1, 12)}, "{eui}{t} || {eui}{f} || {eui}{port}{f}"),
		plan("sensors of buildings", ". / :", 1, vars{"b": code("building", "B99", "(HQ|LAB|FAB)9"), "fl": code("floor", "F99", "L+", "(EG|OG1|OG2|UG)"), "r": code("room", "R999", "9.99.9"), "m": senses, "t": hour}, "{b} {fl} {r} {m} {t} || {b} {fl} {m} {t} || {b} {r} {t}"),
		plan("machines of a factory", "| ; #", 1, vars{"p": code("plant", "(DE|CN|MX)99", "P99"), "m": code("machine", "CNC-99", "(LATHE|MILL|PRESS)9", "M9-99"), "ch": few(64), "t": when}, "{p} {m} {t} || {p} {m} {ch} {t} || {m} {ch} {t}"),
		plan("reversed numbers", "# : _", 1, vars{"n": mirrored, "t": when, "m": senses}, "{n} {t} || {n} {m} {t}"),
		plan("farm", "/ #", 2, vars{"f": slug(2), "cow": code("animal", "DE9<10>", "ear-9999"), "t": hour, "field": few(40), "d": day}, "{f} cow {cow} {t} || {f} {cow} {t}", "{f} field {field} {d}"),
		plan("measurements by minute of the day", "# |", 1, vars{"d": calendarDay("20060102"), "min": minuteOfDay, "dev": device}, "{dev} {d} {min} || {d} {min} {dev} || {d} {dev} {min}"),
		plan("machines and readings", "# / |", 1, vars{"id": rowID, "m": machine, "h": inHex(8, 1<<20), "t": latest}, "{m} {t} {id} || {m} {h} || {m} {h} {t}"),
	}
}

// calendarHour is the hour at which something ran.
func calendarHour(w *kg.World, not string) kg.Field { return calendar(rowkey.Hour, "2006010215") }

// eui are addresses of 8 bytes of a few makers.
func eui(w *kg.World, _ string) kg.Field {
	makers := []string{"\x00\x04\xa3", "\xa8\x17\x58", w.Bytes(3)}
	return kg.Typed("eui", "address in 8 bytes", anyByte, 60+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntBE}, Cuts: []int{3}},
		func(w *kg.World) string { return w.One(makers...) + w.Bytes(5) })
}

// mirrored are numbers whose last digit comes first, which look like any digits.
func mirrored(w *kg.World, _ string) kg.Field {
	width, most := 8+w.IntN(4), kg.Among(w, 900, 60000, 4000000)
	return kg.Typed("mirrored", fmt.Sprintf("number of %d digits backwards", width), "", 60+kg.Amount(w), kg.Spread(w),
		kg.Value{Type: rowkey.IntPadded, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.Hash, rowkey.Text}}, func(w *kg.World) string {
			b := []byte(fmt.Sprintf("%0*d", width, w.IntN(most)))
			for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
				b[i], b[j] = b[j], b[i]
			}
			return string(b)
		})
}

// minuteOfDay is a time of day, or the number of its minute.
func minuteOfDay(w *kg.World, not string) kg.Field {
	f := kg.Calendar(rowkey.Minute, w.One("1504", "150405"))
	return f.Accepting(rowkey.IntPadded, rowkey.IntDecimal)
}
