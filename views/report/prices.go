package report

import (
	"tabletop/model/figures"
	"tabletop/model/price"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// pricesDoc returns nil if there are no prices.
func pricesDoc(p *price.Prices) *doc.Prices {
	if p == nil {
		return nil
	}
	return &doc.Prices{Currency: p.Currency, Date: p.Date, Region: p.Region, Edition: p.Edition, Clusters: p.Clusters,
		Compression: p.Compression, Words: p.String()}
}

// month returns what bytes of the table cost a month; nil without prices, and where the bytes are unknown.
func month(p *price.Prices, bytes *figures.Figure) *figures.Figure {
	if p == nil || bytes == nil {
		return nil
	}
	cost := bytes.Times(p.Month(1))
	return &cost
}

// monthWords writes an amount of money a month, empty if it is nil.
func monthWords(p *price.Prices, cost *figures.Figure) string {
	if cost == nil {
		return ""
	}
	return text.Money(p, *cost)
}

// pricesLine writes whose prices amounts of money are by.
func pricesLine(b *page, p *doc.Prices, width int) {
	if p != nil {
		b.paragraph("", "Prices: "+text.EscapeString(p.Words)+".", width)
	}
}
