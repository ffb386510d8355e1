package personal

import (
	"fmt"
	"testing"
)

// TestIssuersOfCards verifies the ranges of leading digits of each length, from the first to the last of each.
func TestIssuersOfCards(t *testing.T) {
	for _, tt := range []struct {
		digits int
		from   []int // of an issuer, and to
		to     int
	}{
		{14, []int{300}, 305}, {14, []int{36}, 36}, {14, []int{38}, 38}, {15, []int{34}, 34}, {15, []int{37}, 37},
		{16, []int{4}, 4}, {16, []int{51}, 55}, {16, []int{2221}, 2720}, {16, []int{6011}, 6011},
		{16, []int{644}, 649}, {16, []int{65}, 65}, {16, []int{3528}, 3589}, {16, []int{62}, 62}, {17, []int{62}, 62},
		{19, []int{62}, 62},
	} {
		card := func(lead int, rest byte) bool {
			number := fmt.Append(nil, lead)
			for len(number) < tt.digits {
				number = append(number, rest)
			}
			return isCard(number)
		}
		for _, lead := range []int{tt.from[0], tt.to} {
			if !card(lead, '0') || !card(lead, '9') {
				t.Errorf("%d digits from %d on are no card", tt.digits, lead)
			}
		}
	}
	for digits, leads := range map[int][]int{13: {4, 51, 62}, 14: {299, 306, 35, 37, 39}, 15: {33, 35, 36, 38},
		16: {50, 56, 2220, 2721, 6010, 6012, 643, 61, 63, 66, 3527, 3590}, 17: {61, 63, 4}, 20: {62, 4}} {
		for _, lead := range leads {
			number := fmt.Append(nil, lead)
			for len(number) < digits {
				number = append(number, '0')
			}
			if isCard(number) {
				t.Errorf("%s is taken for a card", number)
			}
		}
	}
}

// TestIsDate verifies the first and the last month and day.
func TestIsDate(t *testing.T) {
	for date, want := range map[[2]int]bool{{1, 1}: true, {12, 31}: true, {0, 1}: false, {13, 1}: false, {1, 0}: false,
		{1, 32}: false} {
		if got := isDate(date[0], date[1]); got != want {
			t.Errorf("month %d, day %d: %v", date[0], date[1], got)
		}
	}
}

