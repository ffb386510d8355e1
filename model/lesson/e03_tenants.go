package lesson

// tenants is E03: many tenants in one table.
func tenants() *Lesson {
	const (
		ofTenant = "tenant equal"
		ofDevice = "tenant equal, type equal, device equal"
		last     = "{type}#{device}#{day}#{tenant}"
	)
	return &Lesson{
		ID: "E03", Name: "tenants", Title: "Tenants", Demo: "tenants",
		About:  "Many customers in one table, each in one key range.",
		Tables: []Table{{Name: "purchases", Layout: "{tenant:text}#{type:enum}#{device:hex(8)}#{day:date(20060102)}"}},
		Steps: []Step{
			{
				Table: "purchases",
				Text:  "Purchases of the customers of many companies: `altostrat#phone#4c410523#20190501`.",
				Task:  "{@overview} shows the segments of the key: how many tenants are there?",
				Hint:  "Look at tenant: so many distinct.",
				Why:   "{answer}, in one table. A table for each would only add load, and an instance has at most 1,000 (G10).",
				Check: Number{Of: Distinct("tenant"), Within: 0.01},
			},
			{
				Text:    "All of one tenant: to read, or to drop when the contract ends.",
				Task:    "In {@lab}, W: tenant equal; enter, esc.",
				Hint:    "Right changes the line under the cursor until it says equal.",
				Why:     "A {access} of {read} rows, all returned: one range to read, and one to drop (G37).",
				Figures: Measures{"access": AccessOf(ofTenant), "read": ReadOf(ofTenant)},
				Check:   Asks(ofTenant, "type equal", ofDevice),
			},
			{
				Text:  "Tenants are not of one size.",
				Task:  "{@space}: what share of the bytes has altostrat?",
				Hint:  "Each line has its share of all.",
				Why:   "{answer}. Such a tenant's range can be hot when its customers are all awake (G08).",
				Check: Number{Of: ShareBelow("altostrat#"), Within: 0.06},
			},
			{
				Text:    "Is it hot? If writes were uniform, the busiest 5% of the keys would take {chance} of them.",
				Task:    "{@heat}: what share does it take?",
				Hint:    "The sentence at the foot; w shows all of it.",
				Why:     "{answer}: even, so there is nothing to fix. The values after the tenant spread its rows (G08, G61).",
				Figures: Measures{"chance": ChanceSeen()},
				Assumes: []Claim{{PatternSeen(), "even"}},
				Check:   Number{Of: HotSeen()},
			},
			{
				Text:    "What if the tenant came last?",
				Task:    "In {@lab}, make the candidate `{type}#{device}#{day}#{tenant}`. What does a tenant cost?",
				Hint:    "e edits, or tab and > move the part.",
				Why:     "A {access}: {read} rows instead of {today}. And dropping a tenant needs a full table scan (G37, G41).",
				Figures: Measures{"today": ReadOf(ofTenant)},
				Check: Make{Where: InLab, Right: last, Wrong: []string{"{tenant}#{day}#{type}#{device}", "{tenant}#{device}#{type}#{day}"}, Conds: []Cond{
					Is("access", Access(ofTenant), "With {made} a tenant is a {access}: put it last.", "full scan"),
					Shows(map[string]Of{"read": Read(ofTenant)}),
				}},
			},
			{
				Text:  "Three segments identify a device of a tenant.",
				Task:  "How many rows does this query read?",
				Hint:  "W: tenant equal, type equal, device equal.",
				Why:   "{answer}: the days on which it bought. The segments go from common to specific (G35).",
				Check: Number{Of: Read(ofDevice)("")},
			},
		},
	}
}
