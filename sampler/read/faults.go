package read

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Call calls f, a short request, until it succeeds, fails permanently, or uses up the brief form of r.
func (r Retry) Call(ctx context.Context, f func() error) error {
	return r.brief().Resume(ctx, func() (bool, error) { return false, f() })
}

// Resume calls attempt until it succeeds, fails permanently, or uses up r. attempt reports whether it got further than
// the previous one.
func (r Retry) Resume(ctx context.Context, attempt func() (further bool, err error)) error {
	failures, wait, since := 0, r.First, time.Now()
	var silent time.Duration // of all attempts, because a server may fall silent after a few rows each time
	var last error           // the previous error, which is more specific than a deadline
	for {
		further, err := attempt()
		if err != nil && ctx.Err() != nil && last != nil {
			return last
		}
		if err == nil || ctx.Err() != nil || !passing(err) {
			return err
		}
		last = err
		if further {
			failures, wait, since = 0, r.First, time.Now()
		}
		failures++
		var s *SilentError
		if errors.As(err, &s) {
			silent += s.For
		}
		if failures >= r.Attempts || r.Budget > 0 && max(time.Since(since), silent) >= r.Budget {
			return fmt.Errorf("given up after %s: %w", attempts(failures), err)
		}
		if !r.sleep(ctx, max(jitter(wait), serverWait(err))) {
			return err
		}
		wait = min(2*wait, r.Longest)
		if r.retries != nil {
			r.retries.Add(1)
		}
	}
}

func attempts(n int) string {
	if n == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", n)
}

// jitter returns a random time between d/2 and d, which spreads the retries of several readers.
func jitter(d time.Duration) time.Duration {
	if d <= 1 {
		return d
	}
	return d/2 + rand.N(d/2)
}

// sleep reports whether it slept for the whole time.
func (r Retry) sleep(ctx context.Context, d time.Duration) bool {
	if r.waiting != nil {
		r.waiting.Add(1)
		defer r.waiting.Add(-1)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// serverWait returns the wait that the service requests with the error.
func serverWait(err error) time.Duration {
	for _, d := range status.Convert(err).Details() {
		if info, ok := d.(*errdetails.RetryInfo); ok && info.GetRetryDelay() != nil {
			return min(info.GetRetryDelay().AsDuration(), time.Minute)
		}
	}
	return 0
}

// brief returns r for a question that the user waits for.
func (r Retry) brief() Retry {
	r.Attempts = min(r.Attempts, 4)
	r.Budget /= 2
	return r
}

// passing reports whether an error is likely to pass: the server is gone, busy or silent, or the connection was lost.
func passing(err error) bool {
	var silent *SilentError
	if errors.As(err, &silent) || errors.Is(err, errCut) {
		return true
	}
	answer, ok := status.FromError(err)
	if !ok {
		return false
	}
	switch answer.Code() {
	case codes.Unavailable, codes.Aborted, codes.DeadlineExceeded:
		return true
	case codes.ResourceExhausted:
		return !IsRowTooLarge(err)
	case codes.Internal, codes.Canceled: // by the server or a proxy: do returns earlier if the read itself was canceled
		m := strings.ToLower(answer.Message())
		return slices.ContainsFunc(lostStreams(), func(part string) bool { return strings.Contains(m, part) })
	}
	return false
}

// lostStreams are parts of the messages of INTERNAL errors that mean a lost stream, in lower case: those that the Go
// client of Bigtable retries (retryableInternalErrMsgs), those of the Java client, and those of gRPC itself for a
// connection that ended in the middle of an answer. Other INTERNAL errors are final.
func lostStreams() []string {
	return []string{
		"rst_stream", "rst stream", "unexpected eof", // Go client
		"received unexpected eos on data frame", "http/2 error code: internal_error",
		"connection closed with unknown cause",
		"authentication backend internal server error",                                               // Java client
		"connection reset", "stream terminated", "server closed the stream without sending trailers", // gRPC
	}
}

// IsRowTooLarge reports whether a read failed because a single row is larger than what can be sent: over 256 MiB at the
// service (FAILED_PRECONDITION, naming the row), or over the message limit of an emulator.
func IsRowTooLarge(err error) bool {
	answer, ok := status.FromError(err)
	if !ok {
		return false
	}
	m := strings.ToLower(answer.Message())
	switch answer.Code() {
	case codes.FailedPrecondition:
		return strings.Contains(m, "exceeds the limit") || strings.Contains(m, "too large") || oversizedKey(err) != nil
	case codes.ResourceExhausted:
		return strings.Contains(m, "larger than max")
	}
	return false
}

// oversizedKey returns the key that the service names in the details of the error, as the Java client reads it; nil if
// there is none. The message names it too, but not in a form that keeps every byte.
func oversizedKey(err error) []byte {
	for _, detail := range status.Convert(err).Details() {
		info, ok := detail.(*errdetails.ErrorInfo)
		if !ok {
			continue
		}
		if key, err := base64.StdEncoding.DecodeString(info.GetMetadata()["rowKeyBase64Encoded"]); err == nil &&
			len(key) > 0 {
			return key
		}
	}
	return nil
}
