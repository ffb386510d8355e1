package gcs

import (
	"context"
	"errors"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/sampler"
	"tabletop/sampler/read"
)

// explain returns an error that a user can act on for the error of a request about an object or, if that is what name
// is, a bucket. permission is what the request takes.
func (s *Store) explain(ctx context.Context, err error, name, permission string) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return &sampler.Error{What: "cannot read " + name, Next: s.next(err, name, permission), Err: err,
		Silent: silent(err)}
}

// silent reports whether no server answered.
func silent(err error) bool {
	_, stopped := errors.AsType[*read.SilentError](err)
	return stopped || status.Code(err) == codes.Unavailable
}

// next returns what to do about the error of a request.
func (s *Store) next(err error, name, permission string) string {
	switch status.Code(err) {
	case codes.PermissionDenied:
		return "ask for the permission " + permission + " on it, which roles/storage.objectViewer has (it can only " +
			"read), or use other credentials with --creds"
	case codes.Unauthenticated:
		return s.LoginHint
	case codes.NotFound:
		bucket, object, _ := strings.Cut(strings.TrimPrefix(name, Scheme), "/")
		if object == "" || strings.Contains(strings.ToLower(err.Error()), "specified bucket") {
			return "check the name of the bucket; gcloud storage ls lists those of a project"
		}
		return "check the name; gcloud storage ls " + Scheme + bucket + " lists the objects"
	case codes.InvalidArgument:
		if strings.Contains(strings.ToLower(err.Error()), "requester pays") {
			return "who reads pays: name the project with gcloud auth application-default set-quota-project"
		}
	case codes.Unavailable:
		return "is there a way to the network, and is " + EnvEmulator + " right?"
	}
	return ""
}
