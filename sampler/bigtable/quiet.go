package bigtable

import (
	"io"
	"log"

	"google.golang.org/grpc/grpclog"
)

// Quiet keeps libraries from writing to the terminal, where their lines would corrupt the screen. Calls return errors
// regardless. It changes settings of the process, so the program calls it once, first.
func Quiet() {
	log.SetOutput(io.Discard)
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard))
}
