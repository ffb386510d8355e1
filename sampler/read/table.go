// Package read is the engine that reads rows of a Bigtable table: it requests the table's sections, plans which key
// ranges to read, and reads them in parallel over raw ReadRows streams, with retries, limits and partial results. It
// uses the data API only; the caller finds the table and its schema.
package read

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"tabletop/model/sample"
	"tabletop/sampler/rows"
)

// Table is a table to read.
type Table struct {
	Conn     grpc.ClientConnInterface // with the read-only guard on it
	Name     string                   // projects/P/instances/I/tables/T, or that of a view
	Profile  string                   // app profile; empty is the default one
	Emulator bool                     // see Splits and the limits in Sample
	Retry    Retry
}

// Retry states how to retry transient errors. The first of Attempts and Budget that is used up ends the retries; both
// start over when a stream gets further in the table.
type Retry struct {
	First    time.Duration // the first wait; it doubles with every failure
	Longest  time.Duration // maximum wait
	Attempts int           // maximum failures in a row
	Budget   time.Duration // maximum time without getting further; 0 means no limit
	Stall    time.Duration // a stream without a message for this time is abandoned, which counts as a failure

	waiting *atomic.Int64 // number of readers waiting; nil if that is not shown
	retries *atomic.Int64 // counts the attempts after the first; nil if they are not counted
}

// DefaultRetry returns the meaning of an empty Retry: reads give up after about 20 s of errors, or after four stalls
// (2 minutes) of a silent server.
func DefaultRetry() Retry {
	return Retry{First: 100 * time.Millisecond, Longest: 5 * time.Second, Attempts: 10, Budget: 2 * time.Minute,
		Stall: 30 * time.Second}
}

func (t *Table) retry() Retry {
	if t.Retry == (Retry{}) {
		return DefaultRetry()
	}
	return t.Retry
}

// outgoing adds the headers that the service routes by. If asked for last scanned rows, an emulator sends a message for
// every row that a filter omits, a million of them for a sample of a million rows, so it is not asked.
func (t *Table) outgoing(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx,
		"google-cloud-resource-prefix", t.Name,
		"x-goog-request-params", t.named().route+"&app_profile_id="+url.QueryEscape(t.Profile),
		"bigtable-features", Features(!t.Emulator),
	)
}

// Features returns the value of the bigtable-features header: the response features that this client supports.
func Features(lastScanned bool) string {
	b, err := proto.Marshal(&pb.FeatureFlags{ReverseScans: true, RetryInfo: true, LastScannedRowResponses: lastScanned})
	if err != nil {
		return ""
	}
	return base64.URLEncoding.EncodeToString(b)
}

// Splits requests the sections of the table. They are in key order without duplicates, offsets never decrease, and the
// last one always has the empty key. An emulator chooses about one row in a hundred at random, different ones each
// time, and its offsets count value bytes only.
func (t *Table) Splits(ctx context.Context) ([]sample.Split, error) {
	var splits []sample.Split
	err := t.retry().brief().Resume(ctx, func() (bool, error) {
		var err error
		splits, err = t.splitsOnce(ctx)
		return false, err
	})
	return tidy(splits), err
}

func (t *Table) splitsOnce(ctx context.Context) ([]sample.Split, error) {
	name := t.named()
	stream, err := pb.NewBigtableClient(t.Conn).SampleRowKeys(t.outgoing(ctx),
		&pb.SampleRowKeysRequest{TableName: name.table, AuthorizedViewName: name.authorized,
			MaterializedViewName: name.materialized, AppProfileId: t.Profile})
	if err != nil {
		return nil, err
	}
	var splits []sample.Split
	for {
		r, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return splits, nil
		}
		if err != nil {
			return nil, err
		}
		splits = append(splits, sample.Split{Key: r.RowKey, Offset: r.OffsetBytes})
	}
}

func tidy(splits []sample.Split) []sample.Split {
	// The end of the table is the empty key, which must not sort first.
	slices.SortStableFunc(splits, func(a, b sample.Split) int {
		if len(a.Key) == 0 || len(b.Key) == 0 {
			return len(b.Key) - len(a.Key)
		}
		return bytes.Compare(a.Key, b.Key)
	})
	splits = slices.CompactFunc(splits, func(a, b sample.Split) bool { return bytes.Equal(a.Key, b.Key) })
	var most int64
	for i := range splits {
		most = max(most, splits[i].Offset)
		splits[i].Offset = most
	}
	if len(splits) == 0 || len(splits[len(splits)-1].Key) > 0 {
		splits = append(splits, sample.Split{Offset: most})
	}
	return splits
}

// Row reads one row, with up to keep bytes of each value, into a sample of one row, or of none.
func (t *Table) Row(ctx context.Context, key []byte, keep int) (*sample.Builder, error) {
	builder := sample.NewBuilder(keep)
	decoder := rows.NewDecoder(builder, keep, nil)
	req := &pb.ReadRowsRequest{Rows: &pb.RowSet{RowKeys: [][]byte{key}}, RowsLimit: 1}
	err := t.retry().brief().Resume(ctx, func() (bool, error) {
		if decoder.Rows > 0 {
			return false, nil // the row was received before the stream broke
		}
		return false, t.stream(ctx, req, decoder, nil)
	})
	decoder.DiscardRow()
	return builder, err
}

// SilentError is the error of a stream without a message for a time.
type SilentError struct{ For time.Duration }

// Error states how long nothing came.
func (e *SilentError) Error() string { return fmt.Sprintf("the server sent nothing for %v", e.For) }

// errCut is the error of a stream that ends normally, but inside a row.
var errCut = errors.New("the stream ended inside a row")

// stream receives one ReadRows stream into d. more is called after every message, and its error ends the stream; it may
// be nil. Without a message for Retry.Stall the error is a *SilentError. The time that more takes does not count.
func (t *Table) stream(ctx context.Context, req *pb.ReadRowsRequest, d *rows.Decoder, more func() error) error {
	ctx, cancel := context.WithCancelCause(t.outgoing(ctx))
	defer cancel(nil)
	limit := t.retry().Stall
	silent := &SilentError{limit}
	timer := time.AfterFunc(limit, func() { cancel(silent) })
	defer timer.Stop()
	err := t.receive(ctx, req, d, func() error {
		timer.Stop()
		defer timer.Reset(limit)
		if more == nil {
			return nil
		}
		return more()
	})
	if err != nil && context.Cause(ctx) == silent {
		return silent
	}
	return err
}

// receive is stream without a limit on silence.
func (t *Table) receive(ctx context.Context, req *pb.ReadRowsRequest, d *rows.Decoder, more func() error) error {
	defer d.DiscardRow()
	name := t.named()
	req.TableName, req.AuthorizedViewName, req.MaterializedViewName = name.table, name.authorized, name.materialized
	req.AppProfileId = t.Profile
	clientStream, err := t.Conn.NewStream(ctx, &grpc.StreamDesc{StreamName: "ReadRows", ServerStreams: true},
		pb.Bigtable_ReadRows_FullMethodName, grpc.ForceCodecV2(rows.Codec{}))
	if err != nil {
		return err
	}
	if err := clientStream.SendMsg(req); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := clientStream.CloseSend(); err != nil {
		return err
	}
	for {
		err := clientStream.RecvMsg(d)
		if errors.Is(err, io.EOF) {
			if d.InRow() {
				return errCut
			}
			return nil
		}
		if err != nil {
			if fault := d.Err(); fault != nil {
				return fault
			}
			return err
		}
		if err := more(); err != nil {
			return err
		}
	}
}
