// Package embedded runs Bigtable's in-process emulator, for demo tables and tests. It is the only server that tabletop
// ever writes to: it holds only tables that tabletop created, and ends with the process.
package embedded

import (
	"context"
	"errors"
	"fmt"

	"cloud.google.com/go/bigtable/bttest"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"tabletop/model/crash"
	"tabletop/sampler"
	reader "tabletop/sampler/bigtable"
)

// The names of project and instance, and both as requests state them.
const (
	Project  = "tabletop"
	Instance = "demo"
	Parent   = "projects/" + Project + "/instances/" + Instance
)

// maxMessage is the maximum of the service and of Google's emulator; the default of the in-process one is 4 MiB.
const maxMessage = 256 << 20

// Server is a running emulator.
type Server struct {
	fake *bttest.Server
	conn *grpc.ClientConn // for loading: the one connection without the read-only guard
}

// Start serves on a free port of the loopback interface.
func Start(ctx context.Context) (*Server, error) { return Serve(ctx, "127.0.0.1:0") }

// Serve serves on address, "localhost:8086" for instance. It serves until Close.
func Serve(_ context.Context, address string) (*Server, error) {
	fake, err := bttest.NewServer(address, grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage),
		grpc.UnaryInterceptor(recoverCall), grpc.StreamInterceptor(recoverStream))
	if err != nil {
		return nil, &sampler.Error{What: fmt.Sprintf("the emulator cannot listen on %s", address),
			Next: "choose another address, or port 0 for any free port", Err: err}
	}
	conn, err := grpc.NewClient("passthrough:///"+fake.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithNoProxy(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)))
	if err != nil {
		fake.Close()
		return nil, &sampler.Error{What: "cannot connect to the embedded emulator", Err: err}
	}
	return &Server{fake: fake, conn: conn}, nil
}

// recoverCall answers a call that makes the emulator panic, as each that it does not implement does, with an error: the
// emulator runs inside this program.
func recoverCall(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	var answer any
	err := recovered(func() (err error) {
		answer, err = handle(ctx, req)
		return err
	})
	return answer, err
}

// recoverStream is recoverCall for streams.
func recoverStream(server any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	return recovered(func() error { return handle(server, stream) })
}

// recovered calls handle and returns its error, or a panic in it as a status.
func recovered(handle func() error) error {
	err := crash.Recovered(handle)()
	if fault, ok := errors.AsType[*crash.Error](err); ok {
		return status.Error(codes.Internal, fault.Error())
	}
	return err
}

// Addr returns host:port, as in BIGTABLE_EMULATOR_HOST.
func (s *Server) Addr() string { return s.fake.Addr }

// Conn returns the connection to create tables and write rows with. Create a table with its families and GC policies in
// one request: any later change of a family starts the emulator's garbage collection, for all tables.
func (s *Server) Conn() *grpc.ClientConn { return s.conn }

// Instance opens the emulator for reading as any other emulator, over a separate connection with the guard on it.
func (s *Server) Instance(ctx context.Context) (sampler.Instance, error) {
	return reader.Connect(ctx, reader.Config{Project: Project, Instance: Instance, EmulatorHost: s.Addr()})
}

// Close stops the server, drops its tables, and closes the connection of Conn.
func (s *Server) Close() error {
	err := s.conn.Close()
	s.fake.Close()
	return errors.Join(err)
}
