package lesson

// buckets is E07: readings as rows, or in buckets of time.
func buckets() *Lesson {
	const (
		week   = "location equal, balloon equal, at range 7d"
		byWeek = "{location}#{balloon}#{bucket(at, 1w)}"
		byHour = "{location}#{balloon}#{bucket(at, 1h)}"
		byMon  = "{location}#{balloon}#{bucket(at, 1mo)}"
		blob   = "{location}#{balloon}#{at} => measurements -> json measurements:blob"
	)
	return &Lesson{
		ID: "E07", Name: "buckets", Title: "Time buckets", Demo: "balloons",
		About: "Readings can be rows, or versions or columns of one row per period.",
		Tables: []Table{
			{Name: "minute_rows", Layout: "{location:text}#{balloon:int}#{at:date(2006-01-02-1504)}"},
			{Name: "week_cells", Layout: "{location:text}#{balloon:int}#week{week:int}"},
			{Name: "week_columns", Layout: "{location:text}#{balloon:int}#{metric:enum}#week{week:int}"},
		},
		Steps: []Step{
			{
				Table:   "minute_rows",
				Text:    "Balloons measure four things each minute. Here a minute is a row, and a measurement a column (G55).",
				Task:    "{@overview}: how many bytes has a row on average?",
				Hint:    "SIZE, the line row, the column mean.",
				Why:     "{answer}, and the key alone takes {key}: a long key for four short numbers, once per minute.",
				Figures: Measures{"key": MeanKey()},
				Check:   Number{Of: MeanRow()},
			},
			{
				Text:    "A bucket is one row per period. The minutes of a week become versions of four columns (G53).",
				Task:    "In {@lab}, make the candidate `{location}#{balloon}#{bucket(at, 1w)}` and look at rows and bytes.",
				Hint:    "e edits; put `bucket(at, 1w)` where `at` stands.",
				Why:     "{mine} rows instead of {than}, and {size} instead of {today}: the key is no longer stored for every minute (G56).",
				Figures: Measures{"today": Size("")},
				Check: Make{Where: InLab, Right: byWeek, Wrong: []string{"{location}#{balloon}#{at}", "{at}#{location}#{balloon}"}, Conds: []Cond{
					Below(Rows, 0.05, Rows(""), "With {made} there are still {mine} rows of {than}: cut the time to a week."),
					Zero("lost", Lost, "With {made}, {lost} cells would be lost: keep location and balloon."),
					Shows(map[string]Of{"size": Size}),
				}},
			},
			{
				Text:    "The query: a week of one balloon.",
				Task:    "In {@lab}, W: location equal, balloon equal, at range 7d; enter, esc. Compare the rows read.",
				Hint:    "Left and right choose the condition of a line.",
				Why:     "{today} rows now, {bucket} in buckets: fewer rows are read faster (G56). But whole weeks come: {wide} instead of {narrow}, which the Lab marks as worse.",
				Figures: Measures{"today": Read(week)(""), "bucket": Read(week)(byWeek), "narrow": ReadBytes(week)(""), "wide": ReadBytes(week)(byWeek)},
				Check:   Asks(week, "location equal, balloon equal", "at range 7d"),
			},
			{
				Text:    "A bucket must not grow too large: at most 100 MB is recommended (G18). Make it as wide as queries need, and no wider (G57).",
				Task:    "How many bytes has the largest row if the bucket is a week?",
				Hint:    "The line largest row in {@lab}.",
				Why:     "{answer}; an hour would give {hour}, a month {month}. Here even a month is far below 100 MB.",
				Figures: Measures{"hour": Largest(byHour), "month": Largest(byMon)},
				Check:   Number{Of: Largest(byWeek)},
			},
			{
				Text:    "Another way: keep one row per minute, and write its four values as one JSON document (G54).",
				Task:    "Which of these takes the fewest bytes?",
				Hint:    "In {@lab}: `{location}#{balloon}#{at} => measurements -> json measurements:blob`, and the line bytes.",
				Why:     "The bucket: {bucket}, the document {blob}, columns {rows}. Other costs differ: a document is always read whole (G54).",
				Figures: Measures{"rows": Size(""), "blob": Size(blob), "bucket": Size(byWeek)},
				Check: Choice{Options: []string{"one row per minute, four columns", "one row per minute, one document", "one row per week, one version per minute"}, Answer: 2,
					Right: Least(Size(""), Size(blob), Size(byWeek))},
			},
			{
				Table: "week_cells",
				Text:  "The bucket carried out: one row per week, a version for each minute. A week has 10,080 minutes.",
				Task:  "{@columns}: how many versions of pressure has the fullest row?",
				Hint:  "The column versions: behind ≤ is the most.",
				Why:   "{answer} readings in one column of one row. Versions are the data here, not corrections (G53).",
				Check: Number{Of: MostVersions("measurements", "pressure")},
			},
			{
				Text: "So the garbage-collection policy must not count versions.",
				Task: "In {@retention}, press i and try the rule maxversions=1. What would be kept?",
				Hint: "e, then `maxversions=1` and enter. Nothing is set: the rule is only tried.",
				Why:  "{mine}: the last minute of each week. This pattern needs a policy by age, which the table has (G53, G14).",
				Check: Make{Where: InRetention, Family: "measurements", Right: "maxversions=1", Wrong: []string{"maxage=14d", "maxversions=5000"}, Conds: []Cond{
					Below(Kept("measurements"), 0.1, all, "{made} keeps {mine} of the bytes: try a rule of one version."),
				}},
			},
			{
				Table:   "week_columns",
				Text:    "A third bucket: the reading itself is the qualifier, the value is empty (G52).",
				Task:    "{@columns}: how many columns has the table?",
				Hint:    "See the number after the family name.",
				Why:     "{answer}: as many as different readings. A row has {mean} on average, and a missing column takes no space (G09, G17).",
				Figures: Measures{"mean": MeanColumns()},
				Check:   Number{Of: Columns()},
			},
		},
	}
}
