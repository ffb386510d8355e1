package personal

import (
	"strings"
)

// isCard reports whether digits have the length of a card of their issuer (ISO/IEC 7812-1, and what issuers publish).
func isCard(d []byte) bool {
	two, three, four := lead(d, 2), lead(d, 3), lead(d, 4)
	switch len(d) {
	case 13:
		return false // old ones of Visa; times in milliseconds and numbers of books are as long
	case 14:
		return three >= 300 && three <= 305 || two == 36 || two == 38
	case 15:
		return two == 34 || two == 37
	case 16:
		return d[0] == '4' || two >= 51 && two <= 55 || four >= 2221 && four <= 2720 || four == 6011 ||
			three >= 644 && three <= 649 || two == 65 || four >= 3528 && four <= 3589 || two == 62
	case 17, 18, 19:
		return two == 62
	}
	return false
}

// lead is the number that the first n digits make.
func lead[T string | []byte](d T, n int) int {
	v := 0
	for i := range min(n, len(d)) {
		v = v*10 + int(d[i]-'0')
	}
	return v
}

// grouped reports whether a number stands as one, or in groups as cards are printed.
func grouped(word []byte, digits int) bool {
	if len(word) == digits {
		return true
	}
	sep := " "
	if !strings.Contains(string(word), sep) {
		sep = "-"
	}
	groups := strings.Split(string(word), sep)
	if digits == 16 {
		return len(groups) == 4 && len(groups[0]) == 4 && len(groups[1]) == 4 && len(groups[2]) == 4
	}
	return len(groups) == 3 && len(groups[0]) == 4 && len(groups[1]) == 6
}

// luhn checks the last digit (ISO/IEC 7812-1, annex B).
func luhn[T string | []byte](d T) bool {
	sum := 0
	for i := range len(d) {
		v := int(d[i] - '0')
		if (len(d)-i)%2 == 0 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0
}

// id is a form of national id. In shapes, 9 is a digit and A a capital; everything else is literal.
type id struct {
	name   string
	shapes []string
	check  func(bare string) bool
	// chance is the share of random texts of the shape that pass the check, as counted.
	chance float64
}

// form is one shape of an id.
type form struct {
	of    *id
	shape string
}

// idForms returns the forms of ids by the length of what has them, in the order of the ids.
func idForms(ids []id) (out [longestNumber + 1][]form) {
	for i := range ids {
		for _, s := range ids[i].shapes {
			out[len(s)] = append(out[len(s)], form{&ids[i], s})
		}
	}
	return out
}

// read takes the separators out of a word that has the form. The word is as long as the form.
func (f *form) read(word []byte) (string, bool) {
	for i, char := range word {
		switch want := f.shape[i]; want {
		case '9':
			if char < '0' || char > '9' {
				return "", false
			}
		case 'A':
			if char < 'A' || char > 'Z' {
				return "", false
			}
		default:
			if char != want {
				return "", false
			}
		}
	}
	var bare [longestNumber]byte
	n := 0
	for i, c := range word {
		if s := f.shape[i]; s == '9' || s == 'A' {
			bare[n] = c
			n++
		}
	}
	return string(bare[:n]), true
}

// ids lists the forms. The rules of the checks are those that the issuing states publish.
func ids() []id {
	return []id{
		{"CPF of Brazil", []string{"99999999999", "999.999.999-99"}, cpf, 0.01},
		{"DNI of Spain", []string{"99999999A", "99999999-A"}, dni, 1.0 / 26},
		{"NIE of Spain", []string{"A9999999A", "A-9999999-A"}, nie, 3.0 / 26 / 26},
		{"NIK of Indonesia", []string{"9999999999999999"}, nik, 0.03},
		{"social security number of the USA", []string{"999-99-9999"}, ssn, 0.5},
		{"PESEL of Poland", []string{"99999999999"}, pesel, 0.02},
		{"TC number of Turkey", []string{"99999999999"}, tckn, 0.01},
		{"national number of Belgium", []string{"99999999999", "99.99.99-999.99"}, belgium, 0.01},
		{"NIR of France", []string{"999999999999999", "9 99 99 99 999 999 99"}, nir, 0.002},
		{"codice fiscale of Italy", []string{"AAAAAA99A99A999A"}, codiceFiscale, 1.0 / 26},
		{"resident number of China", []string{"999999999999999999", "99999999999999999A"}, china, 0.002},
		{"resident number of Korea", []string{"999999-9999999"}, korea, 0.002},
		{"Aadhaar number of India", []string{"999999999999", "9999 9999 9999"}, aadhaar, 0.08},
		{"id of South Africa", []string{"9999999999999"}, southAfrica, 0.001},
		{"personal number of Sweden", []string{"999999-9999", "99999999-9999"}, sweden, 0.004},
		{"NRIC of Singapore", []string{"A9999999A"}, nric, 0.006},
		{"RUT of Chile", []string{"99999999-9", "99999999-A", "99.999.999-9", "99.999.999-A"}, rut, 0.09},
		{"CURP of Mexico", []string{"AAAA999999AAAAAA99", "AAAA999999AAAAAAA9"}, curp, 0.003},
	}
}

func strip(word []byte, cut string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(cut, r) {
			return -1
		}
		return r
	}, string(word))
}

