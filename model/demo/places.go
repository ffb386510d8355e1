package demo

import (
	"fmt"
	"math"
	"strings"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// places is E02: continent, country, city.
func places() Dataset {
	return Dataset{
		ID: "e02", Name: "places", Title: "Cities by continent and country",
		About: "A row for each town, from the value that few have to the one that each has: any leading part of the " +
			"key is a range. " +
			"Most towns are generated. The weather is kept under an intersection: a reading goes only when it is " +
			"both old and not among " +
			"the newest three, so a place that falls silent keeps what it has.",
		Guidelines: []string{"G35", "G20", "G31"},
		Tables: []Table{{
			Name: "places", About: "by continent, then country, then city",
			Key: "{continent:enum}#{country:text}#{city:text}", Rows: 6_000,
			Families: []sample.Family{family("info", maxVersions(1)), family("photo", sample.GCRule{}),
				family("weather", both(maxVersions(3), maxAge(7)))},
			make: cities,
		}},
	}
}

// atlas lists continents with their countries, those of most towns first, and after a colon the towns that are real.
const atlas = `asia india:bangalore,mumbai,delhi,pune japan:osaka,sapporo,kyoto china indonesia pakistan vietnam turkey thailand nepal jordan laos
europe germany:bonn,kiel france:lyon,nantes italy:turin spain poland:gdansk romania portugal:porto greece sweden austria norway ireland malta
africa nigeria egypt:luxor ethiopia kenya:nakuru morocco:fes ghana senegal tunisia:sfax namibia gabon
northamerica usa:tucson mexico:puebla canada:halifax cuba guatemala jamaica
southamerica brazil:recife colombia:cali argentina:rosario peru chile:santiago,temuco bolivia:cochabamba,lapaz ecuador uruguay
oceania australia:darwin newzealand:nelson fiji samoa tonga`

type country struct {
	continent, name string
	towns           []string
}

func countries() []country {
	var all []country
	for line := range strings.Lines(atlas) {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			name, towns, _ := strings.Cut(w, ":")
			c := country{continent: words[0], name: name}
			if towns != "" {
				c.towns = strings.Split(towns, ",")
			}
			all = append(all, c)
		}
	}
	return all
}

func cities(now time.Time) Generator {
	list := countries()
	towns := shares(6_000, len(list), 0.7, 6_000)
	for i := range list {
		list[i].towns = coined("town of "+list[i].name, count(towns, i), list[i].towns...)
	}
	return Generator{Rows: 6_000, Row: func(i int) Row {
		locate, count := locate(towns, i)
		random := roll("town", locate, count)
		row := Row{Key: fmt.Appendf(nil, "%s#%s#%s", list[locate].continent, list[locate].name,
			list[locate].towns[count])}
		written := now.UnixMilli() - int64(random.between(1, 900))*day - int64(random.below(int(day)))
		people := int64(random.tail(0.8, 2e5) * 100)
		row.add("info", "name", written, []byte(spelling.Capitalize(list[locate].towns[count])))
		row.versions("info", "people", written, 365*day, random.weighted(0, 8, 1),
			func(v int) []byte { return int64be(people - int64(v)*people/50) })
		lat, lon := random.unit()*120-55, random.unit()*360-180
		row.add("info", "position", written, fmt.Appendf(nil, `{"lat":%.4f,"lon":%.4f}`, lat, lon))
		silent := int64(math.Floor(random.tail(0.7, 400))-1) * 12 * hour
		last := now.UnixMilli() - silent - int64(random.below(int(hour)))
		row.versions("weather", "celsius", last, 12*hour, random.between(1, 24), func(v int) []byte {
			return float64be(math.Round(10*(30-math.Abs(lat)/2+3*random.normal())) / 10)
		})
		if random.chance(0.05) {
			row.add("photo", "thumb", written, append([]byte("\xff\xd8\xff\xe0"),
				blob(&random, int(300*random.tail(1.5, 30)))...))
		}
		return row
	}}
}
