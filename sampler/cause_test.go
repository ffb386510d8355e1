package sampler

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TestCauseIsInWords verifies that no error shows what gRPC calls it: each code has words of its own, and the message
// of the server and what wraps the error stay.
func TestCauseIsInWords(t *testing.T) {
	seen := map[string]codes.Code{}
	for c := codes.Canceled; c <= codes.Unauthenticated; c++ {
		plain := status.Error(c, "the disk is full")
		got := Cause(plain)
		words, message, _ := strings.Cut(got, ": ")
		if was, ok := seen[words]; ok || message != "the disk is full" || words == "" ||
			strings.ContainsAny(words, "_=") {
			t.Errorf("%v is %q; these are the words of %v", c, got, was)
		}
		seen[words] = c
		for _, err := range []error{fmt.Errorf("reading t: %w", plain), &Error{What: "reading t", Err: plain},
			&Error{What: "reading t", Err: fmt.Errorf("%w", plain)}} {
			text := err.Error()
			if _, ours := err.(*Error); !ours {
				text = Cause(err)
			}
			if text != "reading t: "+got {
				t.Errorf("%v, wrapped, is %q", c, text)
			}
		}
	}
	if got := Cause(status.Error(codes.NotFound, "")); got != "not found" {
		t.Errorf("without a message: %q", got)
	}
	if got := Cause(status.Error(codes.Internal, status.Error(codes.Internal, "a bug").Error())); got !=
		"internal error of the server: a bug" {
		t.Errorf("a status in the message of another: %q", got)
	}
	if got := Cause(status.Error(codes.Internal,
		"stream terminated by RST_STREAM with error code: INTERNAL_ERROR")); got !=
		"internal error of the server: the stream was reset" {
		t.Errorf("a reset: %q", got)
	}
	if got := Cause(errors.New("plain")); got != "plain" || Cause(nil) != "" {
		t.Errorf("an error that is not of gRPC: %q, and nil: %q", got, Cause(nil))
	}
	if got := (&Error{What: "it broke", Next: "again"}).Error(); got != "it broke\nagain" {
		t.Errorf("without a cause: %q", got)
	}
}
