// Package guard keeps every connection to a table outside the embedded emulator read-only: a gRPC interceptor with a
// list of the methods that may be sent. It is an allow-list, because the bidirectional session methods of Bigtable
// (OpenTable and its kin) carry mutations inside a stream whose name does not show it, and because list calls that look
// harmless crash emulators, which lose their data.
package guard

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"google.golang.org/grpc"
)

const (
	data  = "/google.bigtable.v2.Bigtable/"
	admin = "/google.bigtable.admin.v2.BigtableTableAdmin/"
)

// Methods returns the full names of all methods that are ever sent, to the service and to emulators.
func Methods() []string {
	return []string{
		data + "PingAndWarm",
		data + "ReadRows",
		data + "SampleRowKeys",
		admin + "GetTable",
		admin + "ListTables",
	}
}

// BlockedError is the error of a call that is not on the list. It was not sent.
type BlockedError struct{ Method string }

// Error names the call.
func (r *BlockedError) Error() string {
	return fmt.Sprintf("%s was not sent: only calls that read are", r.Method)
}

func check(method string) error {
	if slices.Contains(Methods(), method) {
		return nil
	}
	return &BlockedError{method}
}

// DialOptions returns the options that put the guard on a connection.
func DialOptions() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithChainUnaryInterceptor(unary), grpc.WithChainStreamInterceptor(stream)}
}

func unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption) error {
	if err := check(method); err != nil {
		return err
	}
	return invoke(ctx, method, req, reply, cc, opts...)
}

func stream(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, open grpc.Streamer,
	opts ...grpc.CallOption) (grpc.ClientStream, error) {
	if err := check(method); err != nil {
		return nil, err
	}
	return open(ctx, desc, cc, method, opts...)
}

// Client returns a client that passes only GET requests to next, for what is provided over REST only (table statistics,
// objects of Cloud Storage). It follows no redirection: a token goes with every request, and so to no other host.
func Client(next http.RoundTripper) *http.Client {
	return &http.Client{Transport: transport{next}, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, &BlockedError{r.Method + " " + r.URL.Path}
	}
	return t.next.RoundTrip(r)
}
