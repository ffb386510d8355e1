package lesson

// market is E12: keys of fixed width, and a skew that is no hotspot.
func market() *Lesson {
	const (
		hour     = "exchange equal, symbol equal, at range 1h"
		timeLeft = "{at}#{exchange}#{symbol}"
		salted   = "{salt(4, symbol)}#{exchange}#{symbol}#{at}"
		hourly   = "{exchange}#{symbol}#{bucket(at, 1h)}"
	)
	return &Lesson{
		ID: "E12", Name: "market", Title: "Market data", Demo: "market",
		About: "Exchange, symbol, time, each of fixed width; and what to do about a few symbols that have most messages.",
		Tables: []Table{
			{Name: "QUOTE", Layout: "{exchange:text(6)}#{symbol:text(5)}#{at:ms}"},
			{Name: "TRADE", Layout: "{exchange:text(6)}#{symbol:text(5)}#{at:ms}"},
		},
		Steps: []Step{
			{
				Table: "QUOTE",
				Text:  "Quotes of an exchange: `NASDAQ#ZXZZT#1426535612156`. Short names are padded with spaces.",
				Task:  "{@overview}: how many bytes has a key?",
				Hint:  "SIZE, the line key.",
				Why:   "{answer}, every one: 6, 5 and 13 with two delimiters. Segments of fixed width sort as their values do (G32).",
				Check: Number{Of: MeanKey(), Within: 0.01},
			},
			{
				Text:    "The query: an hour of one symbol on one exchange.",
				Task:    "In {@lab}, W: exchange equal, symbol equal, at range 1h; enter, esc.",
				Hint:    "Left and right choose the condition of a line.",
				Why:     "A {access}: {read} rows read, {returned} returned. Known values come first, the period last (G31, G50).",
				Figures: Measures{"access": AccessOf(hour), "read": ReadOf(hour), "returned": Returned(hour)("")},
				Check:   Asks(hour, "symbol equal, at range 1h", "exchange equal, symbol equal"),
			},
			{
				Text:    "A few symbols send most of the messages. Does that make a hotspot?",
				Task:    "{@heat}: what share of the writes does the busiest part of the keys take?",
				Hint:    "The sentence at the foot; w shows all of it.",
				Why:     "{answer}, where uniform writes would give {chance}. Skewed, but not hot: the busy symbols are spread over the table (G67).",
				Figures: Measures{"chance": ChanceSeen()},
				Assumes: []Claim{{PatternSeen(), "even"}},
				Check:   Number{Of: HotSeen()},
			},
			{
				Text:    "Would salt by the symbol help?",
				Task:    "In {@lab}, make the candidate `{salt(4, symbol)}#{exchange}#{symbol}#{at}` and compare the writes.",
				Hint:    "e edits; w on the line writes shows the shares.",
				Why:     "{hot} against {today}: there is no gain, and the keys are longer. Before you salt, confirm a hotspot under load (G61, G67).",
				Figures: Measures{"today": Hot("")},
				Check: Make{Where: InLab, Right: salted, Wrong: []string{"{exchange}#{symbol}#{at}", timeLeft}, Conds: []Cond{
					Above(KeyBytes, 1, KeyBytes(""), "The keys of {made} are no longer than the current ones: a salt is missing."),
					Below(Hot, 2, Hot(""), "With {made} the busiest part takes {mine}: keep the order after the salt."),
					Zero("lost", Lost, "With {made}, {lost} cells would be lost."),
					Shows(map[string]Of{"hot": Hot}),
				}},
			},
			{
				Text: "A hotspot is something else.",
				Task: "In {@lab}, put the time first: `{at}#{exchange}#{symbol}`.",
				Hint: "e edits, or < moves the part under tab to the left.",
				Why:  "{mine} instead of {than}, and the hour of a symbol reads {read} rows. Both are worse (G40).",
				Check: Make{Where: InLab, Right: timeLeft, Wrong: []string{salted, "{symbol}#{exchange}#{at}"}, Conds: []Cond{
					Above(Hot, 3, Hot(""), "With {made} the busiest part takes {mine}: the time is not first."),
					Shows(map[string]Of{"read": Read(hour)}),
				}},
			},
			{
				Text:    "The messages of an hour could share a row.",
				Task:    "How many rows would there be under `{exchange}#{symbol}#{bucket(at, 1h)}`?",
				Hint:    "The line rows in {@lab}.",
				Why:     "{answer} instead of {today}. But the policy keeps one version: {hidden} cells would be garbage-collected. Keep rows (G59, G63).",
				Figures: Measures{"today": Rows(""), "hidden": OlderVersions(hourly)},
				Check:   Number{Of: Rows(hourly)},
			},
			{
				Table: "TRADE",
				Text:  "Trades have a table of their own, with the same key: they are queried separately from quotes.",
				Task:  "{@columns}: how many columns has a trade?",
				Hint:  "See the number after the family name.",
				Why:   "{answer}. In one table trades would lie between quotes, and each query would read the other's rows (G62, G68).",
				Check: Number{Of: Columns(), Within: 0.01},
			},
		},
	}
}
