package everyday

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// stores are chains of blocks, markets, genomes, maps, and what databases keep for themselves.
func stores() []kg.Production {
	return []kg.Production{
		kg.Flat("prices", "# : | /", symbols, choice("step", words("1m 5m 15m 1h 1d")), hours),
		kg.Flat("trades", "# : | /", choice("exchange", words("NYSE NASDAQ LSE XETRA BATS")), symbols, dates, sequences),
		kg.Flat("variants by place", ": _ -", chromosomes, kg.Padded("place", 9, 240000000, kg.Evenly), choice("allele", words("A C G T"))),
		{Name: "event streams", Make: eventStreams},
		{Name: "features", Make: features},
		{Name: "blocks by height", Make: blocks},
		{Name: "coins", Make: coins},
		{Name: "versions of rows", Make: func(w *kg.World) []kg.Kind { return kg.One(kg.Key(w, "", users, "\x00", newestTicks)) }},
		{Name: "changes", Make: changes},
		{Name: "partition and cluster", Make: func(w *kg.World) []kg.Kind {
			return kg.One(append(kg.Lengths(2, devices(w, "")), kg.Of(kg.EpochBinary(rowkey.Day, 4, 0).Accepting(rowkey.IntBE)), kg.Of(ticks(w, ""))))
		}},
		{Name: "tuples", Make: func(w *kg.World) []kg.Kind {
			return kg.One(kg.Struct(tenants(w, ""), kg.Ordered("record", 1<<(10+w.IntN(20)))))
		}},
		{Name: "directory of files", Make: directory},
		{Name: "pieces", Make: pieces},
		{Name: "index of rows", Make: indexOfRows},
		{Name: "tasks", Make: tasks},
		kg.Packed("book of orders", numbers("instrument"), small("side", 1, 2), kg.Binary("price", 8, 1<<22, false, kg.Evenly), counters("sequence")),
		kg.Packed("genotypes", small("chromosome", 1, 23), kg.Binary("place", 4, 240000000, false, kg.Evenly), numbers("sample")),
		kg.Packed("squares of the globe", func(w *kg.World, _ string) kg.Field { return kg.Binary("square", 8, 1<<40, false, kg.ByEntity) }, numbers("shop")),
	}
}

func symbols(w *kg.World, _ string) kg.Field {
	return kg.Among(w, kg.Choice("symbol", "stock", words("AAPL MSFT GOOG AMZN TSLA NVDA META NFLX IBM ORCL INTC AMD SAP BMW F GE T"), 12, kg.ByEntity),
		kg.Choice("symbol", "pair of currencies", words("EURUSD GBPUSD USDJPY USDCHF AUDUSD BTCUSD ETHUSD EURGBP"), 7, kg.Skewed))
}

func chromosomes(w *kg.World, _ string) kg.Field {
	return kg.Numbered(w, "chromosome", "chrN", "", func(w *kg.World) string { return "chr" + w.One(fmt.Sprint(1+w.IntN(22)), "X") }).Accepting(rowkey.Enum)
}

// eventStreams are events of one thing by version.
func eventStreams(w *kg.World) []kg.Kind {
	sep := w.One("/", ":", "#", "@")
	stream := func(word string) []kg.Part {
		return kg.Key(w, "", word+w.One("-", "/", ":"), kg.UUID(word, "text", 200, kg.Evenly), sep, kg.Padded("version", kg.Among(w, 5, 8, 10), 90, kg.Skewed))
	}
	return kg.Some(w, 2, stream("order"), stream("cart"), stream("payment"))
}

func features(w *kg.World) []kg.Kind {
	if w.IntN(2) == 0 {
		return kg.One(kg.Key(w, "", kg.RandomBytes("entity", 8, 900, kg.ByEntity), kg.Binary("feature", 4, 300, false, kg.Evenly), newestTicks))
	}
	sep := w.One(":", "#", "|")
	return kg.Some(w, 1, kg.Key(w, sep, "user", users, choice("feature", words("clicks_7d spend_30d age_days churn_score ctr_1d"))), kg.Key(w, sep, "item", articles, choice("feature", words("views_7d price_avg stock_days rating"))))
}

