package demo

import (
	"fmt"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// friends is E06: friendships, the friend's name as the qualifier.
func friends() Dataset {
	families := []sample.Family{family("Friends", maxVersions(1))}
	return Dataset{
		ID: "e06", Name: "friends", Title: "Friends, their names as qualifiers",
		About: "One row per person; each friend is a column whose qualifier is the friend and whose value is the " +
			"circle. Most have a handful, " +
			"a few have hundreds. The table friend_rows holds the same with a row for each friendship and the same " +
			"two columns in every " +
			"row: many times the rows, and the person is said again in each. Names in keys are personal data, made " +
			"up here.",
		Guidelines: []string{"G17", "G19", "G47"},
		Tables: []Table{
			{Name: "friends", About: "one row per person, one column per friend", Families: families,
				Key: "{person:text}", Rows: 4_000, make: friendColumns},
			{Name: "friend_rows", About: "one row per friendship, always the columns friend and circle", Avoid: true,
				Families: families,
				Key:      "{person:text}#{n:int}", Rows: 30_000, make: friendRows},
		},
	}
}

const friendships = 30_000

// people makes up names, and how many friends each has.
func people() (names []string, parts []int) {
	names = coined("person", 4_000, "jose", "sofia", "fred", "gabriel", "hiroshi", "jakob")
	for i := range names {
		names[i] = spelling.Capitalize(names[i])
	}
	return names, shares(friendships, len(names), 0.6, 600)
}

// friendship is the n-th friend of a person, the circle, and the circles it was in before.
func friendship(names []string, who, n int) (friend string, circles []string, last rng) {
	d := roll("friendship", who, n)
	// Steps of a number that has no common part with that of the people never meet a friend twice.
	friend = names[(who+1+(n+1)*1237%(len(names)-1))%len(names)]
	for range d.weighted(0, 9, 2, 1) {
		circles = append(circles, pick(&d, []string{"work", "school", "book-club", "tennis", "chess-club", "family",
			"choir", "neighbors"}))
	}
	return friend, circles, d
}

func friendColumns(now time.Time) Generator {
	names, parts := people()
	return Generator{Rows: len(names), Row: func(who int) Row {
		r := Row{Key: []byte(names[who])}
		for n := range count(parts, who) {
			friend, circles, d := friendship(names, who, n)
			since := now.UnixMilli() - int64(d.unit()*float64(1200*day))
			r.versions("Friends", friend, since, 40*day, len(circles), func(v int) []byte { return []byte(circles[v]) })
		}
		return r
	}}
}

func friendRows(now time.Time) Generator {
	names, parts := people()
	return Generator{Rows: friendships, Row: func(i int) Row {
		who, n := locate(parts, i)
		friend, circles, d := friendship(names, who, n)
		since := now.UnixMilli() - int64(d.unit()*float64(1200*day))
		r := Row{Key: fmt.Appendf(nil, "%s#%d", names[who], n+1)}
		r.add("Friends", "friend", since, []byte(friend))
		r.versions("Friends", "circle", since, 40*day, len(circles), func(v int) []byte { return []byte(circles[v]) })
		return r
	}}
}
