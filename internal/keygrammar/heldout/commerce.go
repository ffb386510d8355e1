package heldout

import (
	"fmt"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// year is a year that stands alone, which may be a number as well.
func year() kg.Field {
	return kg.Time("year", "year", "", rowkey.Year, false, true, func(t time.Time) string { return t.Format("2006") }).
		Accepting(rowkey.IntPadded, rowkey.IntDecimal, rowkey.Enum)
}

func commerce() []kg.Production {
	return []kg.Production{
		{Name: "single table of a shop", Make: func(w *kg.World) []kg.Kind {
			customer := kg.Among(w, number("customer", 90000, kg.ByEntity), person("customer", 900, kg.ByEntity), kg.UUID("customer", "text", 600, kg.ByEntity))
			return some(w, 2, kind(1, "CUST#%|PROFILE", customer), kind(4, "CUST#%|ORDER#%", customer, ksuid("order")),
				kind(1, "PRODUCT#%|META", code("sku", "AAA-99999", 500, kg.Evenly)), kind(2, "CUST#%|ADDR#%", customer, few("address", []string{"home", "work", "gift"}, 3, kg.Skewed)))
		}},
		{Name: "cart lines", Make: func(w *kg.World) []kg.Kind {
			return one(w.One("cart:%:%", "carts/%/%", "%:%"), kg.UUID("cart", "text", 400, kg.ByEntity), code("sku", kg.Among(w, "AA9999", "9999-AAA", "AAAA99"), 700, kg.Evenly))
		}},
		{Name: "price history", Make: func(w *kg.World) []kg.Kind {
			return one("%#%#%#%", code("sku", "A9999999", 300, kg.ByEntity), few("country", countries(), 4+w.IntN(10), kg.Skewed),
				few("currency", currencies(), 3, kg.Skewed), reversed(rowkey.Millisecond, 9999999999999))
		}},
		{Name: "stock of stores", Make: func(w *kg.World) []kg.Kind {
			store := kg.Among(w, kg.Padded("store", 4, 900, kg.ByEntity), numbered("store", "S", 4, 900, kg.ByEntity))
			return one("%.%", store, kg.Decimal("ean", 4000000000000, 4009999999999, kg.Evenly))
		}},
		{Name: "coupons", Make: func(w *kg.World) []kg.Kind {
			return one("%/%", code("coupon", kg.Among(w, "AAAA99", "AAAAA9", "AAA-999"), 40, kg.Skewed), email("email", 3000, kg.Evenly))
		}},
		{Name: "wish lists", Make: func(w *kg.World) []kg.Kind {
			return one("%|%", person("user", 900, kg.ByEntity), slug("product", 1500, kg.Evenly))
		}},
		{Name: "payment objects", Make: func(w *kg.World) []kg.Kind {
			n := kg.Among(w, 14, 18, 24)
			return some(w, 2, kind(3, "%", prefixed("payment", "pi_", base62, n, 9000, kg.Evenly)), kind(1, "%", prefixed("refund", "re_", base62, n, 9000, kg.Evenly)),
				kind(2, "%", prefixed("customer", "cus_", base62, 14, 9000, kg.Evenly)), kind(1, "%", prefixed("charge", "ch_", base62, n, 9000, kg.Evenly)))
		}},
		{Name: "settlements", Make: func(w *kg.World) []kg.Kind {
			return one("%-%-%", kg.Decimal("merchant", 498000000000000, 498000009999999, kg.ByEntity), calendar(rowkey.Day, "20060102"), few("currency", currencies(), 5, kg.Skewed))
		}},
		{Name: "parcels", Make: func(w *kg.World) []kg.Kind {
			return one("%#%", code("parcel", "AA999999999AA", 400, kg.ByEntity), calendar(rowkey.Minute, kg.Among(w, "200601021504", "2006-01-02 15:04", "2006-01-02T15:04")))
		}},
		{Name: "invoices", Make: func(w *kg.World) []kg.Kind {
			return one("%/INV-%-%", words("tenant", tenants(), kg.ByEntity), year(), kg.Padded("invoice", 6, 60000, kg.Counting))
		}},
		{Name: "reviews", Make: func(w *kg.World) []kg.Kind {
			asin := fixed(kg.Typed("asin", "asin", "", 300, kg.ByEntity, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text}, Headed: true, Cuts: []int{2}},
				func(w *kg.World) string { return "B0" + w.Letters(8, digits+upper) }))
			return one("%_%_%", asin, kg.Decimal("stars", 1, 5, kg.Skewed), number("reviewer", 400000, kg.Evenly))
		}},
		{Name: "shopping lists of recipes", Make: func(w *kg.World) []kg.Kind {
			return one("%,%,%", few("language", languages(), 6, kg.Skewed), words("ingredient", fruits(), kg.Evenly), number("recipe", 30000, kg.Evenly))
		}},
		{Name: "seats", Make: func(w *kg.World) []kg.Kind {
			seat := kg.Typed("seat", "row and seat letter", "", 170, kg.Evenly, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hex, rowkey.IntPadded, rowkey.Hash}, Seams: true}, func(w *kg.World) string {
				return fmt.Sprintf("%02d%s", 1+w.IntN(38), w.Letters(1, "ABCDEF"))
			})
			return one("%#%#%", code("flight", "AA999", 60, kg.ByEntity), calendar(rowkey.Day, "2006-01-02"), seat)
		}},
	}
}

