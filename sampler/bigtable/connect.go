// Package bigtable opens tables of a Bigtable instance, live or in an emulator, for reading. It sends only
// what the guard allows: no metrics, no sessions, no warm-up of its own.
package bigtable

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"golang.org/x/oauth2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/credentials/oauth"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"

	"tabletop/sampler"
	"tabletop/sampler/debuglog"
	"tabletop/sampler/files"
	"tabletop/sampler/guard"
	"tabletop/sampler/read"
)

const (
	dataAddress  = "bigtable.googleapis.com:443"
	adminAddress = "bigtableadmin.googleapis.com:443"
	// readOnlyScope is the one scope that the data, table admin and instance admin services all declare for reading. It
	// does not restrict user credentials, which carry their own scopes: the guard does.
	readOnlyScope = "https://www.googleapis.com/auth/cloud-platform.read-only"
	// maxMessage is the maximum that the service sends: one row of 256 MiB.
	maxMessage = 256 << 20
	// Maximum bytes in flight, on one stream and on the connection.
	streamWindow = 1 << 20
	connWindow   = 8 << 20
	readBuffer   = 256 << 10
	callTimeout  = 20 * time.Second // of a call that requests a description
	probeTime    = 5 * time.Second
)

// instance is an open Bigtable instance.
type instance struct {
	config      Config
	data, admin *grpc.ClientConn
	tokens      oauth2.TokenSource // nil for an emulator
	who         string             // whose credentials these are, in words
	retry       read.Retry
	log         *debuglog.Log // of the requests; may be nil
}

// Connect opens the instance of c. To an emulator it connects, to check that it listens; the service is not called
// before the first request. Requests are written to the debuglog of ctx. Errors are of type *sampler.Error.
func Connect(ctx context.Context, c Config) (sampler.Instance, error) {
	in, err := connect(ctx, c)
	if err != nil {
		return nil, err
	}
	return in, nil
}

func connect(ctx context.Context, c Config) (*instance, error) {
	if c.Project == "" || c.Instance == "" {
		return nil, &sampler.Error{What: "no project and instance are given",
			Next: "name them: --project and --instance, or PROJECT/INSTANCE/TABLE"}
	}
	if c.EmulatorHost != "" {
		return connectEmulator(ctx, c)
	}
	return connectService(ctx, c)
}

func options(ctx context.Context, c Config) []grpc.DialOption {
	return append(append(guard.DialOptions(), debuglog.From(ctx).DialOptions()...),
		grpc.WithUserAgent(c.agent()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
		// Fixed windows save the pings by which gRPC measures what a connection can take, and a large buffer saves
		// calls of the system; together about a twentieth of the CPU time of a long read.
		grpc.WithDisableRetry(), // package read retries from where a read has come to
		grpc.WithInitialWindowSize(streamWindow), grpc.WithInitialConnWindowSize(connWindow),
		grpc.WithReadBufferSize(readBuffer),
	)
}

func connectEmulator(ctx context.Context, c Config) (*instance, error) {
	host, err := emulatorAddress(c.EmulatorHost)
	if err != nil {
		return nil, err
	}
	c.EmulatorHost = host
	conn, err := grpc.NewClient("passthrough:///"+host,
		append(options(ctx, c), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithNoProxy())...)
	if err != nil {
		return nil, &sampler.Error{What: "the emulator's address is not one", Err: err}
	}
	in := &instance{config: c, data: conn, admin: conn, retry: cmp.Or(c.Retry, read.DefaultRetry()),
		log: debuglog.From(ctx)}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	if listens(ctx, conn) {
		return in, nil
	}
	// One call, for the error of it. It is not retried: a retry would only end with the deadline, and hide the cause.
	if _, err := in.listPage(ctx, ""); err != nil {
		return nil, errors.Join(in.explain(err, ""), in.Close())
	}
	return in, nil
}

// listens reports whether a server of HTTP/2 answers, without a call.
func listens(ctx context.Context, conn *grpc.ClientConn) bool {
	for {
		state := conn.GetState()
		switch state {
		case connectivity.Ready:
			return true
		case connectivity.TransientFailure, connectivity.Shutdown:
			return false
		case connectivity.Idle:
			conn.Connect()
		}
		if !conn.WaitForStateChange(ctx, state) {
			return false
		}
	}
}

func connectService(ctx context.Context, c Config) (*instance, error) {
	who, err := c.Identify(ctx, Access{readOnlyScope, envEmulator})
	if err != nil {
		return nil, err
	}
	roots, err := authorities(c.CertFile)
	if err != nil {
		return nil, err
	}
	opts := append(options(ctx, c),
		grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12})),
		grpc.WithPerRPCCredentials(oauth.TokenSource{TokenSource: who.Tokens}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second}),
	)
	if who.Quota != "" {
		opts = append(opts, billedTo(who.Quota)...)
	}
	in := &instance{config: c, tokens: who.Tokens, who: who.Kind, retry: cmp.Or(c.Retry, read.DefaultRetry()),
		log: debuglog.From(ctx)}
	if in.data, err = dial(c.DataEndpoint, dataAddress, opts); err != nil {
		return nil, err
	}
	if in.admin, err = dial(c.AdminEndpoint, adminAddress, opts); err != nil {
		return nil, errors.Join(err, in.data.Close())
	}
	return in, nil
}

