// Package wire listens in on plain HTTP/2 connections, for tests that must know what was really sent.
package wire

import (
	"bytes"
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// Tap forwards connections to a server and records the gRPC methods that clients call.
type Tap struct {
	Addr string

	mu      sync.Mutex
	methods []string
	done    sync.WaitGroup
	conns   []net.Conn
}

// Listen forwards to the server at address for the length of the test.
func Listen(t testing.TB, address string) *Tap {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	tap := &Tap{Addr: listener.Addr().String()}
	tap.done.Add(1)
	go func() {
		defer tap.done.Done()
		for {
			client, err := listener.Accept()
			if err != nil {
				return // closed
			}
			server, err := net.Dial("tcp", address)
			if err != nil {
				client.Close()
				return
			}
			tap.pass(client, server)
		}
	}()
	t.Cleanup(func() {
		listener.Close()
		tap.Cut()
		tap.done.Wait()
	})
	return tap
}

// Cut breaks all open connections, as a network does.
func (tap *Tap) Cut() {
	tap.mu.Lock()
	defer tap.mu.Unlock()
	for _, c := range tap.conns {
		c.Close()
	}
	tap.conns = nil
}

// Methods returns the distinct methods called so far, sorted.
func (tap *Tap) Methods() []string {
	tap.mu.Lock()
	defer tap.mu.Unlock()
	out := slices.Clone(tap.methods)
	slices.Sort(out)
	return slices.Compact(out)
}

func (tap *Tap) pass(client, server net.Conn) {
	tap.mu.Lock()
	tap.conns = append(tap.conns, client, server)
	tap.mu.Unlock()
	copied, write := io.Pipe()
	run := func(f func()) {
		tap.done.Add(1)
		go func() { defer tap.done.Done(); f() }()
	}
	run(func() { _, _ = io.Copy(client, server); client.Close() }) // either end may close at any time
	run(func() {
		_, err := io.Copy(server, io.TeeReader(client, write))
		write.CloseWithError(err)
		server.Close()
	})
	run(func() {
		tap.read(copied)
		_, _ = io.Copy(io.Discard, copied) // what cannot be parsed is forwarded all the same
	})
}

// read records the :path of every request.
func (tap *Tap) read(r io.Reader) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(r, preface); err != nil || !bytes.Equal(preface, []byte(http2.ClientPreface)) {
		return
	}
	frames := http2.NewFramer(io.Discard, r)
	frames.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	for {
		frame, err := frames.ReadFrame()
		if err != nil {
			return
		}
		if h, ok := frame.(*http2.MetaHeadersFrame); ok {
			tap.mu.Lock()
			tap.methods = append(tap.methods, h.PseudoValue("path"))
			tap.mu.Unlock()
		}
	}
}