// TestChecksOfIDs verifies the check of each national ID: by numbers computed from the published rules, which pass, and
// which fail with any other check character; and by numbers with right check characters that are never given out.
func TestChecksOfIDs(t *testing.T) {
	checks := map[string]func(string) bool{}
	for _, x := range ids() {
		checks[x.name] = x.check
	}
	for _, tt := range []struct {
		name          string
		given, unused []string
	}{
		{"CPF of Brazil", []string{"56918413279", "68479241446", "75373238368", "31144335612"},
			[]string{"11111111111", "99999999999"}},
		{"DNI of Spain", []string{"49434751T", "67335265M", "00000001R"}, nil},
		{"NIE of Spain", []string{"X1625658H", "Y6388315X", "Z1671976L"}, []string{"W7181342W"}},
		{"NIK of Indonesia", []string{"1101013112990001", "2101013112990001", "3101013112990001",
			"3601013112990001", "5101013112990001", "5301013112990001", "6101013112990001", "6501013112990001",
			"7101013112990001", "7601013112990001", "8101013112990001", "8201013112990001", "9101013112990001",
			"9701013112990001", "1101011010000001", "1101017112990001", "1101014112990001", "1101010112990001"},
			[]string{"1001013112990001", "2201013112990001", "3001013112990001", "3701013112990001",
				"5001013112990001", "5401013112990001", "6001013112990001", "6601013112990001", "7001013112990001",
				"7701013112990001", "8001013112990001", "8301013112990001", "9001013112990001", "9801013112990001",
				"1100013112990001", "1101003112990001", "1101013113990001", "1101013212990001", "1101013100990001",
				"1101014012990001", "1101017212990001", "1101013112990000"}},
		{"PESEL of Poland", []string{"99123154866", "80101009690", "85100155823", "75010156519",
			"99323172460", "99523196367", "99723159258", "99923165321"}, []string{"99133135831", "99003112973",
			"99123214656", "99120087314", "99333118643"}},
		{"TC number of Turkey", []string{"33723763150", "75383988696", "85587327948", "38632859970",
			"19191919190"}, []string{"09626156948"}},
		{"national number of Belgium", []string{"99123155893", "80101005537", "85100156301", "75010151864",
			"05123112338"}, []string{"99133195690", "99003158579", "99123296643", "99120056744"}},
		{"NIR of France", []string{"185016386693964", "185123468527338", "185209759514334", "185308343184339",
			"185421326384974", "285071786724477"}, []string{"185006167572928", "185136195259910",
			"185196563779636", "185218337843253", "185296172693616", "185437774858779", "085057355857110",
			"385056585381206"}},
		{"codice fiscale of Italy", []string{"VTOHJB37A18R954A", "PZBHPI35B58T892E", "AYEJJR65C91O663B",
			"BAIROV29D41N787S", "PMVXGJ82E51W758O", "JEFPWR86H93N912I", "XHICZC16L72M812H", "DHTUDW35M83F373S",
			"CTGBRD72P51S273L", "ANCKVT88R66B353E", "SUVQJR94S52R455F", "QEZHLO73T31U621C"},
			[]string{"CDQTOH78F86D919C", "XMBENV42G28G376I", "HJKTWL77I36U576O", "QBSSGX37J22B134A",
				"GBPPVY61K78J768H", "ODGEUF26N78E952Q", "IFYJVH18O16Y661Y", "WAVOPE26Q58V431X", "GWASHV27U65F865C",
				"CXWOFY43V41U751N", "OBOYVN31Z19Q622F"}},
		{"resident number of China", []string{"482814190012311870", "115785209912311143",
			"397494198510012629", "293241197701018964", "877931198010100581"}, []string{"492358189912312572",
			"633928210012314279", "451841198513314569", "227679198500311538", "183117198512325272",
			"936253198512003584"}},
		{"resident number of Korea", []string{"9912311651298", "8010108911219", "8510011367518",
			"7501018497369", "8503123466131", "8503123325931", "8503123387726"}, []string{"9913311668480",
			"9900311738138", "9912321988128", "9912001371411", "9912310148673", "9912319844549"}},
		{"Aadhaar number of India", []string{"259964664184", "876334871239", "872546889240", "871293716159",
			"897989789198", "837619455212"}, []string{"126751542123", "056948922460"}},
		{"id of South Africa", []string{"9912315977089", "8010100177188", "8510015394083", "7501015676182"},
			[]string{"9913312964088", "9900312455084", "9912325232087", "9912007342089", "9912319774284"}},
		{"personal number of Sweden", []string{"9912315786", "8010100942", "8510015574", "7501015528",
			"199912316370"}, []string{"9913311321", "9900315939", "9912327468", "9912002624"}},
		{"NRIC of Singapore", []string{"S1839264Z", "T8748214B", "F3226362M", "G8639262W", "S2446638H",
			"T2479871I", "F2631876U", "G2851286X"}, []string{"E4673582Z"}},
		{"RUT of Chile", []string{"98739742K", "363547265", "222622530"}, nil},
		{"CURP of Mexico", []string{"BYRM991231HFUKXY55", "DNKD801010MJCJWK74", "NCCJ851001XCFBDZ98",
			"NDON750101HCHNAS95", "JUDV801010HQKLCOA6"}, []string{"MDFY991331HHDTRD23", "UVRM990031HNDIJR87",
			"NBGQ991232HEMVUF40", "KZWQ991200HCEJBU86", "JORZ991231ASUQIJ30"}},
		{"social security number of the USA", []string{"001010001", "665010001", "667010001", "899999999",
			"219099999"}, []string{"000010001", "666010001", "900010001", "219009999", "219090000", "123456789",
			"078051120"}},
	} {
		check := checks[tt.name]
		delete(checks, tt.name)
		for _, number := range tt.given {
			if !check(number) {
				t.Errorf("%s: %s is refused", tt.name, number)
			}
			if tt.name == "NIK of Indonesia" || tt.name == "social security number of the USA" {
				continue // without check characters
			}
			body, last := number[:len(number)-1], number[len(number)-1]
			for _, other := range []byte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
				isDigit := other <= '9' // as in the form of the number
				if other != last && isDigit == (last <= '9') && check(body+string(other)) {
					t.Errorf("%s: %s passes with %c at its end", tt.name, number, other)
				}
			}
		}
		for _, number := range tt.unused {
			if check(number) {
				t.Errorf("%s: %s passes", tt.name, number)
			}
		}
	}
	for name := range checks {
		t.Errorf("no numbers of %s", name)
	}
}
