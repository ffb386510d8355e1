package retention_test

import (
	"fmt"

	"tabletop/model/retention"
)

// A policy is read as cbt writes it, and simplified to what it does.
func ExampleParse() {
	for _, text := range []string{"maxversions=2 || maxage=30d", "(maxage=7d) && (maxage=30d || (maxversions=1))"} {
		rule, err := retention.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(retention.Simplify(rule))
	}
	// Output:
	// maxversions=2 || maxage=30d
	// maxage=7d && (maxage=30d || maxversions=1)
}
