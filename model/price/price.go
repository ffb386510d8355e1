// Package price holds what a table costs: prices that the user states, since they differ by region, edition and
// contract and change, and what bytes come to by them. No price is built in.
package price

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
	"tabletop/model/spelling"
)

// Prices are the prices of one region in one currency. A price that is not stated is 0.
type Prices struct {
	Currency string // three letters
	Date     string // of the prices, 2006-01-02
	Region   string
	Edition  string
	// Clusters is how many clusters the instance has: each stores all bytes, and has its own nodes.
	Clusters int
	// Compression is how many bytes are billed for each that is counted: bytes here are before compression, bills are
	// after it.
	Compression float64
	// The prices of storage are for a GiB and a month.
	SSD, HDD, InfrequentAccess, Backup float64
	NodeHour                           float64 // for a node and an hour
	DataBoostHour                      float64 // for a serverless processing unit and an hour
}

// Fields lists the fields of a file.
func Fields() []string {
	return []string{"currency", "date", "region", "edition", "clusters", "compression", "ssd", "hdd",
		"infrequent_access", "backup", "node_hour", "data_boost_hour"}
}

// needed are the fields without which nothing can be computed.
func needed() []string { return []string{"currency", "date", "clusters", "compression"} }

// Parse reads a file of prices. Errors begin with the line and say what to do: an unknown field, a number that is
// negative or none, two currencies, or a field that is missing.
func Parse(text []byte) (*Prices, error) {
	docs, err := bounded.Documents(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("not a file of prices: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	case len(docs) != 1 || len(docs[0].Content) == 0 || docs[0].Content[0].Kind != yaml.MappingNode:
		return nil, fmt.Errorf("a file of prices is a list of NAME: VALUE; the names are %s",
			strings.Join(Fields(), ", "))
	}
	fields, err := bounded.Fields(docs[0].Content[0], Fields()...)
	if err != nil {
		return nil, err
	}
	for _, name := range needed() {
		if fields[name] == nil {
			return nil, fmt.Errorf("%s is missing: add a line %s", name, examples()[name])
		}
	}
	if fields["ssd"] == nil && fields["hdd"] == nil {
		return nil, fmt.Errorf("the price of storage is missing: add a line ssd: or hdd:, for a GiB and a month")
	}
	return fromFields(fields)
}

// examples are lines of fields that must be there.
func examples() map[string]string {
	return map[string]string{"currency": "currency: EUR", "date": "date: 2026-11-01, the day of the prices",
		"clusters": "clusters: 1, of the instance: each stores all bytes",
		"compression": "compression: 0.4, the bytes billed for each byte before compression: what the service " +
			"reports as stored, divided by what tabletop counts"}
}

func onLine(n *yaml.Node, format string, args ...any) error {
	return bounded.OnLine(n, format, args...)
}

func fromFields(fields map[string]*yaml.Node) (*Prices, error) {
	prices := &Prices{}
	for name, to := range map[string]*string{"currency": &prices.Currency, "date": &prices.Date,
		"region": &prices.Region, "edition": &prices.Edition} {
		if node := fields[name]; node != nil {
			*to = node.Value
		}
	}
	if !regexp.MustCompile(`^[A-Z]{3}$`).MatchString(prices.Currency) {
		return nil, onLine(fields["currency"], "currency: %q is not three capital letters, for example EUR",
			prices.Currency)
	}
	if _, err := time.Parse(time.DateOnly, prices.Date); err != nil {
		return nil, onLine(fields["date"], "date: %q is not a day: write it as 2026-11-01", prices.Date)
	}
	clusters, err := number(fields["clusters"], "clusters", "")
	switch {
	case err != nil:
		return nil, err
	case clusters < 1 || clusters != math.Trunc(clusters) || clusters > 1000:
		return nil, onLine(fields["clusters"], "clusters: %s must be a whole number from 1 on",
			fields["clusters"].Value)
	}
	prices.Clusters = int(clusters)
	if prices.Compression, err = number(fields["compression"], "compression", ""); err != nil {
		return nil, err
	}
	if prices.Compression <= 0 || prices.Compression > 2 {
		return nil, onLine(fields["compression"], "compression: %s must be above 0 and at most 2: it is billed "+
			"bytes for each byte before compression", fields["compression"].Value)
	}
	for _, name := range Fields()[6:] {
		if node := fields[name]; node != nil {
			if *prices.price(name), err = number(node, name, prices.Currency); err != nil {
				return nil, err
			}
		}
	}
	return prices, nil
}

// price returns the field of a price.
func (p *Prices) price(name string) *float64 {
	return map[string]*float64{"ssd": &p.SSD, "hdd": &p.HDD, "infrequent_access": &p.InfrequentAccess,
		"backup": &p.Backup, "node_hour": &p.NodeHour, "data_boost_hour": &p.DataBoostHour}[name]
}

// number reads a number that is not negative, which may be followed by the currency of the file.
func number(n *yaml.Node, name, currency string) (float64, error) {
	text := n.Value
	if value, unit, ok := strings.Cut(text, " "); ok && currency != "" {
		if unit != currency {
			return 0, onLine(n, "%s: %s is not in %s, the currency of the file: write one file for each currency", name,
				text, currency)
		}
		text = value
	}
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(value) || math.IsInf(value, 0):
		return 0, onLine(n, "%s: %q is not a number: write it as 0.17", name, n.Value)
	case value < 0:
		return 0, onLine(n, "%s: %s is negative: write what is paid; leave the line out if it is not known", name,
			n.Value)
	}
	return value, nil
}

