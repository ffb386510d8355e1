package lesson

// keyOrder is E10: the segments of the key and their order determine what a query reads.
func keyOrder() *Lesson {
	const (
		month   = "game equal, player equal, day range 30d"
		ofAll   = "game equal, day range 30d"
		noName  = "{game}#{day}"
		dayLeft = "{game}#{day}#{player}"
	)
	return &Lesson{
		ID: "E10", Name: "key-order", Title: "Key order", Demo: "games",
		About: "A value that is missing from the key, or comes too late in it, makes a query read rows that it filters out.",
		Tables: []Table{
			{Name: "plays_by_day", Layout: "{game:enum}#{day:date(20060102)}"},
			{Name: "plays", Layout: "{game:enum}#{player:text}#{day:date(20060102)}"},
		},
		Steps: []Step{
			{
				Table: "plays_by_day",
				Text:  "Who played which game when, and won. One row per game and day: `LoL#20150301`.",
				Task:  "Open {@columns}. How many versions of GAME:WIN has the row with the most of them?",
				Hint:  "The column versions: behind ≤ is the most.",
				Why:   "{answer}. All players of a day write the same column of the same row; each hides the previous one (G59).",
				Check: Number{Of: MostVersions("GAME", "WIN")},
			},
			{
				Text:  "The family GAME keeps 1 version. The others are GC-eligible, and read until they are collected.",
				Task:  "Open {@retention}. What share of the bytes is GC-eligible?",
				Hint:  "The column waste, beside the family.",
				Why:   "{answer}. Only the last player of each day remains. A value that distinguishes rows belongs in the key (G02, G14).",
				Check: Number{Of: GarbageShare("GAME")("")},
			},
			{
				Table: "plays",
				Text:  "Here the player is in the key: `LoL#Corrie#20150301`.",
				Task:  "{@overview} shows the segments of the key. How many players are there?",
				Hint:  "Look at player: so many distinct.",
				Why:   "{answer}. High cardinality spreads the writes, and the days of one player are adjacent (G35, G20).",
				Check: Number{Of: Distinct("player"), Within: 0.01},
			},
			{
				Text:    "The query: how often did a player win in a month?",
				Task:    "In {@lab}, press W and put it together: game equal, player equal, day range 30d. Then enter and esc.",
				Hint:    "Left and right change the line under the cursor, enter makes the query of all lines.",
				Why:     "A {access}: {read} rows read, {returned} returned. Known values come first, the period last (G03, G50).",
				Figures: Measures{"access": AccessOf(month), "read": ReadOf(month), "returned": Returned(month)("")},
				Check:   Asks(month, ofAll, "player equal, day range 30d"),
			},
			{
				Text:    "What if the day precedes the player?",
				Task:    "In {@lab}, make the candidate `{game}#{day}#{player}` and see what the query costs then.",
				Hint:    "e begins a candidate and edits it; or tab goes to a part, < and > move it.",
				Why:     "{mine} rows are read for the same {returned}: the month of all players, to be filtered. Now it is {than}.",
				Figures: Measures{"returned": Returned(month)("")},
				Check: Make{Where: InLab, Right: dayLeft, Wrong: []string{"{player}#{game}#{day}", "{game}#{player}#{day}"}, Conds: []Cond{
					Above(Read(month), 5, Read(month)(""), "With {made} the query reads {mine} rows, hardly more than now: put the day before the player."),
					Zero("hidden", OlderVersions, "With {made}, {hidden} cells become older versions: keep the player in the key."),
				}},
			},
			{
				Text: "And without the player, as in the first table?",
				Task: "In {@lab}, make the candidate `{game}#{day}`. How many cells become versions?",
				Hint: "The line collisions. In a small window move the cursor down to it.",
				Why:  "{mine} cells become older versions, and {lost} are lost outright: same row, column and time.",
				Check: Make{Where: InLab, Right: noName, Wrong: []string{dayLeft}, Conds: []Cond{
					Above(OlderVersions, 1, nothing, "With {made} nothing meets: leave the player out."),
					Shows(map[string]Of{"lost": Lost}),
				}},
			},
			{
				Text:    "Another query: all players of a game, for a month.",
				Task:    "Which key reads the fewest rows for it?",
				Hint:    "In {@lab}, W: game equal, day range 30d. Then compare the candidates.",
				Why:     "Game, day, player: {byday} rows instead of {today}. But there the busiest part takes {hot} of the writes (G40). The queries decide; for both, use two tables (G60).",
				Figures: Measures{"byday": Read(ofAll)(dayLeft), "today": Read(ofAll)(""), "hot": Hot(dayLeft)},
				Check: Choice{Options: []string{"game, player, day", "player, game, day", "game, day, player"}, Answer: 2,
					Right: Least(Read(ofAll)(""), Read(ofAll)("{player}#{game}#{day}"), Read(ofAll)(dayLeft))},
			},
		},
	}
}
