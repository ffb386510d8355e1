package report

import (
	"fmt"
	"strings"

	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// gcAhead writes what becomes garbage of the cells stored now.
func gcAhead(b *page, d doc.GC, width int) {
	if len(d.Ahead) == 0 {
		return
	}
	b.heading("Tomorrow", "", "what becomes garbage of the cells stored now, if nothing is written")
	grid := newGrid("lrrrl" + strings.Repeat("r", len(d.Families)))
	head := []string{"within", "more", "then", "share", "rows left without cells"}
	for _, f := range d.Families {
		head = append(head, text.EscapeString(f.Family))
	}
	grid.head(head...)
	for _, ahead := range d.Ahead {
		row := []string{text.Count(ahead.Days, "day"), ahead.Words.More, ahead.Words.Then, ahead.Words.Share,
			ahead.Words.Rows}
		for _, f := range ahead.Families {
			row = append(row, f.Words)
		}
		grid.row(row...)
	}
	b.table(grid, "  ", width)
}

// gcFilters writes what a read without a filter returns beyond what the policies keep, and the filters of a language.
func gcFilters(b *page, d doc.GC, width int) {
	b.heading("Reads", "", "garbage is returned until it is collected")
	b.paragraph("  ", d.Beyond, width)
	if d.Language == "" {
		return
	}
	b.paragraph("  ", "The read filter that leaves them out:", width)
	if d.Language != "cbt" {
		gcCommand(b, d.ReadFilters.Of(d.Language), width)
		return
	}
	for _, f := range d.Families { // cbt reads one at a time
		filter := *f.ReadFilters.CBT
		if filter.Text == "" {
			filter.Note = f.Family + ": " + filter.Note
		}
		gcCommand(b, &filter, width)
	}
}

// gcCommand writes what is to be pasted, or why there is nothing.
func gcCommand(b *page, command *doc.Command, width int) {
	switch {
	case command == nil:
	case command.Text == "":
		b.paragraph("    ", "no command: "+text.EscapeString(command.Note), width)
	default:
		spaced := strings.ReplaceAll(string(command.Text), "\t", "    ")
		for line := range strings.Lines(text.Lines(spaced)) { // not wrapped: it is to be pasted
			fmt.Fprintf(b, "    %s\n", strings.TrimSuffix(line, "\n"))
		}
		if command.Note != "" {
			b.paragraph("    ", text.EscapeString(command.Note), width)
		}
	}
}

// gcTier writes what would be on the infrequent access tier, and which queries would read there.
func gcTier(b *page, d doc.GC, width int) {
	if d.Tier == nil {
		return
	}
	b.heading("Tiers", "", "cells that are older than "+d.Tier.Than+" are stored on the infrequent access tier")
	if d.Tier.Unknown != "" {
		b.paragraph("  ", text.EscapeString(d.Tier.Unknown), width)
		return
	}
	b.paragraph("  ", d.Tier.Words, width)
	grid := newGrid("lrr")
	grid.head("family", "moves", "share")
	for _, f := range d.Tier.Families {
		grid.row(text.EscapeString(f.Family), f.Words.Stored, f.Words.Share)
	}
	b.table(grid, "  ", width)
	if len(d.Tier.Queries) > 0 {
		grid = newGrid("lrr")
		grid.head("query", "rows on the tier", "bytes on the tier")
		for _, query := range d.Tier.Queries {
			grid.row(text.EscapeString(query.Query), text.Percent(query.Rows), text.Percent(query.Bytes))
		}
		b.table(grid, "  ", width)
		b.paragraph("  ", "Shares are of what the queries return of the rows read, all versions.", width)
	}
	if d.Language != "" && d.Tier.Filters != nil {
		b.paragraph("  ", "The filter that keeps a read on SSD:", width)
		gcCommand(b, d.Tier.Filters.Of(d.Language), width)
	}
}

// gcLoss writes what a policy takes that the one in force keeps, with examples.
func gcLoss(b *page, loss doc.GCLoss, width int) {
	b.paragraph("    ", loss.Words, width)
	for _, cell := range loss.Examples {
		b.paragraph("      ", "for example "+cell.Words, width)
	}
}

// gcNeeded writes what the queries of a workload need of each family.
func gcNeeded(b *page, d doc.GC, width int) {
	if len(d.Needed) == 0 {
		return
	}
	b.heading("By the workload", "", "the policy that saves most without taking what the queries return")
	for _, n := range d.Needed {
		words := text.EscapeString(n.Family) + "  "
		if n.Rule != "" {
			words += text.EscapeString(n.Rule) + "  " + n.Compared + ": "
		}
		b.paragraph("  ", words+text.EscapeString(n.Because), width)
		gcCommand(b, n.CBT, width)
		gcCommand(b, n.Terraform, width)
	}
}
