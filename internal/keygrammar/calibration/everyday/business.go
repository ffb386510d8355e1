package everyday

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// business are records of trade, care, and support.
func business() []kg.Production {
	return []kg.Production{
		kg.Flat("subscriptions", "# : | /", tenants, choice("plan", words("free basic pro team business enterprise trial")), dates, ids),
		kg.Flat("audit", "# : | /", tenants, newest, users, choice("action", actions())),
		kg.Flat("calls", "# : | _", phones("caller"), times, phones("callee")),
		kg.Flat("limits", ": # /", "ratelimit", tenants, choice("route", services()), hours),
		{Name: "ledger", Make: ledger},
		{Name: "orders", Make: orderLines},
		{Name: "tickets", Make: tickets},
		{Name: "tenants", Make: tenantRecords},
		{Name: "patients", Make: patients},
		{Name: "containers", Make: containers},
		{Name: "payments", Make: payments},
		kg.Packed("calls in bytes", func(w *kg.World, _ string) kg.Field { return kg.Binary("caller", 8, 1<<36, false, kg.ByEntity) }, newestTicks, small("leg", 1, 4)),
		{Name: "tenants in bytes", Make: tenantBytes},
		{Name: "orders of a customer", Make: func(w *kg.World) []kg.Kind {
			return kg.One(kg.Key(w, "", users, "\x00", newestTicks, kg.UUID("order", "bytes", 1<<20, kg.Evenly)))
		}},
	}
}

func ledger(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", ":", "|")
	account := kg.Free(w, sep, kg.Padded("account", 10, 90000000, kg.Spread(w)), kg.Decimal("account", 100000, 999999, kg.Spread(w)), kg.UUID("account", "text", 50+kg.Amount(w), kg.Spread(w)),
		kg.Numbered(w, "account", "ACC-NNNNNN", "-", func(w *kg.World) string { return "ACC-" + w.Letters(6, digits) }))
	day := dates(w, sep)
	return kg.Some(w, 2, kg.Key(w, sep, account, day, sequences), kg.Key(w, sep, "balance", account, choice("currency", currencies())), kg.Key(w, sep, "rate", choice("currency", currencies()), day))
}

// orderLines are orders of customers, their lines, and what was sent.
func orderLines(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", ":", "|")
	order, customer := orders(w, sep), users(w, sep)
	return kg.Some(w, 2, kg.Key(w, sep, "order", order), kg.Key(w, sep, "order", order, few("line", 12), articles), kg.Key(w, sep, "customer", customer, newest, order),
		kg.Key(w, sep, "shipment", order, choice("carrier", words("dhl ups fedex dpd gls hermes"))))
}

// tickets are those of projects, what was said about them, and whose they are.
func tickets(w *kg.World) []kg.Kind {
	sep := w.One("/", "#", ":")
	ticket := kg.Numbered(w, "ticket", "project and number", "-", func(w *kg.World) string {
		return w.One("OPS", "WEB", "CORE", "DATA", "APP") + "-" + fmt.Sprint(1+w.IntN(9000))
	})
	return kg.Some(w, 2, kg.Key(w, sep, "ticket", ticket), kg.Key(w, sep, "comment", ticket, instants), kg.Key(w, sep, "assignee", users, ticket))
}

func tenantRecords(w *kg.World) []kg.Kind {
	sep, things := w.One("/", "#", ":", "|"), w.Perm(len(entities()))
	tenant := tenants(w, sep)
	record := func(i int, items ...any) []kg.Part {
		return kg.Key(w, sep, append([]any{tenant, entities()[things[i]]}, items...)...)
	}
	return kg.Some(w, 2, record(0, ids), record(1, ids), record(2, users, dates), record(3, orders))
}

// patients are people, their visits, and their laboratory.
func patients(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", "|", ":")
	patient := kg.Free(w, sep, kg.Numbered(w, "patient", "MRN and number", "", func(w *kg.World) string { return fmt.Sprintf("MRN%07d", w.IntN(900000)) }),
		kg.Padded("patient", 8, 9000000, kg.Spread(w)), kg.UUID("patient", "text", 50+kg.Amount(w), kg.Spread(w)))
	test := kg.Choice("test", "code of a test", words("718-7 2345-7 4548-4 2160-0 6690-2 777-3"), 5, kg.Skewed)
	return kg.Some(w, 2, kg.Key(w, sep, patient, "visit", dates, choice("ward", words("cardiology surgery oncology radiology pediatrics"))), kg.Key(w, sep, patient, "lab", test, instants), kg.Key(w, sep, patient, "info"))
}

func containers(w *kg.World) []kg.Kind {
	sep := w.One("#", "|", ":", "_")
	box := kg.Numbered(w, "container", "owner and seven digits", "", func(w *kg.World) string { return w.One("MSKU", "HLXU", "CMAU", "TCLU") + w.Letters(7, digits) })
	ports := choice("port", words("DEHAM NLRTM CNSHA USLAX SGSIN BEANR KRPUS JPTYO"))
	return kg.Some(w, 2, kg.Key(w, sep, box, times, ports), kg.Key(w, sep, "port", ports, dates, box))
}

// payments have ids that start with what they are.
func payments(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", "|", ":")
	of := func(name, word string) kg.Field {
		return kg.Tagged(w, name, word+"_id", "_", func(w *kg.World) string { return word + "_" + w.Letters(16, base62) })
	}
	merchant := kg.Free(w, sep, of("merchant", "acct"), kg.Decimal("merchant", 1000, 9999, kg.Spread(w)))
	day := dates(w, sep)
	return kg.Some(w, 2, kg.Key(w, sep, "charge", merchant, day, of("charge", "ch")), kg.Key(w, sep, "refund", merchant, day, of("refund", "re")), kg.Key(w, sep, "payout", merchant, choice("currency", currencies()), day))
}

// tenantBytes are records of tenants with a byte in front that says which.
func tenantBytes(w *kg.World) []kg.Kind {
	tenant := kg.Binary("tenant", 4, 900, false, kg.Group)
	return kg.Some(w, 2, kg.Key(w, "", "\x01", tenant, kg.Binary("user", 8, 1<<24, false, kg.Evenly)), kg.Key(w, "", "\x02", tenant, kg.UUID("document", "bytes", 1<<20, kg.Evenly)),
		kg.Key(w, "", "\x03", tenant, kg.EpochBinary(rowkey.Millisecond, 8, 0), kg.Binary("user", 8, 1<<24, false, kg.Evenly)))
}
