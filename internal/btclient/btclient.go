// Package btclient connects Google's client of the service to an emulator, for tests that write tables as a program of
// its own would. The program itself does not link that client.
package btclient

import (
	"testing"

	"cloud.google.com/go/bigtable"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Dial returns the clients of an instance on the server at address (host:port). They are closed after the test.
func Dial(t testing.TB, address, project, instance string) (*bigtable.AdminClient, *bigtable.Client) {
	t.Helper()
	conn, err := grpc.NewClient("passthrough:///"+address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(256<<20)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return New(t, conn, project, instance)
}

// New returns the clients of an instance over a connection, which closes with it.
func New(t testing.TB, conn *grpc.ClientConn, project, instance string) (*bigtable.AdminClient, *bigtable.Client) {
	t.Helper()
	admin, err := bigtable.NewAdminClient(t.Context(), project, instance, option.WithGRPCConn(conn))
	if err != nil {
		t.Fatal(err)
	}
	config := bigtable.ClientConfig{MetricsProvider: bigtable.NoopMetricsProvider{}, DisableSession: true,
		DisableDirectAccess: true}
	client, err := bigtable.NewClientWithConfig(t.Context(), project, instance, config, option.WithGRPCConn(conn))
	if err != nil {
		t.Fatal(err)
	}
	return admin, client
}
