// Command tabletop explores the schema of a Cloud Bigtable table: row key structure, row sizes, columns, versions, and
// data eligible for garbage collection. It is read-only.
package main

import (
	"context"
	"os"

	"tabletop/sampler/bigtable"
)

func main() {
	bigtable.Quiet()
	os.Exit(run(context.Background(), streams{os.Stdin, os.Stdout, os.Stderr}, os.Environ(), os.Args[1:]))
}
