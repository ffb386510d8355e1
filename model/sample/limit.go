package sample

import (
	"fmt"
	"time"
)

// TimeLimit is the cause of a context that ends a read after Options.Time. What was read until then is within the
// limits that were given: the sample ends with EndLimit.
type TimeLimit time.Duration

// Error states that the limit was reached.
func (t TimeLimit) Error() string {
	return fmt.Sprintf("the time limit of %v was reached", time.Duration(t))
}
