package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	"tabletop/sampler/read"
	"tabletop/views/tables"
)

// secured puts TLS in front of a fake server, as the service has it, and returns the address and the certificate.
func secured(t *testing.T, server *fakebt.Server) (address string, certificate []byte) {
	t.Helper()
	with := httptest.NewUnstartedServer(nil)
	with.EnableHTTP2 = true
	with.StartTLS() // for its certificate, which is of 127.0.0.1
	conf := with.TLS.Clone()
	certificate = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: with.Certificate().Raw})
	with.Close()
	conf.NextProtos = []string{"h2"}
	l, err := tls.Listen("tcp", "127.0.0.1:0", conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go forward(client, server.Addr)
		}
	}()
	return l.Addr().String(), certificate
}

// forward copies both ways until one side ends.
func forward(client net.Conn, to string) {
	defer client.Close()
	fake, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer fake.Close()
	go func() {
		_, _ = io.Copy(fake, client)
		fake.Close()
	}()
	_, _ = io.Copy(client, fake)
}

// liveProgram returns a program that takes the fake for the service: no variable names an emulator, and ~/.cbtrc has
// the endpoints.
func liveProgram(t *testing.T, server *fakebt.Server, out, errs io.Writer) *program {
	t.Helper()
	address, certificate := secured(t, server)
	home := t.TempDir()
	file := filepath.Join(home, "authority.pem")
	rc := fmt.Sprintf("data-endpoint = %s\nadmin-endpoint = %s\ncert-file = %s\nauth-token = x\n", address, address,
		file)
	for name, text := range map[string][]byte{file: certificate, filepath.Join(home, ".cbtrc"): []byte(rc)} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &program{std: streams{in: strings.NewReader(""), out: out, err: errs},
		env: map[string]string{"HOME": home, "XDG_CONFIG_HOME": home},
		retry: read.Retry{First: 20 * time.Millisecond, Longest: 200 * time.Millisecond, Attempts: 3,
			Budget: time.Second, Stall: 2 * time.Second}}
}

// describing counts the calls that describe a table or an instance.
func describing(server *fakebt.Server) map[string]int {
	calls := map[string]int{}
	for _, c := range server.Calls() {
		if method := c.Method[strings.LastIndexByte(c.Method, '/')+1:]; method != "ReadRows" {
			calls[method]++
		}
	}
	return calls
}

// TestDescribingCallsAreSentOnce verifies that every command requests each description once, on the live path as on an
// emulator. The fake lists one table at a time, so a listing of two is two calls.
func TestDescribingCallsAreSentOnce(t *testing.T) {
	for _, c := range []struct {
		args []string
		want map[string]int
	}{
		{[]string{"sample", "p/i/t", "-o", "FILE"}, map[string]int{"GetTable": 1, "SampleRowKeys": 1}},
		{[]string{"sample", "p/i/t", "--plan"}, map[string]int{"GetTable": 1, "SampleRowKeys": 1}},
		{[]string{"stats", "p/i/t"}, map[string]int{"GetTable": 1, "SampleRowKeys": 1}},
		{[]string{"stats", "p/i/t", "--distinct"}, map[string]int{"GetTable": 1, "SampleRowKeys": 1}},
		{[]string{"audit", "p/i/t"}, map[string]int{"GetTable": 1, "SampleRowKeys": 1, "ListTables": 2}},
		{[]string{"audit", "p/i"}, map[string]int{"GetTable": 2, "SampleRowKeys": 2, "ListTables": 2}},
	} {
		for _, live := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s live=%v", strings.Join(c.args, " "), live), func(t *testing.T) {
				server := fakebt.New(t, devices("t"), devices("other"))
				args := slices.Clone(c.args)
				if i := slices.Index(args, "FILE"); i >= 0 {
					args[i] = filepath.Join(t.TempDir(), "f.tabletop")
				}
				var out, errs bytes.Buffer
				p := liveProgram(t, server, &out, &errs)
				if !live {
					p.env["BIGTABLE_EMULATOR_HOST"] = server.Addr
				}
				if code := p.run(context.Background(), args); code != exitOK {
					t.Fatalf("exit code %d: %s", code, errs.String())
				}
				if got := describing(server); !maps.Equal(got, c.want) {
					t.Errorf("sent %v, want %v", got, c.want)
				}
			})
		}
	}
}

// TestAppDescribesOnce verifies that the app requests each description once: it lists the instance, opens a table of
// it, plans and reads at the same time, and compares it with the other tables.
func TestAppDescribesOnce(t *testing.T) {
	server := fakebt.New(t, devices("t"), devices("other"))
	p := liveProgram(t, server, io.Discard, io.Discard)
	ctx := t.Context()
	p.rootCommand() // sets the flags to their defaults
	opts, err := p.appOptions(ctx, []string{"p/i"})
	if err != nil {
		t.Fatal(err)
	}
	if err := opts.Catalog.Entries(ctx, func([]tables.Entry) {}); err != nil {
		t.Fatal(err)
	}
	src, err := opts.Open(ctx, "p/i/t")
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	var g errgroup.Group
	g.Go(func() error { _, err := src.Describe(ctx); return err })
	if err := g.Wait(); err != nil { // the app waits for it as well
		t.Fatal(err)
	}
	g.Go(func() error { _, err := src.(sample.Planner).Plan(ctx, opts.Sample("p/i/t")); return err })
	g.Go(func() error { _, err := src.Sample(ctx, opts.Sample("p/i/t"), func(sample.Progress) {}); return err })
	g.Go(func() error { opts.InstanceTables(ctx, "p/i/t"); return nil })
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if got, want := describing(server), map[string]int{"ListTables": 2, "GetTable": 1,
		"SampleRowKeys": 1}; !maps.Equal(got, want) {
		t.Errorf("sent %v, want %v", got, want)
	}
	pilots := 0
	for _, c := range server.Calls() {
		if c.Read.GetRowsLimit() == 5 {
			pilots++
		}
	}
	if pilots > 12 {
		t.Errorf("%d short reads estimate the size of a row, want those of one estimate", pilots)
	}
}
