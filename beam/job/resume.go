package job

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tabletop/beam/parts"
	"tabletop/model/census/relayout"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/snapshot"
)

// A job of layouts keeps, beside its output, what it begins with and what its first pass came to, so that it continues
// there when it is started again.

// begun is what a job of layouts begins with.
type begun struct {
	Plan   []byte // relayout.Plan
	Sample []byte // of the file that is saved
	Now    time.Time
}

// passed is what the first pass came to.
type passed struct {
	Counted []byte // of the file that it wrote
	Filter  string // digest of the filter; empty if no rows meet
}

// fingerprint differs for jobs whose passes do not fit each other.
func (o *LayoutOptions) fingerprint() (string, error) {
	data, err := json.Marshal(struct {
		Table, Layouts string
		Candidates     []string
		Sample         sample.Options
	}{o.Config.Name() + "/" + o.Table, o.Layouts.String(), o.Candidates, o.Sample})
	return digest(data), err
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// state reads a file of the folder into v, which it leaves alone if there is no such file. The error is one of the file
// system, names what is damaged, or states that it is of another job.
func (o *LayoutOptions) state(ctx context.Context, name string, v any) (there bool, err error) {
	path := o.folder() + "/" + name
	if there, err = parts.Exists(ctx, path); err != nil || !there {
		return false, err
	}
	print, err := o.fingerprint()
	if err != nil {
		return false, err
	}
	part, err := parts.Load(ctx, path)
	if err != nil {
		return false, fmt.Errorf("%s, which an earlier run left, is damaged: %w\ndelete %s to start again", path, err,
			o.folder())
	}
	if part.Plan != print {
		return false, &sampler.Error{What: fmt.Sprintf("the files in %s are of a job with other options", o.folder()),
			Next: "run the job with the same options, name another output, or delete the folder"}
	}
	return true, gob.NewDecoder(bytes.NewReader(part.Census)).Decode(v)
}

// keep writes a file of the folder that state reads.
func (o *LayoutOptions) keep(ctx context.Context, name string, v any) error {
	print, err := o.fingerprint()
	if err != nil {
		return err
	}
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(v); err != nil {
		return err
	}
	out, err := parts.Encode(parts.Part{Plan: print, Census: data.Bytes()})
	if err != nil {
		return err
	}
	return parts.WriteFile(ctx, o.folder()+"/"+name, out)
}

// begin returns the sample and the plan of the job: those of an earlier run, else new ones, which it keeps.
func (o *LayoutOptions) begin(ctx context.Context) (s *sample.Sample, plan relayout.Plan, err error) {
	var b begun
	there, err := o.state(ctx, "begun", &b)
	if err != nil {
		return nil, plan, err
	}
	if there {
		o.Now = b.Now
		if s, err = snapshot.Read(bytes.NewReader(b.Sample), "begun", maxOutput); err != nil {
			return nil, plan, err
		}
		return s, plan, plan.UnmarshalBinary(b.Plan)
	}
	if s, err = o.ordinarySample(ctx); err != nil {
		return nil, plan, err
	}
	if plan, err = o.layoutPlan(ctx, s); err != nil {
		return nil, plan, err
	}
	if _, err := relayout.NewMover(plan); err != nil {
		return nil, plan, err
	}
	var file strings.Builder
	if err := snapshot.Save(&file, s); err != nil {
		return nil, plan, err
	}
	b = begun{Sample: []byte(file.String()), Now: o.Now}
	if b.Plan, err = plan.MarshalBinary(); err != nil {
		return nil, plan, err
	}
	return s, plan, o.keep(ctx, "begun", b)
}

// before returns what the first pass of an earlier run came to; nil if there was none, or its filter is not as it was
// written.
func (o *LayoutOptions) before(ctx context.Context, filter string) (*passed, error) {
	var p passed
	there, err := o.state(ctx, "passed", &p)
	if err != nil || !there {
		return nil, err
	}
	if p.Filter == "" {
		return &p, nil
	}
	there, err = parts.Exists(ctx, filter)
	if err != nil || !there {
		return nil, err
	}
	data, err := parts.ReadFile(ctx, filter)
	if err != nil {
		return nil, err
	}
	if digest(data) != p.Filter {
		o.logf("%s is damaged: the first pass is made again", filter)
		return nil, nil
	}
	return &p, nil
}

// after keeps what the first pass came to.
func (o *LayoutOptions) after(ctx context.Context, first, filter string) (*passed, error) {
	counted, err := parts.ReadFile(ctx, first)
	if err != nil {
		return nil, err
	}
	passed := &passed{Counted: counted}
	there, err := parts.Exists(ctx, filter)
	if err != nil {
		return nil, err
	}
	if there {
		data, err := parts.ReadFile(ctx, filter)
		if err != nil {
			return nil, err
		}
		passed.Filter = digest(data)
	}
	return passed, o.keep(ctx, "passed", passed)
}
