package keys

import "testing"

func TestDivide(t *testing.T) {
	for h := range 70 {
		for _, kinds := range []int{0, 1, 3, 50} {
			for _, focus := range []bool{false, true} {
				for _, editing := range []bool{false, true} {
					a := divide(h, kinds, focus, editing)
					if sum := a.kinds + a.keys + a.detail + a.layout + a.rules; sum != h {
						t.Errorf("%d lines were divided into %+v, which is %d", h, a, sum)
					}
					if a.keys < 1 && h > 2 {
						t.Errorf("%d lines: no line for keys in %+v", h, a)
					}
					if editing && a.layout < 1 && h > 0 {
						t.Errorf("%d lines: nowhere to type in %+v", h, a)
					}
				}
			}
		}
	}
}
