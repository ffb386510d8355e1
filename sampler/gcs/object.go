package gcs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/sampler"
	"tabletop/sampler/export"
	"tabletop/sampler/read"
)

// An object is requested in ranges of so many bytes, because what was sent and not read is paid for and waited for. The
// first holds the header of any file, a later one what a worker reads of an export, with the rest of the last block.
const (
	firstRange = 1 << 20
	laterRange = export.PieceBytes + 1<<20
)

// file returns an object as a file.
func (s *Store) file(bucket string, found *metadata) export.File {
	name := Scheme + bucket + "/" + found.Name
	open := func(ctx context.Context, from int64) (io.ReadCloser, error) {
		if found.Encoding != "" && found.Encoding != "identity" {
			return nil, &sampler.Error{What: "it is stored compressed as a whole (Content-Encoding: " + found.Encoding +
				"), so that no part of it can be requested",
				Next: "upload it again without the option that compresses it (-z, -Z, --gzip-local)"}
		}
		return &object{store: s, ctx: ctx, name: name, path: objectPath(bucket, found.Name),
			generation: found.Generation, size: found.Size, at: from}, nil
	}
	return export.File{Name: name, Size: found.Size, Open: open}
}

// object is an object that is read from a byte on.
type object struct {
	store      *Store
	ctx        context.Context
	name, path string
	generation string
	size       int64
	at         int64

	// The range that is being received.
	body  io.ReadCloser // nil if none is
	left  int64         // bytes of it
	inner context.Context
	stop  context.CancelCauseFunc
}

// Read reads on, over any number of ranges and attempts.
func (o *object) Read(to []byte) (n int, err error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if len(to) == 0 {
		return 0, nil
	}
	err = o.store.retry().Resume(o.ctx, func() (bool, error) {
		n, err = o.attempt(to)
		return false, err
	})
	if err != nil {
		return n, o.failed(err)
	}
	return n, nil
}

// attempt reads some bytes. After an error the next one requests what follows those that were read.
func (o *object) attempt(to []byte) (n int, err error) {
	if o.body == nil {
		o.inner, o.stop = context.WithCancelCause(o.ctx)
	}
	stall := o.store.retry().Stall
	timer := time.AfterFunc(stall, func() { o.stop(&read.SilentError{For: stall}) })
	defer timer.Stop()
	if o.body == nil {
		if err := o.request(); err != nil {
			return 0, errors.Join(err, o.Close())
		}
	}
	n, err = o.body.Read(to[:min(int64(len(to)), o.left)])
	o.at, o.left = o.at+int64(n), o.left-int64(n)
	if cause := context.Cause(o.inner); n == 0 && cause != nil {
		err = cause
	} else if err != nil {
		err = status.Error(codes.Unavailable, fmt.Sprintf("the answer broke off at byte %d of %d", o.at, o.size))
	}
	if o.left == 0 || n == 0 && err != nil {
		_ = o.Close() // the range has ended
	}
	if n > 0 {
		return n, nil
	}
	return 0, err
}

// request requests the next range.
func (o *object) request() error {
	size := int64(laterRange)
	if o.at == 0 {
		size = firstRange
	}
	end := min(o.at+size, o.size)
	answer, err := o.store.API.Open(o.inner, o.path, url.Values{"alt": {"media"}, "generation": {o.generation}},
		http.Header{"Range": {fmt.Sprintf("bytes=%d-%d", o.at, end-1)}})
	if err != nil {
		return err
	}
	o.body, o.left = answer.Body, end-o.at
	return o.matches(answer, end)
}

// matches returns an error unless an answer is the range up to end of an object of the size that was listed.
func (o *object) matches(answer *http.Response, end int64) error {
	stated := answer.Header.Get("Content-Range")
	whole := answer.StatusCode == http.StatusOK && o.at == 0 && end == o.size && answer.ContentLength == o.size
	if whole || stated == fmt.Sprintf("bytes %d-%d/%d", o.at, end-1, o.size) {
		return nil
	}
	if _, size, _ := strings.Cut(stated, "/"); size != "" && size != strconv.FormatInt(o.size, 10) {
		return status.Error(codes.NotFound, "it has "+size+" bytes now")
	}
	return fmt.Errorf("bytes %d to %d were requested, and the answer is %s with the range %q", o.at, end-1,
		answer.Status, stated)
}

// failed returns an error that a user can act on, which does not name the object: who opened it does.
func (o *object) failed(err error) error {
	if cause := context.Cause(o.ctx); cause != nil {
		return cause
	}
	switch status.Code(err) {
	case codes.NotFound, codes.FailedPrecondition, codes.OutOfRange:
		return &sampler.Error{What: "it was replaced or deleted after the read began (generation " + o.generation +
			" is gone)", Next: "run the command again once nothing writes to it", Err: err}
	}
	return &sampler.Error{What: "it could not be read to its end", Err: err, Silent: silent(err),
		Next: o.store.next(err, o.name, "storage.objects.get")}
}

// Close ends the range that is being received.
func (o *object) Close() error {
	if o.stop != nil {
		o.stop(nil)
	}
	body := o.body
	if o.body = nil; body == nil {
		return nil
	}
	return body.Close()
}
