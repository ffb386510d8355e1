package debuglog

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"sync"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"tabletop/sampler/rows"
)

// DialOptions returns the options that put the log on a connection; none for a nil Log.
func (l *Log) DialOptions() []grpc.DialOption {
	if l == nil {
		return nil
	}
	return []grpc.DialOption{grpc.WithChainUnaryInterceptor(l.unary), grpc.WithChainStreamInterceptor(l.stream)}
}

func (l *Log) unary(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn,
	invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	started := time.Now()
	err := invoke(ctx, method, req, reply, conn, opts...)
	answer, _ := reply.(proto.Message)
	l.Ended("request", started, err, append(l.about(method, req), "bytes", proto.Size(answer))...)
	return err
}

func (l *Log) stream(ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string,
	open grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	counted := &stream{log: l, method: method, started: time.Now()}
	var err error
	if counted.ClientStream, err = open(ctx, desc, conn, method, opts...); err != nil {
		counted.end(err)
		return nil, err
	}
	// A reader that has enough cancels, and receives no end.
	context.AfterFunc(ctx, func() { counted.end(context.Canceled) })
	return counted, nil
}

// stream counts what a stream receives, and writes it when the stream ends.
type stream struct {
	grpc.ClientStream
	log     *Log
	method  string
	started time.Time

	mu                    sync.Mutex
	request               any
	rows, bytes, messages int64
	ended                 bool
}

// SendMsg keeps the request for the log.
func (s *stream) SendMsg(m any) error {
	s.mu.Lock()
	s.request = m
	s.mu.Unlock()
	return s.ClientStream.SendMsg(m)
}

// RecvMsg counts what is received.
func (s *stream) RecvMsg(m any) error {
	decoder, isRows := m.(*rows.Decoder)
	var rowsBefore, bytesBefore int64
	if isRows {
		rowsBefore, bytesBefore = decoder.Rows, decoder.Bytes
	}
	err := s.ClientStream.RecvMsg(m)
	if err != nil {
		s.end(err)
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages++
	if isRows {
		s.rows += decoder.Rows - rowsBefore
		s.bytes += decoder.Bytes - bytesBefore
	} else if message, ok := m.(proto.Message); ok {
		s.bytes += int64(proto.Size(message))
	}
	return nil
}

func (s *stream) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended = true
	if errors.Is(err, io.EOF) {
		err = nil
	}
	s.log.Ended("request", s.started, err, append(s.log.about(s.method, s.request),
		"rows", s.rows, "bytes", s.bytes, "messages", s.messages)...)
}

// about returns what a request asks for: its method, what it is about, and the ranges of keys.
func (l *Log) about(method string, request any) []any {
	out := []any{"method", path.Base(method)}
	if name := target(request); name != "" {
		out = append(out, "of", name)
	}
	read, ok := request.(*pb.ReadRowsRequest)
	if !ok {
		return out
	}
	var ranges [][2]string
	for _, r := range read.GetRows().GetRowRanges() {
		start := append(append([]byte(nil), r.GetStartKeyClosed()...), r.GetStartKeyOpen()...) // one of them is set
		end := append(append([]byte(nil), r.GetEndKeyOpen()...), r.GetEndKeyClosed()...)
		ranges = append(ranges, [2]string{l.Key(start), l.Key(end)})
	}
	for _, key := range read.GetRows().GetRowKeys() {
		ranges = append(ranges, [2]string{l.Key(key), l.Key(key)})
	}
	return append(out, "app_profile", read.AppProfileId, "ranges", ranges, "rows_limit", read.RowsLimit)
}

// target returns the resource that a request names: a table, a view, or an instance.
func target(request any) string {
	switch named := request.(type) {
	case interface {
		GetTableName() string
		GetAuthorizedViewName() string
		GetMaterializedViewName() string
	}:
		return cmp.Or(named.GetTableName(), named.GetAuthorizedViewName(), named.GetMaterializedViewName())
	case interface{ GetName() string }:
		return named.GetName()
	case interface{ GetParent() string }:
		return named.GetParent()
	}
	return ""
}

// Transport passes requests to next and writes them to the log; it is next for a nil Log.
func (l *Log) Transport(next http.RoundTripper) http.RoundTripper {
	if l == nil {
		return next
	}
	return transport{next, l}
}

type transport struct {
	next http.RoundTripper
	log  *Log
}

// RoundTrip sends a request.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	started := time.Now()
	answer, err := t.next.RoundTrip(r)
	attributes := []any{"method", r.Method, "of", r.URL.Path}
	if err == nil {
		attributes = append(attributes, "status", answer.StatusCode, "bytes", answer.ContentLength)
	}
	t.log.Ended("request", started, err, attributes...)
	return answer, err
}
