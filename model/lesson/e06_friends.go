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
				Why:   "{answer}. Each of them stores his name and the names of the two columns (G17).",
				Check: Number{Of: RowsBelow("Jose#"), Within: 0.01},
			},
			{
				Text:    "A qualifier can hold what is now in a value: the friend.",
				Task:    "{@lab}: `{person} => drop Friends:friend; Friends:circle -> Friends:{column(Friends:friend)}`",
				Hint:    "e, then type it as it stands. It says: no column friend; circle is named after the friend.",
				Why:     "{mine} rows instead of {than}, {size} instead of {today}. All about one person is one row (G17, G19).",
				Figures: Measures{"today": Size("")},
				Check: Make{Where: InLab, Right: inRow, Wrong: []string{"{person}", "{n}#{person}"}, Conds: []Cond{
					Below(Rows, 0.3, Rows(""), "With {made} there are {mine} rows: only the person belongs in the key."),
					Zero("hidden", OlderVersions, "With {made}, {hidden} cells become versions: name the column after the friend."),
					Zero("lost", Lost, "With {made}, {lost} cells would be lost."),
					Shows(map[string]Of{"size": Size}),
				}},
			},
			{
				Table:   "friends",
				Text:    "The table with that layout.",
				Task:    "{@columns}: how many columns has it?",
				Hint:    "See the number after the family name.",
				Why:     "{answer}, but a row has {mean} of them on average. A column that a row lacks takes no space (G09).",
				Figures: Measures{"mean": MeanColumns()},
				Check:   Number{Of: Columns(), Within: 0.01},
			},
			{
				Text:  "A row has to stay of sensible size (G18).",
				Task:  "{@overview}: how large is the largest row?",
				Hint:  "SIZE, the line row, max seen.",
				Why:   "{answer} for the one with the most friends, where the recommended limit is 100 MB. Nobody has a million friends (G18, G19).",
				Check: Number{Of: Largest("")},
			},
			{
				Text:  "Names of people in keys and qualifiers are seen in logs.",
				Task:  "Open {@findings} and see what is found here.",
				Hint:  "The most severe finding is first; enter shows the details.",
				Why:   "Whether or not a rule reports it: these keys identify people, and keys appear in logs and metadata (G47). The usual fix is a number in place of the name.",
				Check: OpenScreen{findingsScreen},
			},
		},
	}
}