// weighed is the sum of digits times weights.
func weighed(d string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += int(d[i]-'0') * w
	}
	return sum
}

// sameDigits reports whether all digits are equal: such numbers pass some checks and are never assigned.
func sameDigits(d string) bool { return strings.Count(d, d[:1]) == len(d) }

func number(d string) int64 {
	n := int64(0)
	for i := range len(d) {
		n = n*10 + int64(d[i]-'0')
	}
	return n
}

func isDate(month, day int) bool { return month >= 1 && month <= 12 && day >= 1 && day <= 31 }

func cpf(d string) bool {
	last := func(sum int) int { return sum * 10 % 11 % 10 }
	return !sameDigits(d) && last(weighed(d, 10, 9, 8, 7, 6, 5, 4, 3, 2)) == int(d[9]-'0') &&
		last(weighed(d, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)) == int(d[10]-'0')
}

const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

func dni(d string) bool { return d[8] == dniLetters[number(d[:8])%23] }

func nie(d string) bool {
	first := strings.IndexByte("XYZ", d[0])
	return first >= 0 && d[8] == dniLetters[(int64(first)*1e7+number(d[1:8]))%23]
}

// nik has no check digit: a province, district and subdistrict, the day of birth (40 more for women) and a count.
func nik(d string) bool {
	province, day := lead(d, 2), lead(d[6:], 2)
	if day > 40 {
		day -= 40
	}
	known := province >= 11 && province <= 21 || province >= 31 && province <= 36 || province >= 51 && province <= 53 ||
		province >= 61 && province <= 65 || province >= 71 && province <= 76 || province == 81 || province == 82 ||
		province >= 91 && province <= 97
	return known && lead(d[2:], 2) > 0 && lead(d[4:], 2) > 0 && isDate(lead(d[8:], 2), day) && lead(d[12:], 4) > 0
}

// ssn has no check digit: some areas, groups and serials are never given out.
func ssn(d string) bool {
	area := lead(d, 3)
	return area != 0 && area != 666 && area < 900 && lead(d[3:], 2) != 0 && lead(d[5:], 4) != 0 && d != "123456789" &&
		d != "078051120"
}

func pesel(d string) bool {
	month := lead(d[2:], 2) % 20
	return isDate(month, lead(d[4:], 2)) && (10-weighed(d, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3)%10)%10 == int(d[10]-'0')
}

func tckn(d string) bool {
	odd, even := weighed(d, 1, 0, 1, 0, 1, 0, 1, 0, 1), weighed(d, 0, 1, 0, 1, 0, 1, 0, 1)
	return d[0] != '0' && ((odd*7-even)%10+10)%10 == int(d[9]-'0') && (odd+even+int(d[9]-'0'))%10 == int(d[10]-'0')
}

