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
		About:  "The parts of a key, and which questions they answer without reading everything.",
		Tables: []Table{{Name: "devices", Layout: "{type:enum}#{device:hex(8)}#{day:date(20060102)}", Start: "{type}#{device}#{day}"}},
		Steps: []Step{
			{
				Table: "devices",
				Text:  "What phones and tablets reported each day. A key has three parts: `phone#4c410523#20200501` (G31).",
				Task:  "In {@keys}, press e, say that day is a date: `{type}#{device}#{day:date(20060102)}`, and keep it with ctrl+s.",
				Hint:  "Put `:date(20060102)` behind `day`: that is how the day is written.",
				Why:   "{fit} of the keys can be read so. A table knows no schema: it is in the keys that an application writes (G02).",
				Check: Make{Where: InKeys, Right: "{type}#{device}#{day:date(20060102)}", Wrong: []string{"{type}#{device}#{day}", "{type}#{device:date(20060102)}#{day}", "{day:date(20060102)}#{type}#{device}"},
					Conds: []Cond{Reads(map[string]rowkey.Type{"day": rowkey.Timestamp}, "{fit} of the keys fit the layout in force, and day must be a date.")}},
			},
			{
				Text:    "Rows are sorted by key. What leads the key can be asked for alone.",
				Task:    "In {@lab}, press W: type equal; then enter and esc.",
				Hint:    "Right changes the line under the cursor until it says equal.",
				Why:     "A {access}: {read} rows read, {returned} wanted. Nothing is read in vain (G33, G03).",
				Figures: Measures{"access": AccessOf(ofType), "read": ReadOf(ofType), "returned": Returned(ofType)("")},
				Check:   Asks(ofType, ofDevice, ofDay),
			},
			{
				Text:    "The more of the front is known, the less is read.",
				Task:    "How many rows does a device of a type read, on average?",
				Hint:    "W: type equal, device equal. × tells the rows read for each one wanted.",
				Why:     "{answer}, against {type} for a whole type. From what many rows share to what is particular (G35).",
				Figures: Measures{"type": ReadOf(ofType)},
				Check:   Number{Of: Read(ofDevice)("")},
			},
			{
				Text: "But the front must be known.",
				Task: "In {@lab}, W, put together a question of one part that must read the whole table.",
				Hint: "Leave out what leads the key.",
				Why:  "{made} is a {access}: {read} rows, since nothing at the front is known (G33).",
				Check: Make{Where: InQueries, Right: ofDay, Wrong: []string{ofType, ofDevice}, Conds: []Cond{
					Is("access", AccessOf, "{made} is a {access}: another part must be asked by.", "full scan"),
					Shows(map[string]Of{"read": ReadOf}),
				}},
			},
			{
				Text: "One could let the day lead.",
				Task: "In {@lab}, make the candidate `{day}#{type}#{device}`. See its writes as well.",
				Hint: "e edits; or tab to day, and < moves it.",
				Why:  "A day reads {read} rows now. But the busiest part takes {mine} of the writes instead of {than}: today is where everyone writes (G40).",
				Check: Make{Where: InLab, Right: dayLeft, Wrong: []string{"{device}#{type}#{day}", "{type}#{day}#{device}"}, Conds: []Cond{
					Is("access", Access(ofDay), "With {made} a day is a {access}: let the day lead.", "prefix"),
					Above(Hot, 3, Hot(""), "With {made} the busiest part takes {mine}."),
					Shows(map[string]Of{"read": Read(ofDay)}),
				}},
			},
			{
				Text:    "So the key follows from the question that is asked most (G03).",
				Task:    "Which key reads the fewest rows for a device of a type?",
				Hint:    "Compare the candidates in {@lab}.",
				Why:     "Type, device, day: {today} rows. With the day in front it would be {dayleft}, with the device last of all {devlast}.",
				Figures: Measures{"today": Read(ofDevice)(""), "dayleft": Read(ofDevice)(dayLeft), "devlast": Read(ofDevice)("{type}#{day}#{device}")},
				Check: Choice{Options: []string{"day, type, device", "type, day, device", "type, device, day"}, Answer: 2,
					Right: Least(Read(ofDevice)(dayLeft), Read(ofDevice)("{type}#{day}#{device}"), Read(ofDevice)(""))},
			},
		},
	}
}
