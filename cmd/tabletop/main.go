// Command tabletop looks at a Cloud Bigtable table from above: how its row keys are built, where its bytes, cells and
// garbage sit. It only ever reads.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), streams{os.Stdin, os.Stdout, os.Stderr}, os.Environ(), os.Args[1:]))
}
