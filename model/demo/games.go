package demo

import (
	"fmt"
	"strconv"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// games is E10: who won which game when.
func games() Dataset {
	game := []sample.Family{family("GAME", maxVersions(1))}
	return Dataset{
		ID: "e10", Name: "games", Title: "Game scores by player and day",
		About: "A row for what a player did in a game on a day: how often a player won in a month is one range. The " +
			"table plays_by_day leaves the " +
			"player out of the key: that question then reads all of the game, and two players of one day meet in " +
			"one row, where each " +
			"overwrites the other and the rule for one version throws the earlier away. The table wins counts in " +
			"aggregate cells; players_by_id " +
			"is keyed by the number of the account, so that the newest players, who play the most, all write at its " +
			"end.",
		Guidelines: []string{"G03", "G50", "G60", "G06", "G22", "G42"},
		Tables: []Table{
			{Name: "plays", About: "by game, then player, then day", Families: game,
				Key: "{game:enum}#{player:text}#{day:date(20060102)}", Rows: plays, make: playerDays},
			{Name: "plays_by_day", About: "by game and day: a player is found by reading everything", Avoid: true,
				Families: game,
				Key:      "{game:enum}#{day:date(20060102)}", Rows: 1_865, make: gameDays},
			{Name: "wins", About: "a player's wins a month, summed at write time", Key: "{game:enum}#{player:text}",
				Rows:     players,
				Families: []sample.Family{{Name: "SUM", Aggregate: "sum", ValueType: "int64"}}, make: winSums},
			{Name: "players_by_id", About: "by account number: new players, who play the most, are neighbors",
				Avoid: true,
				Key:   "{account:pad(8)}", Rows: accounts, Families: []sample.Family{family("PLAYER", maxVersions(1))},
				make: accountRows},
		},
	}
}

const (
	plays   = 30_000
	players = 1_500 // pairs of a player and a game
	// Accounts are numbered as they are made, one each 10 minutes.
	accounts   = 4_000
	accountGap = 10 * minute
)

// player is who plays a game: the first are the documentation's.
func player(pair int) (game, name string) {
	d := roll("player", pair)
	games := []string{"LoL", "Starcraft", "chess", "go", "tetris", "quake", "pong", "rogue", "karts", "golf"}
	game = games[d.weighted(40, 20, 10, 8, 6, 5, 4, 3, 2, 2)]
	given := []string{"Corrie", "Jo", "Sam"}
	if pair < len(given) {
		return "LoL", given[pair]
	}
	return game, spelling.Capitalize(coin(&d)) + strconv.Itoa(pair)
}

// play is what a player did on the n-th of his or her days: whether won, the ratio of kills to deaths, and when.
func play(now time.Time, pair, n int) (midnight, at int64, won bool, ratio float64) {
	d := roll("play", pair, n)
	skill := roll("skill", pair)
	midnight = startOfDay(now) - int64(n*2+skill.between(1, 2))*day
	won = d.chance(0.2 + 0.6*skill.unit())
	at = midnight + int64(d.below(int(day)/players)*players+pair) // no two at the same millisecond
	return midnight, at, won, d.tail(1.5, 40)
}

func scores(r *Row, at int64, won bool, ratio float64) {
	r.add("GAME", "KDA", at, fixed(ratio, 2))
	r.add("GAME", "WIN", at, strconv.AppendBool(nil, won))
}

func playerDays(now time.Time) Generator {
	parts := shares(plays, players, 0.6, 120)
	return Generator{Rows: plays, Row: func(i int) Row {
		pair, locate := locate(parts, i)
		game, name := player(pair)
		midnight, at, won, ratio := play(now, pair, locate)
		r := Row{Key: fmt.Appendf(nil, "%s#%s#%s", game, name, date(midnight))}
		if again := roll("again", pair, locate); again.chance(0.15) { // a second game that day
			scores(&r, min(at+hour, midnight+day-1), !won, ratio+1)
		}
		scores(&r, at, won, ratio)
		return r
	}}
}

func gameDays(now time.Time) Generator {
	parts := shares(plays, players, 0.6, 120)
	index := map[string]int{}
	var rows []Row
	for i := range plays {
		pair, locate := locate(parts, i)
		game, name := player(pair)
		midnight, at, won, ratio := play(now, pair, locate)
		key := game + "#" + date(midnight)
		if _, ok := index[key]; !ok {
			index[key] = len(rows)
			rows = append(rows, Row{Key: []byte(key)})
		}
		r := &rows[index[key]]
		r.add("GAME", "PLAYER", at, []byte(name))
		scores(r, at, won, ratio)
	}
	return Generator{Rows: len(rows), Row: func(i int) Row { return rows[i] }}
}

func winSums(now time.Time) Generator {
	parts := shares(plays, players, 0.6, 120)
	return Generator{Rows: players, Row: func(pair int) Row {
		game, name := player(pair)
		row := Row{Key: fmt.Appendf(nil, "%s#%s", game, name)}
		last, sum := int64(0), int64(0)
		for number := count(parts, pair) - 1; number >= 0; number-- {
			midnight, _, won, _ := play(now, pair, number)
			first := midnight - int64(time.UnixMilli(midnight).UTC().Day()-1)*day
			if first != last && last != 0 {
				row.add("SUM", date(last)[:6], last, int64be(sum))
				sum = 0
			}
			last = first
			if won {
				sum++
			}
		}
		row.add("SUM", date(last)[:6], last, int64be(sum))
		return row
	}}
}

func accountRows(now time.Time) Generator {
	last := now.UnixMilli()/accountGap - 1
	return Generator{Rows: accounts, Row: func(i int) Row {
		number := last - int64(i)
		random := roll("account", int(number))
		made := number*accountGap + int64(random.below(int(accountGap)))
		row := Row{Key: fmt.Appendf(nil, "%08d", number)}
		row.add("PLAYER", "NAME", made, []byte(spelling.Capitalize(coin(&random))))
		// most come back soon, or not at all
		for at := made; at <= now.UnixMilli(); at += int64(random.tail(1, 40) * float64(hour)) {
			row.add("PLAYER", "SEEN", at, []byte(date(at)))
			if random.chance(0.4) {
				break
			}
		}
		return row
	}}
}
