package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestInvalidValuesSayWhatTheyMustBe verifies that the error of every flag for a value that it refuses is one sentence
// which names the value, the flag, and what it must be.
func TestInvalidValuesSayWhatTheyMustBe(t *testing.T) {
	const bad = "§"
	refused := 0
	eachCommand(newRoot(), func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			err := c.Flags().Set(f.Name, bad)
			if _, removed := f.Value.(removedFlag); err == nil || removed {
				return
			}
			refused++
			got := flagError(c, err).Error()
			start := `invalid value "` + bad + `" for --` + f.Name + ": must be "
			if !strings.HasPrefix(got, start) || strings.Count(got, "must ") != 1 || strings.HasSuffix(got, ".") {
				t.Errorf("%s --%s: %s", c.CommandPath(), f.Name, got)
			}
		})
	})
	if refused < 50 {
		t.Errorf("only %d flags refuse %q", refused, bad)
	}
}
