package lesson

// friends is E06: the friend as the qualifier.
func friends() *Lesson {
	const inRow = "{person} => drop Friends:friend; Friends:circle -> Friends:{column(Friends:friend)}"
	return &Lesson{
		ID: "E06", Name: "friends", Title: "Qualifiers as data", Demo: "friends",
		About: "A column may be named after what it is about: one row per person instead of one per friendship.",
		Tables: []Table{
			{Name: "friend_rows", Layout: "{person:text}#{n:int}"},
			{Name: "friends", Layout: "{person:text}"},
		},
		Steps: []Step{
			{
				Table: "friend_rows",
				Text:  "Who is friends with whom, as in tables one knows: one row per friendship, columns friend and circle.",
				Task:  "{@space}: how many rows has Jose?",
				Hint:  "/ finds Jose; enter goes in, and the foot counts what is there.",
				Why:   "{answer}. His name stands in each of them, and so do the names of the two columns (G17).",
				Check: Number{Of: RowsBelow("Jose#"), Within: 0.01},
			},
			{
				Text:    "What is in a value can be in the name of the column: the friend.",
				Task:    "{@lab}: `{person} => drop Friends:friend; Friends:circle -> Friends:{column(Friends:friend)}`",
				Hint:    "e, then type it as it stands. It says: no column friend; circle is named after the friend.",
				Why:     "{mine} rows instead of {than}, {size} instead of {today}. All about one person is one row (G17, G19).",
				Figures: Measures{"today": Size("")},
				Check: Make{Where: InLab, Right: inRow, Wrong: []string{"{person}", "{n}#{person}"}, Conds: []Cond{
					Below(Rows, 0.3, Rows(""), "With {made} there are {mine} rows: only the person belongs into the key."),
					Zero("hidden", OlderVersions, "With {made}, {hidden} cells become versions: name the column after the friend."),
					Zero("lost", Lost, "With {made}, {lost} cells would be lost."),
					Shows(map[string]Of{"size": Size}),
				}},
			},
			{
				Table:   "friends",
				Text:    "That table, carried out.",
				Task:    "{@columns}: how many columns has it?",
				Hint:    "It stands behind the name of the family.",
				Why:     "{answer}, but a row has {mean} of them on average. A column that a row lacks takes no room (G09).",
				Figures: Measures{"mean": MeanColumns()},
				Check:   Number{Of: Columns(), Within: 0.01},
			},
			{
				Text:  "A row has to stay of sensible size (G18).",
				Task:  "{@overview}: how large is the largest row?",
				Hint:  "SIZE, the line row, max seen.",
				Why:   "{answer} for the one with the most friends, where 100 MB are advised as the limit. People have no million friends (G18, G19).",
				Check: Number{Of: Largest("")},
			},
			{
				Text:  "Names of people in keys and qualifiers are seen in logs.",
				Task:  "Open {@findings} and see what is found here.",
				Hint:  "The list has the gravest first; enter or the cursor tells more.",
				Why:   "Whether a rule noticed or not: these keys are names of people, and keys stand in logs and metadata (G47). A number in place of a name is the usual way out.",
				Check: OpenScreen{findingsScreen},
			},
		},
	}
}
