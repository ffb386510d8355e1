package viewtest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/views"
)

// Unsettled uses a screen while its data is being replaced, as it is while rows are coming and when other layouts are
// declared: keys are pressed and frames drawn before the work for the new data is done, and the work that the keys
// asked for is done afterwards. Each pair of All is such a change. A screen passes when every frame does.
func Unsettled(t *testing.T, fresh func() views.Screen, keys ...string) {
	all := All()
	names := slices.Sorted(maps.Keys(all))
	draw := func(t *testing.T, s views.Screen) {
		t.Helper()
		CheckFrame(t, s.Draw(100, 30, Mono()), 100, 30)
	}
	for index, first := range names {
		for position, second := range names {
			t.Run(fmt.Sprintf("%s to %s", first, second), func(t *testing.T) {
				for settled := range len(keys) {
					if !slowtest.On() && (index+position+settled)%4 > 0 {
						continue // each pair of tables and each key still has its turn
					}
					screen := fresh()
					SetData(screen, all[first])
					draw(t, screen)
					Press(t, screen, keys[:settled]...)
					draw(t, screen)
					next := *all[second]
					next.Source = all[first].Source // another reading of the same table
					screen.SetData(&next)
					draw(t, screen)
					var asked views.All
					for _, key := range keys[settled:] {
						asked = append(asked, press(screen, key))
						draw(t, screen)
					}
					if w, ok := screen.(views.WorkRequester); ok {
						RunWork(screen, w.RequestWork())
					}
					draw(t, screen)
					RunWork(screen, asked)
					draw(t, screen)
				}
			})
		}
	}
}