func belgium(d string) bool {
	month := lead(d[2:], 2)
	check := number(d[9:])
	return isDate(month, lead(d[4:], 2)) && (97-number(d[:9])%97 == check || 97-(2e9+number(d[:9]))%97 == check)
}

func nir(d string) bool {
	month := lead(d[3:], 2)
	return (d[0] == '1' || d[0] == '2') && (month >= 1 && month <= 12 || month == 20 || month >= 30 && month <= 42) &&
		97-number(d[:13])%97 == number(d[13:])
}

// codiceFiscale adds up values that depend on the place, odd or even, modulo 26.
func codiceFiscale(s string) bool {
	odd := [...]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
	sum := 0
	for i := range 15 {
		v := int(s[i] - 'A')
		if s[i] <= '9' {
			v = int(s[i] - '0')
		}
		if i%2 == 0 {
			v = odd[v]
		}
		sum += v
	}
	return strings.IndexByte("ABCDEHLMPRST", s[8]) >= 0 && int(s[15]-'A') == sum%26
}

func china(s string) bool {
	sum := weighed(s, 7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
	year := lead(s[6:], 4)
	return year >= 1900 && year < 2100 && isDate(lead(s[10:], 2), lead(s[12:], 2)) && s[17] == "10X98765432"[sum%11]
}

func korea(d string) bool {
	return isDate(lead(d[2:], 2), lead(d[4:], 2)) && d[6] != '0' && d[6] != '9' &&
		(11-weighed(d, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)%11)%10 == int(d[12]-'0')
}

// aadhaar is checked by the scheme of Verhoeff: the dihedral group of order ten.
func aadhaar(d string) bool {
	if d[0] < '2' {
		return false
	}
	permute := [...]int{1, 5, 7, 6, 2, 8, 3, 0, 9, 4}
	count := 0
	for i := range len(d) {
		v := int(d[len(d)-1-i] - '0')
		for range i % 8 {
			v = permute[v]
		}
		count = dihedral(count, v)
	}
	return count == 0
}

// dihedral multiplies in the group of a regular pentagon: 0 to 4 turn it, 5 to 9 turn it over.
func dihedral(a, b int) int {
	switch {
	case a < 5 && b < 5:
		return (a + b) % 5
	case a < 5:
		return 5 + (a+b-5)%5
	case b < 5:
		return 5 + (a-5-b+5)%5
	}
	return (a - b + 5) % 5
}

func southAfrica(d string) bool {
	return isDate(lead(d[2:], 2), lead(d[4:], 2)) && (d[10] == '0' || d[10] == '1') && luhn(d)
}

func sweden(d string) bool {
	d = d[len(d)-10:]
	return isDate(lead(d[2:], 2), lead(d[4:], 2)) && luhn(d)
}

func nric(s string) bool {
	sum := weighed(s[1:], 2, 7, 6, 5, 4, 3, 2)
	if s[0] == 'T' || s[0] == 'G' {
		sum += 4
	}
	switch s[0] {
	case 'S', 'T':
		return s[8] == "JZIHGFEDCBA"[sum%11]
	case 'F', 'G':
		return s[8] == "XWUTRQPNMLK"[sum%11]
	}
	return false
}

func rut(s string) bool {
	check := (11 - weighed(s, 3, 2, 7, 6, 5, 4, 3, 2)%11) % 11
	return s[8] == "0123456789K"[check]
}

func curp(s string) bool {
	const order = "0123456789ABCDEFGHIJKLMN_OPQRSTUVWXYZ" // _ is Ñ
	sum := 0
	for i := range 17 {
		sum += strings.IndexByte(order, s[i]) * (18 - i)
	}
	return isDate(lead(s[6:], 2), lead(s[8:], 2)) && (s[10] == 'H' || s[10] == 'M' || s[10] == 'X') &&
		int(s[17]-'0') == (10-sum%10)%10
}
