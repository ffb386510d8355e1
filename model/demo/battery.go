package demo

import (
	"fmt"
	"hash/crc32"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// battery is E11: readings of phones' batteries, and two ways out of a hotspot.
func battery() Dataset {
	families := []sample.Family{family("METRIC", maxAge(7))}
	return Dataset{
		ID: "e11", Name: "battery", Title: "Battery readings: promotion and salt",
		About: "What phones say of their batteries, three times the same. With the time right after a constant " +
			"every write goes to the end " +
			"of the table (battery_by_time). Promotion moves the user into the key: writes spread, and one user's " +
			"readings are a range (battery_by_user). " +
			"Salt spreads them too, but a range of time then takes one scan for each salt, and their number is hard " +
			"to change (battery_salted).",
		Guidelines: []string{"G40", "G61", "G51", "G67"},
		Tables: []Table{
			{Name: "battery_by_user", About: "the user promoted into the key", Families: families,
				Key: "BATTERY#{user:text}#{at:date(20060102150405000)}", Rows: charges,
				make: func(now time.Time) Generator {
					return chargeRows(now, func(user, at string) string { return "BATTERY#" + user + "#" + at }, false)
				}},
			{Name: "battery_salted", About: "a salt of three values, the CRC-32 of the time modulo 3",
				Families: families,
				Key:      "BATTERY#{salt:salt(3, crc32(at))}#{at:date(20060102150405000)}", Rows: charges,
				make: func(now time.Time) Generator {
					return chargeRows(now, func(_, at string) string {
						return fmt.Sprintf("BATTERY#%d#%s", crc32.ChecksumIEEE([]byte(at))%3, at)
					}, true)
				}},
			{Name: "battery_by_time", About: "the time right after a constant: one hotspot, always at the end",
				Avoid: true, Families: families,
				Key: "BATTERY#{at:date(20060102150405000)}", Rows: charges, make: func(now time.Time) Generator {
					return chargeRows(now, func(_, at string) string { return "BATTERY#" + at }, true)
				}},
		},
	}
}

const charges = 40_000

// chargeRows are the readings of ten days, one after the other in time, under any key.
func chargeRows(now time.Time, key func(user, at string) string, withUser bool) Generator {
	users := coined("user", 500, "corrie", "jo", "sam")
	parts := shares(charges, len(users), 0.7, charges)
	const apart = 10 * day / charges
	return Generator{Rows: charges, Row: func(i int) Row {
		random := roll("charge", i)
		who, _ := locate(parts, random.below(charges))
		at := now.UnixMilli() - int64(i)*apart - int64(random.below(int(apart)))
		stamp := time.UnixMilli(at).UTC().Format("20060102150405.000")
		r := Row{Key: []byte(key(spelling.Capitalize(users[who]), stamp[:14]+stamp[15:]))}
		r.add("METRIC", "PERCENTAGE", at, number(charge(who, at)))
		if withUser {
			r.add("METRIC", "USER", at, []byte(spelling.Capitalize(users[who])))
		}
		return r
	}}
}

// charge is the percentage in a user's battery: it falls through a cycle of about a day and is charged at its end.
func charge(who int, at int64) int64 {
	d := roll("cycle", who)
	cycle := int64(d.between(14, 40)) * hour
	into := (at + int64(d.below(int(day)))) % cycle
	return max(2, 100-98*into/(cycle*9/10))
}
