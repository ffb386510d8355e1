package naming

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// guessMeaning names a segment by what its values are, empty where they are nothing that has a name of its own.
func guessMeaning(p *search.Piece) string {
	switch p.Read.Typ {
	case rowkey.UUID:
		return "uuid"
	case rowkey.Domain:
		return "host"
	case rowkey.Enum, rowkey.Text:
	default:
		return ""
	}
	values := distinctWords(p)
	for _, entry := range []struct {
		name string
		are  func(values []string) bool
	}{{"country", areCountries}, {"zone", areZones}, {"region", areRegions}, {"locale", areLocales},
		{"language", areLanguages}, {"currency", areCurrencies},
		{"mac", all(`^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$`)}, {"phone", all(`^\+[0-9]{8,15}$`)}} {
		if len(values) > 1 && entry.are(values) {
			return entry.name
		}
	}
	return ""
}

// all returns a test of whether all values match a pattern.
func all(pattern string) func(values []string) bool {
	re := regexp.MustCompile(pattern)
	return func(values []string) bool {
		return !slices.ContainsFunc(values, func(v string) bool { return !re.MatchString(v) })
	}
}

// mostWords is how many different values are looked at for their meaning.
const mostWords = 300

// distinctWords lists the different values of a segment.
func distinctWords(p *search.Piece) []string {
	var out []string
	seen := map[string]bool{}
	for _, v := range p.Col.Val {
		if w := string(v); len(v) > 0 && !seen[w] && len(out) < mostWords {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// areCountries reports whether the values are country codes of ISO 3166-1: two or three letters in one case, at least
// three different ones, one of a hundred or so that are no country at most. One in three pairs of letters is a country,
// so a short list of pairs must also have some in it that many tables have; of three letters one in seventy is.
func areCountries(values []string) bool {
	known, common := 0, 0
	for _, value := range values {
		if len(value) != len(values[0]) || len(value) != 2 && len(value) != 3 || strings.ToUpper(value) != value &&
			strings.ToLower(value) != value {
			return false
		}
		if r, err := language.ParseRegion(value); err == nil && r.IsCountry() && !strings.EqualFold(value, "ZZ") {
			known++
		}
		if len(value) == 3 || containsWord("US GB DE FR JP CN IN BR CA AU ES IT NL SE MX KR", strings.ToUpper(value)) {
			common++
		}
	}
	return len(values) >= 3 && known*100 >= len(values)*97 && (common >= 3 || common*2 >= len(values) ||
		len(values) >= 25)
}

// containsWord reports whether a word is in a list of words with spaces between them.
func containsWord(words, word string) bool {
	return !strings.Contains(word, " ") && strings.Contains(" "+words+" ", " "+word+" ")
}

const (
	// geography is what names of regions are made of, besides the points of the compass.
	geography = `(?:us|eu|ap|sa|na|ca|me|mx|af|il|cn|gov|uk|uae|europe|asia|africa|australia|america|northamerica|southamerica|japan|brazil|germany|france|italy|spain|poland|sweden|norway|india|korea|canada|israel|qatar|mexico|switzerland)`
	compass   = `(?:north|south|east|west|central){1,2}`
)

// areRegions reports whether the values are regions as clouds and their users name them: us-east-1, europe-west4,
// westeurope, emea.
func areRegions(values []string) bool {
	region := regexp.MustCompile(`^(?i:(?:` + geography + `[-_]?)*` + compass + geography + `?[-_]?[0-9]*)$`)
	return !slices.ContainsFunc(values, func(v string) bool {
		return !region.MatchString(v) &&
			!containsWord("us eu ap na sa af me uk emea apac latam amer anz asia europe america africa",
				strings.ToLower(v))
	})
}

// areZones reports whether the values are zones of such regions: us-central1-a, us-east-1a.
func areZones(values []string) bool {
	return all(`^(?i:(?:` + geography + `[-_]?)+` + compass + `[-_]?[0-9]+[-_]?[a-f])$`)(values)
}

// areLocales reports whether the values are a language and a country, such as pt-BR or en_US.
func areLocales(values []string) bool {
	return all(`^[a-z]{2}[-_][A-Za-z]{2}$`)(values) && !slices.ContainsFunc(values, func(v string) bool {
		_, err := language.Parse(v)
		return err != nil
	})
}

// areLanguages reports whether the values are languages of ISO 639-1, at least three, half of them ones that many
// tables have: one in four pairs of letters is a language.
func areLanguages(values []string) bool {
	common := 0
	for _, v := range values {
		if _, err := language.ParseBase(v); err != nil || len(v) != 2 || strings.ToLower(v) != v {
			return false
		}
		if containsWord("en de fr es it nl sv pt ja zh ko ru pl da fi nb no tr ar", v) {
			common++
		}
	}
	return len(values) >= 3 && common*2 >= len(values)
}

// areCurrencies reports whether the values are common currencies of ISO 4217.
func areCurrencies(values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool {
		return !containsWord("USD EUR GBP JPY CHF SEK NOK DKK AUD CAD NZD CNY HKD SGD INR KRW TWD THB IDR MYR PHP "+
			"VND ZAR "+
			"BRL MXN ARS CLP COP PLN CZK HUF RON TRY ILS AED SAR EGP NGN KES ISK UAH RUB", strings.ToUpper(v))
	})
}
