package text

import "tabletop/model/advise"

// KeyPicture returns the key with what a query does with each part below it, escaped, in two lines of one width: see
// advise.Marks.
func KeyPicture(parts []advise.KeyPart, delimiter string) (key, marks string) {
	escaped := make([]advise.KeyPart, len(parts))
	for i, p := range parts {
		escaped[i] = advise.KeyPart{Text: EscapeString(p.Text), Role: p.Role}
	}
	return advise.Marks(escaped, EscapeString(delimiter))
}