func dial(address, usual string, opts []grpc.DialOption) (*grpc.ClientConn, error) {
	if address == "" {
		address = usual
	}
	address = strings.TrimPrefix(address, "https://")
	conn, err := grpc.NewClient(address, opts...)
	if err != nil {
		return nil, &sampler.Error{What: fmt.Sprintf("%q is not an endpoint", address),
			Next: "an endpoint is host:port", Err: err}
	}
	return conn, nil
}

// billedTo names the project that calls are billed to, which user credentials may require.
func billedTo(project string) []grpc.DialOption {
	with := func(ctx context.Context) context.Context {
		return metadata.AppendToOutgoingContext(ctx, "x-goog-user-project", project)
	}
	return []grpc.DialOption{
		grpc.WithChainUnaryInterceptor(func(ctx context.Context, m string, req, reply any, cc *grpc.ClientConn,
			invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			return invoke(with(ctx), m, req, reply, cc, opts...)
		}),
		grpc.WithChainStreamInterceptor(func(ctx context.Context, d *grpc.StreamDesc, cc *grpc.ClientConn, m string,
			open grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
			return open(with(ctx), d, cc, m, opts...)
		}),
	}
}

func authorities(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	pem, err := files.Read(file, files.SmallLimit)
	if err != nil {
		return nil, &sampler.Error{What: "the certificate file could not be read", Err: err}
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, &sampler.Error{What: fmt.Sprintf("the certificate file %s holds no certificate in PEM form", file)}
	}
	return pool, nil
}

// callTime returns the maximum time for a call that describes something: as long as a stream may be silent, if that is
// less than callTimeout.
func (in *instance) callTime() time.Duration {
	if in.retry.Stall > 0 {
		return min(callTimeout, in.retry.Stall)
	}
	return callTimeout
}

// Tables returns the names of all tables, sorted.
func (in *instance) Tables(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, in.callTime())
	defer cancel()
	var names []string
	for page := ""; ; {
		var r *adminpb.ListTablesResponse
		err := in.retry.Call(ctx, func() (err error) {
			r, err = in.listPage(ctx, page)
			return err
		})
		if err != nil {
			return nil, in.explain(err, "")
		}
		for _, t := range r.Tables {
			names = append(names, t.Name[strings.LastIndexByte(t.Name, '/')+1:])
		}
		if page = r.NextPageToken; page == "" {
			slices.Sort(names)
			return names, nil
		}
	}
}

func (in *instance) listPage(ctx context.Context, page string) (*adminpb.ListTablesResponse, error) {
	req := &adminpb.ListTablesRequest{Parent: in.path(), View: adminpb.Table_NAME_ONLY, PageToken: page}
	ctx = metadata.AppendToOutgoingContext(ctx, "x-goog-request-params", "parent="+escape(in.path()))
	return adminpb.NewBigtableTableAdminClient(in.admin).ListTables(ctx, req)
}

func (in *instance) path() string {
	return "projects/" + in.config.Project + "/instances/" + in.config.Instance
}

func (in *instance) emulator() bool { return in.config.EmulatorHost != "" }

func (in *instance) Name() string { return in.config.Name() }

func (in *instance) Close() error {
	err := in.data.Close()
	if in.admin != in.data {
		err = errors.Join(err, in.admin.Close())
	}
	return err
}

// Open opens a table or a view. Whether it exists is unknown until the first request.
func (in *instance) Open(_ context.Context, table string) (sampler.Table, error) {
	if in.emulator() && isView(table) {
		return nil, &sampler.Error{What: fmt.Sprintf("cannot open %s/%s: emulators have no views", in.Name(), table),
			Next: "unset " + envEmulator + " for the service"}
	}
	return in.open(table), nil
}

func (in *instance) open(table string) *source {
	return &source{in: in, name: table, asking: make(chan struct{}, 1), rows: &read.Table{
		Conn: in.data, Name: in.path() + "/" + resource(table), Profile: in.config.AppProfile, Emulator: in.emulator(),
		Retry: in.retry,
	}}
}
