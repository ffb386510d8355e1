package personal

import "strings"

// ibanLengths are the countries of the IBAN registry (ISO 13616), each with the length of its numbers.
const ibanLengths = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 " +
	"EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 " +
	"LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 " +
	"SC31 SE24 SI19 SK24 SM27 ST25 TL23 TN24 TR26 UA29 VA22 VG24 XK20"

// isIBAN reports whether a word has the form of an IBAN: a country, two digits, and as many capitals and digits as that
// country has, in one piece or in groups of four as they are printed.
func isIBAN(word []byte) bool {
	if len(word) < 15 || !isCapital(word[0]) || !isCapital(word[1]) || !isDigit(word[2]) || !isDigit(word[3]) {
		return false
	}
	grouped, bare := word[4] == ' ', 0
	for at, char := range word {
		switch {
		case grouped && at%5 == 4:
			if char != ' ' {
				return false
			}
		case isCapital(char) || isDigit(char):
			bare++
		default:
			return false
		}
	}
	at := strings.Index(ibanLengths, string(word[:2]))
	return at >= 0 && bare == lead(ibanLengths[at+2:], 2)
}

// ibanCheck returns the number that an IBAN is, modulo 97: 1 for a valid one (ISO 7064).
func ibanCheck(word []byte) int {
	sum := 0
	add := func(part []byte) {
		for _, char := range part {
			switch {
			case isCapital(char):
				sum = (sum*100 + int(char-'A') + 10) % 97
			case isDigit(char):
				sum = (sum*10 + int(char-'0')) % 97
			}
		}
	}
	add(word[4:])
	add(word[:4])
	return sum
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