const gib = 1 << 30

// Month returns what bytes, counted before compression, cost a month on SSD, or on HDD if SSD has no price, in all
// clusters.
func (p *Prices) Month(bytes float64) float64 {
	price := p.SSD
	if price == 0 {
		price = p.HDD
	}
	return p.storage(bytes, price)
}

// TierSaves returns what bytes cost less a month on the infrequent access tier than on SSD, and whether both prices are
// known.
func (p *Prices) TierSaves(bytes float64) (saves float64, known bool) {
	return p.storage(bytes, p.SSD-p.InfrequentAccess), p.SSD > 0 && p.InfrequentAccess > 0
}

func (p *Prices) storage(bytes, price float64) float64 {
	return bytes * p.Compression * float64(p.Clusters) / gib * price
}

// Nodes returns what so many hours of one node cost, and whether the price is known. A job that reads or writes one
// cluster uses the nodes of that one; what is written is replicated by those of the others, which is not counted.
func (p *Prices) Nodes(hours float64) (cost float64, known bool) {
	return hours * p.NodeHour, p.NodeHour > 0
}

// String states whose prices they are, and what bytes are multiplied by: "EUR of 2026-11-01, europe-west1; bytes times
// 0.4 for compression, in 2 clusters".
func (p *Prices) String() string {
	words := p.Currency + " of " + p.Date
	for _, more := range []string{p.Region, p.Edition} {
		if more != "" {
			words += ", " + more
		}
	}
	return words + fmt.Sprintf("; bytes times %s for compression, in %s",
		strconv.FormatFloat(p.Compression, 'g', 4, 64), spelling.Count(p.Clusters, "cluster"))
}

// Amount formats money: three digits, or whole units with commas: "0.0123 EUR", "12.3 EUR", "1,234 EUR".
func (p *Prices) Amount(v float64) string {
	size := math.Abs(v)
	switch {
	case size >= 1000:
		return spelling.Integer(int64(math.Round(v))) + " " + p.Currency
	case size >= 0.01:
		return strconv.FormatFloat(v, 'f', max(0, 2-int(math.Floor(math.Log10(size)))), 64) + " " + p.Currency
	case size > 0:
		return "<0.01 " + p.Currency
	}
	return "0 " + p.Currency
}
