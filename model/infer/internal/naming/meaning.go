package naming

import (
	"regexp"
	"strings"

	"golang.org/x/text/language"

	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// meaningOf names a segment by what its values are, empty where they are nothing that has a name of its own.
func meaningOf(p *search.Piece) string {
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
	switch {
	case areCountries(values):
		return "country"
	case areRegions(values):
		return "region"
	}
	return ""
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

// areCountries reports whether the values are country codes of ISO 3166-1: two letters in one case, at least three different
// ones, one of a hundred or so that are no country at most. One in three pairs of letters is a country, so a short list must
// also have some in it that many tables have.
func areCountries(values []string) bool {
	known, common := 0, 0
	for _, v := range values {
		if len(v) != 2 || strings.ToUpper(v) != v && strings.ToLower(v) != v {
			return false
		}
		if r, err := language.ParseRegion(v); err == nil && r.IsCountry() && !strings.EqualFold(v, "ZZ") {
			known++
		}
		if strings.Contains(" US GB DE FR JP CN IN BR CA AU ES IT NL SE MX KR ", " "+strings.ToUpper(v)+" ") {
			common++
		}
	}
	return len(values) >= 3 && known*100 >= len(values)*97 && (common >= 3 || common*2 >= len(values) || len(values) >= 25)
}

// areRegions reports whether the values are regions as clouds and their users name them: us-east-1, europe-west4, emea.
func areRegions(values []string) bool {
	zone := regexp.MustCompile(`^(?i:[a-z]{2,12}[-_])?(?i:(?:north|south|east|west|central)(?:east|west|america)?)[-_]?[0-9]?[a-f]?$`)
	for _, v := range values {
		if !zone.MatchString(v) && !strings.Contains(" us eu ap na sa af me uk emea apac latam amer anz asia europe america africa ", " "+strings.ToLower(v)+" ") {
			return false
		}
	}
	return len(values) >= 2
}
