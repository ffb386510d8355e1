package personal_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/personal"
)

// What is found in single texts.
func TestFind(t *testing.T) {
	f := personal.NewFinder()
	for text, want := range map[string]string{
		"":                                     "",
		"user#jane.doe@example.com#1":          "e-mail addresses",
		"icon@2x.png":                          "",
		"a@b":                                  "",
		"call +34600111222 now":                "telephone numbers",
		"+1 415-555-2671":                      "telephone numbers",
		"(415) 555-2671":                       "telephone numbers",
		"2026-11-20T10:00:00+0100":             "",
		"x+34600111222":                        "",
		"+999123456789":                        "",
		"4111111111111111":                     "card numbers",
		"4111 1111 1111 1111":                  "card numbers",
		"5500-0055-5555-5559":                  "card numbers",
		"378282246310005":                      "card numbers",
		"1426535612045":                        "",
		"529.982.247-25":                       "CPF of Brazil",
		"12345678Z":                            "DNI of Spain",
		"X1234567L":                            "NIE of Spain",
		"3171234567890123":                     "",
		"3174054505900001":                     "NIK of Indonesia",
		"219-09-9999":                          "social security number of the USA",
		"000-12-3456":                          "",
		"44051401359":                          "PESEL of Poland",
		"10000000146":                          "TC number of Turkey",
		"85073003328":                          "national number of Belgium",
		"255081416802538":                      "NIR of France",
		"RSSMRA85T10A562S":                     "codice fiscale of Italy",
		"11010519491231002X":                   "resident number of China",
		"999941057058":                         "Aadhaar number of India",
		"8001015009087":                        "id of South Africa",
		"811218-9876":                          "personal number of Sweden",
		"S1234567D":                            "NRIC of Singapore",
		"12.345.678-5":                         "RUT of Chile",
		"HEGG560427MVZRRL04":                   "CURP of Mexico",
		"/home/alice/notes.txt":                "names of people in paths",
		`C:\Users\Carol\Desktop`:               "names of people in paths",
		"/home/ubuntu/x":                       "",
		"/home/ab1/x":                          "names of people in paths",
		"/home/a12/x":                          "", // more digits than a third
		"/users/1234/x":                        "",
		"docs/people/jane-doe.html":            "names of people in paths",
		"docs/people/grumpy-cat.html":          "",
		"84.17.39.1":                           "IP addresses",
		"8.8.8.8":                              "", // may be a version
		"8.8.8.31":                             "",
		"8.8.8.32":                             "IP addresses",
		"jane@localhost":                       "",
		"jane@example.c":                       "",
		"10.0.0.17":                            "",
		"1.2.3.4":                              "",
		"server1.bbb.com#1426535612045":        "",
		"africa-south1#3737#2026-10-13-1250":   "",
		"\xff\xfe@\x00(415\x80+34\x01/home/\n": "",
	} {
		var got []string
		for _, m := range f.Find([]byte(text)) {
			switch {
			case !m.Valid:
			case m.Name != "":
				got = append(got, m.Name)
			default:
				got = append(got, string(m.Kind))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %v, want %q", text, got, want)
		}
	}
}

// counted is what a place with such texts holds.
func counted(n int, text func(i int) string) []personal.Verdict {
	f := personal.NewFinder()
	var c personal.Count
	for i := range n {
		b := []byte(text(i))
		c.Add(b, f.Find(b))
	}
	return c.Verdicts()
}

// Numbers that are drawn by chance, count up or tell times are nobody's, however many there are.
func TestNumbersAreNobodys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	digits := func(n int) func(int) string {
		return func(int) string {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte('0' + r.IntN(10))
			}
			return string(b)
		}
	}
	many := 5000
	if !slowtest.On() {
		many = 600
	}
	for n := 4; n <= 20; n++ {
		if got := counted(many, digits(n)); len(got) > 0 {
			t.Errorf("random numbers of %d digits: %+v", n, got)
		}
	}
	for name, text := range map[string]func(i int) string{
		"cards by their first digits": func(int) string { return "4" + digits(15)(0) },
		"counting up":                 func(i int) string { return fmt.Sprintf("%011d", 52998224000+i) },
		"cards counting up":           func(i int) string { return fmt.Sprint(4111111111110000 + i) },
		"milliseconds":                func(i int) string { return fmt.Sprint(1795265102404 + int64(i)*997) },
		"microseconds":                func(i int) string { return fmt.Sprint(1795265102404123 + int64(i)*99991) },
		"nanoseconds":                 func(i int) string { return fmt.Sprint(1795265102404123456 + int64(i)*99991) },
		"dates with seconds":          func(i int) string { return fmt.Sprintf("20261120%06d", i) },
		"hexadecimal":                 func(int) string { return fmt.Sprintf("%016x", r.Uint64()) },
		"capitals and digits": func(int) string {
			b := []byte(digits(9)(0))
			b[0], b[8] = byte('A'+r.IntN(26)), byte('A'+r.IntN(26))
			return string(b)
		},
		"eight digits and a letter": func(int) string { return digits(8)(0) + string(rune('A'+r.IntN(26))) },
		"versions":                  func(i int) string { return fmt.Sprintf("v%d.%d.%d.%d", i%3, i%10, i%7, i%30) },
		"private addresses":         func(i int) string { return fmt.Sprintf("10.%d.%d.%d", i%250, i%249, i%248) },
		"words":                     func(i int) string { return fmt.Sprintf("metric/cpu/user/%d", i) },
		"paths":                     func(i int) string { return fmt.Sprintf("/users/%d/home", i) },
	} {
		if got := counted(many, text); len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The chances that the table of ids gives are those of random texts of the form.
func TestChances(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	f := personal.NewFinder()
	for _, shape := range []string{"99999999999", "99999999A", "A9999999A", "9999999999999999", "999999999999999",
		"999999999999", "9999999999999",
		"999999-9999999", "999999-9999", "99999999-9", "999999999999999999", "999-99-9999", "AAAAAA99A99A999A",
		"AAAA999999AAAAAA99"} {
		form, valid, chance := map[string]int{}, map[string]int{}, map[string]float64{}
		n := 20000
		if !slowtest.On() {
			n = 4000
		}
		for range n {
			b := []byte(shape)
			for i, c := range b {
				switch c {
				case '9':
					b[i] = byte('0' + r.IntN(10))
				case 'A':
					b[i] = byte('A' + r.IntN(26))
				}
			}
			for _, m := range f.Find(b) {
				name := string(m.Kind) + m.Name
				form[name]++
				chance[name] = m.Chance
				if m.Valid {
					valid[name]++
				}
			}
		}
		for name, k := range form {
			share := float64(valid[name]) / float64(k)
			if k > 2000 && share > 1.5*chance[name]+0.004 &&
				name != string(personal.National)+"social security number of the USA" {
				t.Errorf("%s, %s: %.4f pass the check, said are %.4f", shape, name, share, chance[name])
			}
		}
	}
}

// A few real ones among many other texts are found.
func TestFewAreFound(t *testing.T) {
	cards := []string{"4111111111111111", "5500005555555559", "378282246310005", "6011111111111117", "3530111333300000",
		"4012888888881881"}
	got := counted(1000, func(i int) string {
		if i%200 == 7 {
			return "paid by " + cards[i/200] + "."
		}
		return fmt.Sprintf("order %d of %d", i, 1795265102404+i)
	})
	if len(got) != 1 || got[0].Kind != personal.Card || got[0].Texts != 5 {
		t.Errorf("%+v, want 5 texts with card numbers", got)
	}
}

func TestMask(t *testing.T) {
	f := personal.NewFinder()
	for text, want := range map[string]string{
		"u#jane.doe@example.com#1": "u#j***.d**@e******.c**#1",
		"4111 1111 1111 1111":      "4*** 1*** 1*** 1***",
		"/home/alice/x":            "/home/a****/x",
	} {
		m := f.Find([]byte(text))
		if len(m) == 0 || string(personal.Mask([]byte(text), m[0])) != want {
			t.Errorf("%q: masked otherwise than %q: %+v", text, want, m)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"a@b.com", "+34 600 111 222", "4111-1111-1111-1111", "/home/bob", "1.2.3.4",
		"\xff@.\x00", "999.999.999-99"} {
		f.Add([]byte(s))
	}
	finder := personal.NewFinder()
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, m := range finder.Find(b) {
			if m.From < 0 || m.To > len(b) || m.From >= m.To {
				t.Fatalf("%q: %+v is outside", b, m)
			}
			if len(personal.Mask(b, m)) != len(b) {
				t.Fatalf("%q: masked to another length", b)
			}
		}
	})
}
