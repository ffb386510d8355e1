package price

import (
	"math"
	"os"
	"strings"
	"testing"
)

const good = "currency: EUR\ndate: 2026-11-01\nregion: europe-west1\nclusters: 2\ncompression: 0.5\nssd: 0.2 EUR\n" +
	"infrequent_access: 0.05\nnode_hour: 0.7\n"

// TestMonths verifies what bytes cost: after compression, in every cluster, by the GiB.
func TestMonths(t *testing.T) {
	p, err := Parse([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Month(10 << 30); math.Abs(got-10*0.5*2*0.2) > 1e-12 {
		t.Errorf("10 GiB cost %v a month", got)
	}
	if got, known := p.TierSaves(10 << 30); !known || math.Abs(got-10*0.5*2*0.15) > 1e-12 {
		t.Errorf("a tier saves %v, %v", got, known)
	}
	if got, known := p.Nodes(3); !known || math.Abs(got-2.1) > 1e-12 {
		t.Errorf("3 hours of a node cost %v, %v", got, known)
	}
	const want = "EUR of 2026-11-01, europe-west1; bytes times 0.5 for compression, in 2 clusters"
	if p.String() != want {
		t.Errorf("%q", p)
	}
	hdd, err := Parse([]byte(strings.NewReplacer("ssd", "hdd", "node_hour: 0.7\n", "",
		"infrequent_access: 0.05\n", "").Replace(good)))
	if err != nil {
		t.Fatal(err)
	}
	if got := hdd.Month(10 << 30); math.Abs(got-2) > 1e-12 {
		t.Errorf("10 GiB on HDD cost %v", got)
	}
	if _, known := hdd.TierSaves(1); known {
		t.Error("the saving of a tier without a price is known")
	}
	if _, known := hdd.Nodes(1); known {
		t.Error("the cost of a node without a price is known")
	}
}

// TestAmounts verifies how money is written.
func TestAmounts(t *testing.T) {
	p := &Prices{Currency: "USD"}
	for v, want := range map[float64]string{0: "0 USD", 0.004: "<0.01 USD", 0.0123: "0.0123 USD", 1.5: "1.50 USD",
		12.345: "12.3 USD", 999.4: "999 USD", 1234.5: "1,235 USD", -3: "-3.00 USD"} {
		if got := p.Amount(v); got != want {
			t.Errorf("%v is %q, not %q", v, got, want)
		}
	}
}

// TestRefused verifies that each mistake is refused with its line and with what to do.
func TestRefused(t *testing.T) {
	with := func(old, replaced string) string { return strings.Replace(good, old, replaced, 1) }
	for text, want := range map[string]string{
		"":                                   "a file of prices is a list of NAME: VALUE; the names are currency, date",
		"- a":                                "a file of prices is a list",
		"{":                                  "not a file of prices: ",
		with("ssd", "sdd"):                   `line 6: unknown field "sdd" (ssd?): the fields are currency`,
		with("0.2 EUR", "-0.2"):              "line 6: ssd: -0.2 is negative: write what is paid",
		with("0.2 EUR", "0.2 USD"):           "line 6: ssd: 0.2 USD is not in EUR, the currency of the file: write one file for each currency",
		with("0.2 EUR", "cheap"):             `line 6: ssd: "cheap" is not a number: write it as 0.17`,
		with("0.2 EUR", ".nan"):              `line 6: ssd: ".nan" is not a number`,
		with("EUR\ndate", "euro\ndate"):      `line 1: currency: "euro" is not three capital letters, for example EUR`,
		with("2026-11-01", "November"):       `line 2: date: "November" is not a day: write it as 2026-11-01`,
		with("clusters: 2", "clusters: 1.5"): "line 4: clusters: 1.5 must be a whole number from 1 on",
		with("compression: 0.5\n", ""):       "compression is missing: add a line compression: 0.4, the bytes billed for each byte before compression",
		with("0.5", "40"):                    "line 5: compression: 40 must be above 0 and at most 2",
		with("ssd: 0.2 EUR\n", ""):           "the price of storage is missing: add a line ssd: or hdd:",
		good + "ssd: 1\n":                    "line 9: ssd: appears twice",
		good + "---\nssd: 1\n":               "a file of prices is a list",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

// TestTheExampleIsReadAndMarked verifies that the example is a file of prices, and that it says of its figures that they
// are none of today.
func TestTheExampleIsReadAndMarked(t *testing.T) {
	text, err := os.ReadFile("../../docs/prices.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "NOT CURRENT") || p.SSD == 0 || p.InfrequentAccess == 0 || p.NodeHour == 0 {
		t.Errorf("%+v", p)
	}
}