// blocks are headers and bodies by height, and where a transaction is.
func blocks(w *kg.World) []kg.Kind {
	height, hash := kg.Binary("height", kg.Among(w, 4, 8), 1<<23, false, kg.Counting), kg.RandomBytes("block hash", 32, 1<<20, kg.Evenly)
	return kg.Some(w, 2, kg.Key(w, "", "h", height, hash), kg.Key(w, "", "b", height), kg.Key(w, "", "l", hash), kg.Key(w, "", "r", height, hash))
}

// coins are what a transaction left, and what an address has.
func coins(w *kg.World) []kg.Kind {
	transaction, address := kg.RandomBytes("transaction", 32, 2000, kg.Evenly), kg.RandomBytes("owner", 20, 300, kg.ByEntity)
	return kg.Some(w, 2, kg.Key(w, "", "u", transaction, kg.Binary("output", 4, 30, false, kg.Skewed)), kg.Key(w, "", "a", address, kg.Binary("height", 4, 1<<20, false, kg.Evenly), transaction), kg.Key(w, "", "s", address))
}

// changes are those of rows of tables, in the order of a log.
func changes(w *kg.World) []kg.Kind {
	table := choice("table", entities())(w, "")
	position := kg.Binary("position", 8, 1<<34, false, kg.Counting)
	if w.IntN(2) == 0 {
		sep := w.One("/", ":", "#")
		return kg.One(kg.Key(w, sep, table, ids, kg.Padded("position", 12, 1<<30, kg.Counting)))
	}
	return kg.One(kg.Key(w, "", table, "\x00", kg.Binary("row", 8, 90000, false, kg.Evenly), position))
}

// directory are files by their folder, and what is known of them.
func directory(w *kg.World) []kg.Kind {
	folder := kg.Binary("folder", 8, 90000, false, kg.ByEntity)
	name := kg.Made("name", "name of a file", ".", 4000, kg.Evenly, func(w *kg.World) string {
		return w.One(wares()...) + fmt.Sprint(w.IntN(90)) + w.One(".txt", ".jpg", ".pdf", ".go")
	})
	return kg.Some(w, 2, kg.Key(w, "", w.One("\x01", "D"), folder, name), kg.Key(w, "", w.One("\x02", "I"), folder))
}

// pieces are parts of large objects.
func pieces(w *kg.World) []kg.Kind {
	object := kg.Among(w, kg.RandomBytes("object", 32, 400, kg.ByEntity), kg.RandomBytes("object", 20, 400, kg.ByEntity), kg.UUID("object", "bytes", 400, kg.ByEntity))
	piece := kg.Binary("piece", kg.Among(w, 2, 4), 300, false, kg.Skewed)
	return kg.Some(w, 2, kg.Key(w, "", "\x01", object, piece), kg.Key(w, "", "\x02", object))
}

// indexOfRows are rows by number, and an index of a column of theirs.
func indexOfRows(w *kg.World) []kg.Kind {
	row := kg.Binary("row", 8, 1<<24, false, kg.Counting)
	column := kg.Among(w, mails(w, "mail"), choice("town", towns())(w, ""), choice("status", words("new open paid sent closed failed"))(w, ""))
	return kg.Some(w, 2, kg.Key(w, "", "\x02", column, "\x00", row), kg.Key(w, "", "\x01", row))
}

// tasks wait until their time, or are being done.
func tasks(w *kg.World) []kg.Kind {
	queue, at, id := kg.Binary("queue", 2, 30, false, kg.Skewed), ticks(w, ""), kg.UUID("task", "bytes", 1<<20, kg.Evenly)
	return kg.Some(w, 2, kg.Key(w, "", "\x01", queue, at, id), kg.Key(w, "", "\x02", id), kg.Key(w, "", "\x03", queue, id))
}
