package lesson

import "tabletop/model/rowkey"

// prefixes is E01: which questions a key of several parts answers cheaply.
func prefixes() *Lesson {
	const (
		ofType   = "type equal"
		ofDevice = "type equal, device equal"
		ofDay    = "day equal"
		dayLeft  = "{day}#{type}#{device}"
	)
	return &Lesson{
		ID: "E01", Name: "prefixes", Title: "Keys and prefixes", Demo: "devices",
		About:  "The segments of a key, and the queries that they answer without a full table scan.",
		Tables: []Table{{Name: "devices", Layout: "{type:enum}#{device:hex(8)}#{day:date(20060102)}", Start: "{type}#{device}#{day}"}},
		Steps: []Step{
			{
				Table: "devices",
				Text:  "What phones and tablets reported each day. A key has three parts: `phone#4c410523#20200501` (G31).",
				Task:  "In {@keys}, press i, say that day is a date: `{type}#{device}#{day:date(20060102)}`, and put it in force with enter and a.",
				Hint:  "Put `:date(20060102)` behind `day`: that is how the day is written.",
				Why:   "{fit} of the keys match. A table has no schema: it is in the keys that an application writes (G02).",
				Check: Make{Where: InKeys, Right: "{type}#{device}#{day:date(20060102)}", Wrong: []string{"{type}#{device}#{day}", "{type}#{device:date(20060102)}#{day}", "{day:date(20060102)}#{type}#{device}"},
					Conds: []Cond{Reads(map[string]rowkey.Type{"day": rowkey.Timestamp}, "{fit} of the keys match the layout, and day must be a date.")}},
			},
			{
				Text:    "Rows are sorted by key. You can query by the first segment alone.",
				Task:    "In {@lab}, press W: type equal; then enter and esc.",
				Hint:    "Right changes the line under the cursor until it says equal.",
				Why:     "A {access}: {read} rows read, {returned} returned. No row is filtered out (G33, G03).",
				Figures: Measures{"access": AccessOf(ofType), "read": ReadOf(ofType), "returned": Returned(ofType)("")},
				Check:   Asks(ofType, ofDevice, ofDay),
			},
			{
				Text:    "The more leading segments a query sets, the less it reads.",
				Task:    "How many rows does a device of a type read, on average?",
				Hint:    "W: type equal, device equal. × is the rows read per row returned.",
				Why:     "{answer}, against {type} for a whole type. From the common to the specific (G35).",
				Figures: Measures{"type": ReadOf(ofType)},
				Check:   Number{Of: Read(ofDevice)("")},
			},
			{
				Text: "But the first segment must be known.",
				Task: "In {@lab}, W, add a query with one condition that needs a full table scan.",
				Hint: "Leave out the first segment.",
				Why:  "{made} is a {access}: {read} rows, since the first segment is not known (G33).",
				Check: Make{Where: InQueries, Right: ofDay, Wrong: []string{ofType, ofDevice}, Conds: []Cond{
					Is("access", AccessOf, "{made} is a {access}: filter on another segment.", "full scan"),
					Shows(map[string]Of{"read": ReadOf}),
				}},
			},
			{
				Text: "What if the day is the first segment?",
				Task: "In {@lab}, make the candidate `{day}#{type}#{device}`. See its writes as well.",
				Hint: "e edits; or tab to day, and < moves it.",
				Why:  "A day reads {read} rows now. But the busiest part takes {mine} of the writes instead of {than}: all writers write the current day (G40).",
				Check: Make{Where: InLab, Right: dayLeft, Wrong: []string{"{device}#{type}#{day}", "{type}#{day}#{device}"}, Conds: []Cond{
					Is("access", Access(ofDay), "With {made} a day is a {access}: make the day the first segment.", "prefix"),
					Above(Hot, 3, Hot(""), "With {made} the busiest part takes {mine}."),
					Shows(map[string]Of{"read": Read(ofDay)}),
				}},
			},
			{
				Text:    "So the most frequent query determines the key (G03).",
				Task:    "Which key reads the fewest rows for a device of a type?",
				Hint:    "Compare the candidates in {@lab}.",
				Why:     "Type, device, day: {today} rows. With the day first it would be {dayleft}, with the device last {devlast}.",
				Figures: Measures{"today": Read(ofDevice)(""), "dayleft": Read(ofDevice)(dayLeft), "devlast": Read(ofDevice)("{type}#{day}#{device}")},
				Check: Choice{Options: []string{"day, type, device", "type, day, device", "type, device, day"}, Answer: 2,
					Right: Least(Read(ofDevice)(dayLeft), Read(ofDevice)("{type}#{day}#{device}"), Read(ofDevice)(""))},
			},
		},
	}
}