func finance() []kg.Production {
	return []kg.Production{
		{Name: "ticks", Make: func(w *kg.World) []kg.Kind {
			return one("%:%:%", few("venue", []string{"ARCX", "BATS", "EDGX", "IEXG", "XNAS", "XNYS"}, 4, kg.Evenly), words("ticker", tickers(), kg.ByEntity), kg.Epoch(rowkey.Nanosecond, 0))
		}},
		{Name: "ledger", Make: func(w *kg.World) []kg.Kind {
			iban := fixed(kg.Typed("iban", "iban", "", 300, kg.ByEntity, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntPadded, rowkey.IntDecimal}, Cuts: []int{2}, Seams: true}, func(w *kg.World) string {
				return w.One("DE", "NL", "FR", "ES") + w.Letters(20, digits)
			}))
			return one("%#%#%", iban, calendar(rowkey.Day, kg.Among(w, "20060102", "2006-01-02")), kg.Padded("entry", 5, 800, kg.Skewed))
		}},
		{Name: "exchange rates", Make: func(w *kg.World) []kg.Kind {
			pair := fixed(kg.Typed("pair", "two currencies", "", 60, kg.Skewed, kg.Value{Type: rowkey.Text, Cuts: []int{3}}, func(w *kg.World) string {
				return w.One(currencies()...) + w.One(currencies()...)
			}))
			return one(kg.Among(w, "%~%", "fx/%/%", "%@%"), pair, calendar(rowkey.Minute, kg.Among(w, "20060102-1504", "2006-01-02T15:04")))
		}},
		{Name: "options", Make: func(w *kg.World) []kg.Kind {
			ticker := fixed(kg.Typed("underlying", "ticker in six columns", " ", 40, kg.ByEntity, kg.Value{Type: rowkey.Text, Soft: " "}, func(w *kg.World) string {
				return fmt.Sprintf("%-6s", w.One(tickers()...))
			}))
			right := few("right", []string{"C", "P"}, 2, kg.Evenly)
			return one("%%%%", ticker, calendar(rowkey.Day, "060102"), right, kg.Padded("strike", 8, 2000000, kg.Evenly))
		}},
		{Name: "risk figures", Make: func(w *kg.World) []kg.Kind {
			return one("%|%|%", numbered("portfolio", "PF", 4, 300, kg.ByEntity), few("measure", []string{"delta", "gamma", "pnl", "rho", "theta", "var95", "var99", "vega"}, 8, kg.Evenly), calendar(rowkey.Day, "2006-01-02"))
		}},
		{Name: "card authorizations", Make: func(w *kg.World) []kg.Kind {
			return one("%%%", kg.Decimal("token", 4111110000000000, 4111119999999999, kg.ByEntity), calendar(rowkey.Day, "20060102"), kg.Padded("trace", 4, 10000, kg.Evenly))
		}},
		{Name: "orders of traders", Make: func(w *kg.World) []kg.Kind {
			return one("%.%.%", person("trader", 80, kg.ByEntity), calendar(rowkey.Day, "02Jan2006"), kg.HexNumber("order", 8, 1<<22, kg.Counting))
		}},
		{Name: "instruments", Make: func(w *kg.World) []kg.Kind {
			isin := fixed(kg.Typed("isin", "isin", "", 500, kg.ByEntity, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntPadded, rowkey.IntDecimal}, Cuts: []int{2}, Seams: true}, func(w *kg.World) string {
				return w.One("US", "DE", "FR", "JP", "GB", "CA") + w.Letters(9, digits+"ABC") + w.Letters(1, digits)
			}))
			return one("%;%", isin, kg.Among(w, kg.Epoch(rowkey.Second, 0), calendar(rowkey.Month, "2006-01"), counter(kg.Epoch(rowkey.Day, 0))))
		}},
		{Name: "mirrored accounts", Make: func(w *kg.World) []kg.Kind {
			v := kg.Value{Type: rowkey.IntPadded, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.Hash}}
			account := fixed(kg.Typed("account", "digits of an account mirrored", "", 400, kg.ByEntity, v, func(w *kg.World) string { return w.Letters(9, digits) + w.Letters(1, "1234") }))
			return one("%-%", account, calendar(rowkey.Second, kg.Among(w, "20060102150405", "2006-01-02T15:04:05Z")))
		}},
		{Name: "exposures", Make: func(w *kg.World) []kg.Kind {
			return kg.One(first(kg.Salt("crc32", kg.Among(w, 8, 10, 32), "%02d", "counterparty"), shape("|%|%|%", code("counterparty", "AAAA9999", 400, kg.ByEntity), few("currency", currencies(), 6, kg.Skewed), calendar(rowkey.Day, "20060102"))))
		}},
	}
}
