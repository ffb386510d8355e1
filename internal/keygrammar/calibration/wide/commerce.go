package wide

import (
	kg "tabletop/internal/keygrammar"
)

// commerce are shops, banks, markets, insurance, and travel.
func commerce() []kg.Production {
	sku := code("sku", "SKU9<6>", "@@@-9999-(S|M|L|XL)", "9<13>", "^<10>", "ART.99.999", "B0^<8>")
	price := padded(10, 900000)
	return []kg.Production{
		plan("single table of a shop", "#", 2, vars{"u": user, "o": serial("order", "ORD9<8>", "%<12>", "O-9999-9999"), "n": few(9), "sku": sku, "d": day},
			"CUST#{u} PROFILE", "CUST#{u} ORDER#{o}", "ORDER#{o} ITEM#{n}", "ORDER#{o} SKU#{sku}", "DATE#{d} ORDER#{o}"),
		plan("baskets", ": # |", 1, vars{"s": maybe(newUUID, random), "sku": sku, "t": instant}, "basket {s} {sku} || basket {s} || basket {t} {s}", "saved {s} {sku}"),
		plan("stock of warehouses", "# / |", 2, vars{"wh": code("warehouse", "WH-99", "(FRA|AMS|LEJ)9", "W!<3>"), "sku": sku, "bin": code("bin", "A99-99-9", "(A|B|C)99", "9-99-999"), "d": day}, "{wh} {sku} || {wh} {bin} {sku}", "{wh} count {d}"),
		plan("prices by day", "| # :", 1, vars{"sku": sku, "cur": money, "d": day, "shop": decimal(1, 60)}, "{sku} {cur} {d} || {cur} {sku} {d} || {shop} {sku} {d} || {d} {sku}"),
		plan("reviews", "/ #", 2, vars{"asin": code("article", "B0^<8>", `\978-9-99-9<6>-9`), "t": latest, "u": user, "stars": "1 2 3 4 5"}, "r {asin} {t} {u} || r {asin} {stars} {t}", "u {u} {asin} || u {u} {t}"),
		plan("invoices", "- /", 1, vars{"y": year, "n": counting(6), "c": code("customer", "K9<5>", "C!<5>"), "line": few(30)}, "INV {y} {n} || INV {y} {n} {line} || {c} {y} {n}"),
		plan("vouchers", "# :", 2, vars{"v": serial("voucher", "^<4>-^<4>-^<4>", "^<8>", "SAVE99-^<5>"), "u": user, "t": day}, "code {v}", "used {v} {u} || used {u} {v}", "end {t} {v}"),
		plan("ledger entries", "# | :", 2, vars{"a": code("account", "DE9<20>", "9<10>", "ACC!<8>"), "d": day, "n": counting(7), "cur": money}, "{a} {d} {n} || {a} {cur} {d} {n}", "bal {a} {cur} || bal {a} {d}"),
		plan("card payments", "_ # |", 1, vars{"tok": code("token", "tok_%<14>", "9<6>xxxxxx9<4>", "~<24>"), "t": instant, "m": code("merchant", "M9<7>", "mer_*<10>"), "n": nations}, "{tok} {t} || {m} {tok} {t} || {m} {t} {tok} || {n} {m} {t}"),
		plan("quotes of shares", "# / .", 1, vars{"s": shares, "t": when, "v": venues, "n": counting(8)}, "{s} {v} {t} || {v} {s} {t} || {s} {t} {n} || {v} {t} {s}"),
		plan("candles", ": | /", 1, vars{"p": coins, "step": "1m 3m 5m 15m 30m 1h 4h 1d 1w", "h": hour, "x": "binance kraken coinbase okx bitstamp"}, "{x} {p} {step} {h} || {p} {step} {h} || ohlc {x} {step} {p} {h}"),
		plan("orders at an exchange", "", 2, vars{"i": be(4, 6000), "side": be(1, 2), "p": be(8, 1<<24), "n": counter(8, 1<<30), "u": be(8, 1<<22)}, "B{i}{side}{p}{n}", "U{u}{n}", "I{i}{n}"),
		plan("positions", "# |", 1, vars{"acc": code("portfolio", "PF-9<4>", "9<7>"), "isin": code("isin", "(US|DE|FR|GB)^<9>9"), "d": day}, "{acc} {isin} {d} || {d} {acc} {isin} || {isin} {d} {acc}"),
		plan("messages of banks", ": _", 1, vars{"bic": code("bic", "@@@@(DE|FR|GB|US)^<2>", "@@@@(DE|FR|GB|US)^<2>XXX"), "d": day, "ref": serial("reference", "^<16>", "9<6>-9<6>"), "type": "pacs.008 pacs.002 camt.053 pain.001"}, "{bic} {d} {ref} || {type} {bic} {ref}"),
		plan("claims", "/ # -", 2, vars{"pol": code("policy", "POL9<8>", "@9<7>", "KFZ9<6>"), "n": few(12), "d": day, "doc": newUUID}, "{pol} claim {n} || {pol} {d} {n}", "{pol} doc {doc} || doc {doc}"),
		plan("hotel nights", "# / |", 1, vars{"h": decimal(1000, 99999), "room": code("room", "999", "(DBL|SGL|STE)-99"), "d": day, "r": "BAR CORP PROMO GROUP AAA"}, "{h} {room} {d} || {h} {d} {r} || {d} {h} {room}"),
		plan("fares", "# - _", 1, vars{"a": airports, "b": airports, "d": day, "c": "Y M K Q T J C F", "car": "LH AF BA UA DL EK QR SQ"}, "{a} {b} {d} || {a} {b} {car} {d} || {car} {a} {b} {c} {d} || {d} {a} {b}"),
		plan("bookings", "# :", 2, vars{"pnr": serial("booking", "^<6>"), "n": few(9), "mail": mail, "fl": code("flight", "(LH|BA|AF|UA)999", "(U2|FR)9999"), "d": day}, "pnr {pnr} || pnr {pnr} {n}", "pax {mail} {pnr}", "flight {fl} {d} {pnr} || flight {d} {fl}"),
		plan("seats", "", 1, vars{"f": be(4, 90000), "d": dayBytes, "seat": code("seat", "99(A|B|C|D|E|F)")}, "{f}{d}{seat} || {d}{f}{seat}"),
		plan("money of players in bytes", "", 2, vars{"u": be(8, 1<<32), "cur": words("currency", money), "t": tick, "n": counter(4, 1<<20)}, "a{u}{cur}", "l{u}{t}{n} || l{u}{n}"),
		plan("leads", "~ # |", 2, vars{"t": tenant, "mail": mail, "stage": "new contacted qualified won lost", "d": day, "id": random}, "{t} lead {id} || {t} lead {mail}", "{t} stage {stage} {d} || {t} {stage} {id}"),
		plan("deliveries", "# : /", 2, vars{"p": code("parcel", "JJD9<16>", "1Z^<16>", "003404349<12>", "RR9<9>DE"), "t": instant, "hub": seaports, "plz": code("zip", "9<5>", "9<4>@@")}, "{p} {t} || {p} {hub} {t}", "hub {hub} {p} || zip {plz} {p}"),
		plan("auction", ": #", 2, vars{"a": decimal(100000, 999999), "p": price, "u": user, "t": count13}, "{a} bid {p} || {a} bid {t} || {a} bid {p} {u}", "{a} watch {u} || {u} won {a}"),
		plan("meter of use", "# / :", 1, vars{"t": tenant, "m": "api_calls storage_gb egress_gb seats vcpu_hours builds", "h": hour, "r": code("region", "(us|eu)-(east|west)-9")}, "{t} {m} {h} || {m} {t} {h} || {t} {r} {m} {h}"),
	}
}
