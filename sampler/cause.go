package sampler

import (
	"errors"
	"regexp"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Cause returns the text of err, in which the text of a gRPC status ("rpc error: code = …") is replaced by the meaning
// of its code and the server's message. It is empty if err is nil.
func Cause(err error) string {
	if err == nil {
		return ""
	}
	var of interface {
		error
		GRPCStatus() *status.Status
	}
	if !errors.As(err, &of) {
		return err.Error()
	}
	answer := of.GRPCStatus()
	words := meaning(answer.Code())
	// A server, or a library on the way, may have put the text of a status into the message of another.
	m := regexp.MustCompile(`rpc error: code = \w+ desc = `).ReplaceAllString(answer.Message(), "")
	if m = regexp.MustCompile(`stream terminated by RST_STREAM with error code: \w+`).ReplaceAllString(m,
		"the stream was reset"); m != "" {
		words += ": " + m
	}
	return strings.Replace(err.Error(), of.Error(), words, 1)
}

// meaning returns what a code of gRPC means, after google/rpc/code.proto.
func meaning(c codes.Code) string {
	switch c {
	case codes.Canceled:
		return "the server canceled the call"
	case codes.InvalidArgument:
		return "invalid request"
	case codes.DeadlineExceeded:
		return "no answer in time"
	case codes.NotFound:
		return "not found"
	case codes.AlreadyExists:
		return "already exists"
	case codes.PermissionDenied:
		return "permission denied"
	case codes.ResourceExhausted:
		return "a quota or a size limit is exceeded"
	case codes.FailedPrecondition:
		return "not possible in the current state"
	case codes.Aborted:
		return "the server aborted the call"
	case codes.OutOfRange:
		return "out of range"
	case codes.Unimplemented:
		return "the server does not support this call"
	case codes.Internal:
		return "internal error of the server"
	case codes.Unavailable:
		return "the server is unavailable"
	case codes.DataLoss:
		return "data is lost or corrupted"
	case codes.Unauthenticated:
		return "the credentials are missing or invalid"
	}
	return "unknown error"
}
