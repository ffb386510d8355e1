package bigtable

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/sampler"
	"tabletop/sampler/read"
)

func escape(s string) string { return url.QueryEscape(s) }

// explain returns an error that a user can act on for the error of a call. table is the table of the call, empty for
// the instance.
func (in *instance) explain(err error, table string) error {
	if err == nil {
		return nil
	}
	var ours *sampler.Error
	if errors.As(err, &ours) {
		return err
	}
	if s, _ := status.FromError(err); s.Code() == codes.Canceled && s.Message() == context.Canceled.Error() ||
		errors.Is(err, context.Canceled) {
		return &sampler.Error{What: "reading " + in.target(table) + " was interrupted", Err: context.Canceled}
	}
	e := &sampler.Error{Err: err, Silent: silent(err) || unreachable(err)}
	e.What, e.Next = in.words(err, table)
	return e
}

func (in *instance) words(err error, table string) (what, next string) {
	target := in.target(table)
	answer, _ := status.FromError(err)
	lower := strings.ToLower(err.Error())
	var stopped *read.SilentError
	switch code := answer.Code(); {
	case strings.Contains(lower, "app profile") || strings.Contains(lower, "app_profile") ||
		strings.Contains(lower, "appprofile"):
		return fmt.Sprintf("app profile %q was not accepted by %s", in.config.AppProfile, in.Name()),
			fmt.Sprintf("gcloud bigtable app-profiles list --instance=%s --project=%s lists those there are",
				in.config.Instance, in.config.Project)
	case unaccepted(err):
		return "the credentials were not accepted for " + target, LoginHint
	case errors.As(err, &stopped):
		return in.address() + " stopped answering", in.reachHint()
	case silent(err):
		return fmt.Sprintf("%s did not answer in time", in.address()), in.reachHint()
	case unreachable(err):
		return fmt.Sprintf("nothing answers at %s", in.address()), in.reachHint()
	case code == codes.NotFound && isView(table) && !namesInstance(lower):
		return fmt.Sprintf("view %q does not exist in %s", table, in.Name()),
			fmt.Sprintf("tabletop %s lists its tables and views", in.Name())
	case code == codes.NotFound && table != "" && !namesInstance(lower):
		return fmt.Sprintf("table %q does not exist in %s", table, in.Name()),
			fmt.Sprintf("tabletop %s lists its tables", in.Name())
	case code == codes.NotFound:
		return fmt.Sprintf("instance %s does not exist", in.Name()),
			fmt.Sprintf("gcloud bigtable instances list --project=%s lists those there are", in.config.Project)
	case code == codes.PermissionDenied:
		return "no permission to read " + target,
			"ask for the role roles/bigtable.reader on it (it can only read), or use other credentials with --creds"
	case code == codes.InvalidArgument:
		return "the service refused the request for " + target, "are the names right? SOURCE is PROJECT/INSTANCE/TABLE"
	case read.IsRowTooLarge(err):
		return "a row of " + target + " is too large to be sent",
			"the service sends rows of 256 MiB at most, all versions and columns together"
	case code == codes.ResourceExhausted:
		return fmt.Sprintf("%s is over a quota or a size limit", target), "read less at once: --rows, --bytes"
	}
	return "reading " + target + " failed", ""
}

// silent reports whether err means that the server did not answer in time.
func silent(err error) bool {
	var stopped *read.SilentError
	s, _ := status.FromError(err)
	return errors.As(err, &stopped) || errors.Is(err, context.DeadlineExceeded) || s.Code() == codes.DeadlineExceeded
}

// unreachable reports whether err means that no server answers, or one that is unavailable. A token that could not be
// had has the same code.
func unreachable(err error) bool { return status.Code(err) == codes.Unavailable && !unaccepted(err) }

// unaccepted reports whether err is one of credentials.
func unaccepted(err error) bool {
	text := strings.ToLower(err.Error())
	return strings.Contains(text, "per-rpc creds failed") || strings.Contains(text, "oauth2:") ||
		status.Code(err) == codes.Unauthenticated
}

// target names the table, or the instance if table is empty.
func (in *instance) target(table string) string {
	if table == "" {
		return in.Name()
	}
	return in.Name() + "/" + table
}

// namesInstance reports whether a lower-case message states that the instance is missing. Paths in it always name both.
func namesInstance(m string) bool {
	return strings.Contains(strings.ReplaceAll(m, "instances/", ""), "instance")
}

func (in *instance) address() string {
	switch {
	case in.emulator():
		return "the emulator at " + in.config.EmulatorHost
	case in.config.DataEndpoint != "":
		return in.config.DataEndpoint
	}
	return "the Bigtable service"
}

func (in *instance) reachHint() string {
	if in.emulator() {
		return "start it (gcloud beta emulators bigtable start, or tabletop emulator), or unset " + envEmulator +
			" for the real service"
	}
	return "is there a way to the network, and are the endpoints right?"
}
