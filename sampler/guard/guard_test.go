package guard_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"tabletop/internal/fakebt"
	"tabletop/sampler/guard"
)

// TestNothingElseIsSent calls every method of every Bigtable service there is a description of, and finds that only
// those on the list reach the server.
func TestNothingElseIsSent(t *testing.T) {
	server := fakebt.New(t)
	conn, err := grpc.NewClient(server.Addr,
		append(guard.DialOptions(), grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	methods := allMethods(t)
	var sent []string
	for _, m := range methods {
		name := "/" + string(m.Parent().FullName()) + "/" + string(m.Name())
		err := call(conn, name, m)
		var refused *guard.BlockedError
		if allowed := slices.Contains(guard.Methods(), name); allowed {
			sent = append(sent, name)
		} else if !errors.As(err, &refused) || refused.Method != name {
			t.Errorf("%s was not refused: %v", name, err)
		}
	}
	for _, c := range server.Calls() {
		if !slices.Contains(sent, c.Method) {
			t.Errorf("%s reached the server", c.Method)
		}
	}
	if len(sent) != len(guard.Methods()) || len(server.Calls()) != len(sent) {
		t.Errorf("%d of %d listed methods exist, %d reached the server", len(sent), len(guard.Methods()),
			len(server.Calls()))
	}
}

func allMethods(t *testing.T) []protoreflect.MethodDescriptor {
	t.Helper()
	// The packages must be linked in for the registry to know them.
	_, _ = bigtablepb.File_google_bigtable_v2_bigtable_proto,
		adminpb.File_google_bigtable_admin_v2_bigtable_table_admin_proto
	var out []protoreflect.MethodDescriptor
	mutating := 0
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		if !strings.HasPrefix(string(f.Package()), "google.bigtable.") {
			return true
		}
		for i := range f.Services().Len() {
			list := f.Services().Get(i).Methods()
			for j := range list.Len() {
				out = append(out, list.Get(j))
				if name := string(list.Get(j).Name()); strings.Contains(name, "Mutate") ||
					strings.Contains(name, "Drop") || strings.Contains(name, "Delete") {
					mutating++
				}
			}
		}
		return true
	})
	if len(out) < 60 || mutating < 10 {
		t.Fatalf("only %d methods are known, %d of them mutating: the registry is not what it was", len(out), mutating)
	}
	return out
}

// call sends an empty request and waits for the end of the answer.
func call(conn *grpc.ClientConn, name string, m protoreflect.MethodDescriptor) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, reply := dynamicpb.NewMessage(m.Input()), dynamicpb.NewMessage(m.Output())
	if !m.IsStreamingClient() && !m.IsStreamingServer() {
		return conn.Invoke(ctx, name, req, reply)
	}
	s, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: m.IsStreamingServer(),
		ClientStreams: m.IsStreamingClient()}, name)
	if err != nil {
		return err
	}
	if err := s.SendMsg(req); err != nil {
		return err
	}
	if err := s.CloseSend(); err != nil {
		return err
	}
	return s.RecvMsg(reply)
}

func TestClient(t *testing.T) {
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Method)
	}))
	defer server.Close()
	client := guard.Client(http.DefaultTransport)
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete} {
		req, err := http.NewRequest(method, server.URL, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		var refused *guard.BlockedError
		if (method == http.MethodGet) != (err == nil) || err != nil && !errors.As(err, &refused) {
			t.Errorf("%s: %v", method, err)
		}
	}
	if !slices.Equal(seen, []string{http.MethodGet}) {
		t.Errorf("the server saw %v", seen)
	}
}
