package demo

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

func TestRegistry(t *testing.T) {
	raw, err := os.ReadFile("../../docs/guidelines.md")
	if err != nil {
		t.Fatal(err)
	}
	guidelines := string(raw)
	names, tables := map[string]bool{}, map[string]bool{} // tables of all datasets are served side by side
	for i, d := range All() {
		if want := "e" + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)); d.ID != want {
			t.Errorf("dataset %d has id %q, want %q", i, d.ID, want)
		}
		if names[d.Name] || d.Name != strings.ToLower(d.Name) || d.Title == "" || len(d.About) < 80 ||
			len(d.Guidelines) == 0 {
			t.Errorf("%s is not told as it should be: %+v", d.ID, d)
		}
		names[d.Name] = true
		if row := fmt.Sprintf("| %s | `%s` |", strings.ToUpper(d.ID), d.Name); !strings.Contains(guidelines, row) {
			t.Errorf("docs/guidelines.md has no row %s", row)
		}
		for _, g := range d.Guidelines {
			if !strings.Contains(guidelines, "\n| "+g+" |") {
				t.Errorf("%s cites %s, which docs/guidelines.md does not have", d.Name, g)
			}
		}
		if d.Tables[0].Avoid {
			t.Errorf("%s: the first table is one to avoid", d.Name)
		}
		for _, table := range d.Tables {
			if tables[table.Name] || table.About == "" || table.Key == "" {
				t.Errorf("%s/%s is not told as it should be", d.Name, table.Name)
			}
			tables[table.Name] = true
		}
	}
	if !names[Default] {
		t.Errorf("the default %q is not there", Default)
	}
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"meters": "meters/SENSOR", "E14": "meters/SENSOR", "demo:Meters": "meters/SENSOR",
		"demo:e14/sensor_day_first": "meters/SENSOR_DAY_FIRST",
		"servers/current_metric":    "servers/CURRENT_METRIC", "": Default + "/" + Default, "demo:": Default + "/" +
			Default,
	} {
		d, table, err := Find(name)
		if err != nil || d.Name+"/"+table.Name != want {
			t.Errorf("Find(%q) is %s/%s, %v; want %s", name, d.Name, table.Name, err, want)
		}
	}
	for name, words := range map[string][]string{
		"meter":            {`"meter"`, "did you mean meters?", "balloons, garden"},
		"serevrs":          {"did you mean servers?"},
		"e99":              {`unknown demo "e99"`, "choose one of devices"},
		"zzzzzz":           {"choose one of devices"},
		"meters/sensors":   {"did you mean SENSOR?", "SENSOR_YYYYMMDD"},
		"market/":          {`no table ""`, "QUOTE, TRADE"},
		"quote of the day": {"choose one of"},
	} {
		_, _, err := Find(name)
		if err == nil {
			t.Errorf("Find(%q) gave no error", name)
			continue
		}
		for _, w := range words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("Find(%q): %q does not say %q", name, err, w)
			}
		}
		if strings.Contains(name, "zzz") && strings.Contains(err.Error(), "did you mean") {
			t.Errorf("Find(%q) guesses: %v", name, err)
		}
	}
}

func TestShares(t *testing.T) {
	for _, c := range []struct {
		total, entities int
		skew            float64
		most            int
	}{{100, 10, 0, 100}, {20_000, 900, 0.8, 97}, {30, 30, 2, 5}, {1000, 10, 1, 100}, {7, 1, 1, 7}} {
		got := shares(c.total, c.entities, c.skew, c.most)
		if got[len(got)-1] != c.total {
			t.Errorf("%+v: shares of %d", c, got[len(got)-1])
		}
		seen := 0
		for k := range got {
			if n := count(got, k); n < 1 || n > c.most {
				t.Errorf("%+v: entity %d has %d", c, k, n)
			} else {
				for part := range n {
					if e, p := locate(got, seen); e != k || p != part {
						t.Fatalf("%+v: locate(%d) is %d, %d, want %d, %d", c, seen, e, p, k, part)
					}
					seen++
				}
			}
		}
	}
}

func TestStrideVisitsAll(t *testing.T) {
	for n := 1; n < 2000; n++ {
		if gcd(stride(n), n) != 1 {
			t.Errorf("a stride of %d misses some of %d", stride(n), n)
		}
	}
}

func TestDice(t *testing.T) {
	d := roll("dice")
	sum, squares, below := 0.0, 0.0, make([]int, 6)
	const n = 60_000
	for range n {
		x := d.normal()
		sum, squares = sum+x, squares+x*x
		below[d.below(6)]++
	}
	if mean, deviation := sum/n, math.Sqrt(squares/n); math.Abs(mean) > 0.02 || math.Abs(deviation-1) > 0.02 {
		t.Errorf("normal has mean %.3f and deviation %.3f", mean, deviation)
	}
	for face, times := range below {
		if math.Abs(float64(times)-n/6) > 400 {
			t.Errorf("face %d came %d times of %d", face, times, n)
		}
	}
}
