package bigtable

import (
	"io"
	"log"

	"google.golang.org/grpc/grpclog"
)

// Quiet keeps the libraries below us from writing to the terminal, where a line of theirs would tear the screen. Errors
// come back from calls all the same. It sets what is global to the process, so the program calls it once, first.
func Quiet() {
	log.SetOutput(io.Discard)
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard))
}
