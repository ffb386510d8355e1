// Package gcs reads objects of Cloud Storage by its JSON API: a listing, and the bytes of an object from any of them
// on. Nothing but GET is sent (package rest).
//
// The generation of an object is taken where it is found, and every request asks for that one, so that what is read is
// one state of the object, however long the read takes: an object that is replaced meanwhile ends the read. An answer
// that breaks off is continued where it ended.
package gcs

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/export"
	"tabletop/sampler/read"
	"tabletop/sampler/rest"
)

// Scheme is what names of objects begin with.
const Scheme = "gs://"

// Scope is the one that tokens need.
const Scope = "https://www.googleapis.com/auth/devstorage.read_only"

// EnvEmulator is the environment variable that names an emulator, as in Google's libraries: a host with a port, or a
// URL.
const EnvEmulator = "STORAGE_EMULATOR_HOST"

// Service is where the API is.
const Service = "https://storage.googleapis.com"

// mostFiles is the maximum number of files that a pattern or a folder may have.
const mostFiles = 100_000

// Store is a connection to Cloud Storage.
type Store struct {
	API   *rest.Client
	Retry read.Retry // the zero value is read.DefaultRetry
	// LoginHint is what to do where credentials are not accepted.
	LoginHint string
}

// Is reports whether a name is one of Cloud Storage.
func Is(name string) bool { return strings.HasPrefix(name, Scheme) }

// Emulator returns the URL of the emulator that a value of EnvEmulator names.
func Emulator(host string) (string, error) {
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	at, err := url.Parse(host)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return "", &sampler.Error{What: fmt.Sprintf("%s is %q, which is not an address", EnvEmulator, host),
			Next: "set it to the address of the emulator, for example localhost:9023, or unset it for the service"}
	}
	return at.Scheme + "://" + at.Host, nil
}

// bucketForm is that of the names of buckets.
var bucketForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$`)

// split returns the bucket and the object of a name. Errors are of type *sampler.Error.
func split(name string) (bucket, object string, err error) {
	bucket, object, _ = strings.Cut(strings.TrimPrefix(name, Scheme), "/")
	if !bucketForm.MatchString(bucket) {
		return "", "", &sampler.Error{What: fmt.Sprintf("cannot read %s: %q cannot be a bucket", name, bucket),
			Next: "write gs://BUCKET/OBJECT; gcloud storage ls lists the buckets of a project"}
	}
	return bucket, object, nil
}

// metadata is what is asked for of the metadata of an object.
type metadata struct {
	Name       string `json:"name"`
	Size       int64  `json:"size,string"`
	Generation string `json:"generation"`
	Encoding   string `json:"contentEncoding"`
}

// Files returns the files that a name means: an object, the Avro files of a folder, or those that a pattern matches, in
// which * and ? match no slash. Errors are of type *sampler.Error.
func (s *Store) Files(ctx context.Context, name string) ([]export.File, error) {
	bucket, object, err := split(name)
	if err != nil {
		return nil, err
	}
	switch {
	case export.IsPattern(object):
		return s.matching(ctx, name, bucket, object)
	case object == "" || strings.HasSuffix(object, "/"):
		return s.folder(ctx, name, bucket, object)
	}
	file, err := s.File(ctx, name)
	if status.Code(err) != codes.NotFound {
		return []export.File{file}, err
	}
	found, others, listed := s.list(ctx, bucket, object+"/", true)
	if listed != nil || len(found)+len(others) == 0 {
		return nil, err
	}
	return export.Avro(name, found, others)
}

// File returns the object of a name. Errors are of type *sampler.Error.
func (s *Store) File(ctx context.Context, name string) (export.File, error) {
	bucket, object, err := split(name)
	if err != nil {
		return export.File{}, err
	}
	found := metadata{}
	err = s.get(ctx, objectPath(bucket, object), url.Values{"fields": {"size,generation,contentEncoding"}}, &found)
	if err != nil {
		return export.File{}, s.explain(ctx, err, name, "storage.objects.get")
	}
	found.Name = object
	return s.file(bucket, &found), nil
}

// folder returns the Avro files of a folder, which ends in a slash unless it is the whole bucket.
func (s *Store) folder(ctx context.Context, name, bucket, folder string) ([]export.File, error) {
	found, others, err := s.list(ctx, bucket, folder, true)
	if err != nil {
		return nil, err
	}
	return export.Avro(name, found, others)
}

// matching returns the objects that a pattern matches.
func (s *Store) matching(ctx context.Context, name, bucket, pattern string) ([]export.File, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, &sampler.Error{What: "cannot read " + name, Err: err,
			Next: "a pattern names the files of an export, for example 'gs://bucket/export/*.avro'"}
	}
	literal := pattern[:strings.IndexAny(pattern, `*?[\`)]
	found, others, err := s.list(ctx, bucket, literal, !strings.Contains(pattern[len(literal):], "/"))
	if err != nil {
		return nil, err
	}
	var out []export.File
	for _, file := range append(found, others...) {
		if ok, _ := path.Match(pattern, strings.TrimPrefix(file.Name, Scheme+bucket+"/")); ok || file.Name == name {
			out = append(out, file)
		}
	}
	if len(out) == 0 {
		return nil, export.NoFile(name)
	}
	return out, nil
}

// list lists the objects whose names begin with a prefix, those with the extension of exports first; flat leaves out
// those below folders.
func (s *Store) list(ctx context.Context, bucket, prefix string, flat bool) (found, others []export.File, err error) {
	query := url.Values{"prefix": {prefix}, "fields": {"items(name,size,generation,contentEncoding),nextPageToken"}}
	if flat {
		query.Set("delimiter", "/")
	}
	for {
		var page struct {
			Items []metadata `json:"items"`
			Next  string     `json:"nextPageToken"`
		}
		if err := s.get(ctx, "/storage/v1/b/"+url.PathEscape(bucket)+"/o", query, &page); err != nil {
			return nil, nil, s.explain(ctx, err, Scheme+bucket, "storage.objects.list")
		}
		for i := range page.Items {
			switch name := page.Items[i].Name; {
			case strings.HasSuffix(name, "/"): // stands for a folder
			case strings.HasSuffix(name, export.Ext):
				found = append(found, s.file(bucket, &page.Items[i]))
			default:
				others = append(others, s.file(bucket, &page.Items[i]))
			}
		}
		if len(found)+len(others) > mostFiles {
			return nil, nil, &sampler.Error{What: fmt.Sprintf("more than %s have names like %s",
				spelling.Count(mostFiles, "object"), Scheme+bucket+"/"+prefix), Next: "name fewer"}
		}
		if page.Next == "" {
			return found, others, nil
		}
		query.Set("pageToken", page.Next)
	}
}

// get requests a resource, with retries.
func (s *Store) get(ctx context.Context, path string, query url.Values, v any) error {
	retry := s.retry()
	return retry.Call(ctx, func() error {
		ctx, cancel := context.WithTimeoutCause(ctx, retry.Stall, &read.SilentError{For: retry.Stall})
		defer cancel()
		return s.API.Get(ctx, path, query, v)
	})
}

func (s *Store) retry() read.Retry {
	if s.Retry == (read.Retry{}) {
		return read.DefaultRetry()
	}
	return s.Retry
}

// objectPath returns the resource of an object, whose name may have any characters.
func objectPath(bucket, object string) string {
	return "/storage/v1/b/" + url.PathEscape(bucket) + "/o/" + url.PathEscape(object)
}
