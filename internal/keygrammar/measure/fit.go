package measure

import (
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"tabletop/model/confidence"
	"tabletop/model/infer"
)

// Examples are feature vectors with the truth about the claim that each stands for.
type Examples struct {
	X     [][]float64
	Right []bool
}

func (e *Examples) add(x []float64, right bool) {
	e.X, e.Right = append(e.X, x), append(e.Right, right)
}

// Training is the layouts that inference found in cases, with the truth about them.
type Training []trained

type trained struct {
	production string // with the part of the key grammar
	evidence   confidence.Evidence
	segments   []bool
	layout     bool
}

// Gather collects the layouts of cases. Layouts that read foreign keys only are left out.
func Gather(cases []Case) Training {
	each := make([]Training, len(cases))
	parallel(len(cases), func(i int) {
		c := &cases[i]
		evidence := confidence.Evaluate(infer.ConfidenceInput(c.Table.Sample(), c.Result))
		for k, kind := range c.Result.Kinds {
			v := c.Verdict.Kinds[k]
			if v.Keys == 0 {
				continue
			}
			t := trained{c.Table.Name[:strings.LastIndexByte(c.Table.Name, '/')], evidence[k], nil, v.Layout}
			for _, s := range kind.Layout.Segments() {
				t.segments = append(t.segments, v.Segments[s])
			}
			each[i] = append(each[i], t)
		}
	})
	return slices.Concat(each...)
}

// Model is the coefficients of segments by family and those of layouts.
type Model struct {
	Segments [confidence.Families][]float64
	Layout   []float64
}

// folds is in how many parts the productions are divided for cross-fitting.
const folds = 6

// Fit returns the model of the examples. The model of layouts is fitted on the confidence of segments whose production did
// not take part in fitting it: on others that confidence is too good, and on tables of kinds never seen it is as here.
func (t Training) Fit() Model {
	m := Model{Segments: t.fitSegments()}
	var e Examples
	for fold := range folds {
		in, out := t.split(fold)
		segments := in.fitSegments()
		for _, l := range out {
			e.add(l.evidence.LayoutFeatures(l.judge(segments)), l.layout)
		}
	}
	m.Layout = Logistic(e, layoutRidge)
	return m
}

// sharper and caution change the log odds of layouts: they are multiplied by the one, and the other is subtracted (Platt's scaling). On
// held-out tables, layouts of middling confidence were right far less often than it says, and those of 0.9 more often. caution is about the
// least with which 97% of the sure tables of two held-out draws are right, with one percent to spare.
const sharper, caution = 1.9, 1.65

// Cautious returns the model with the log odds of layouts sharpened and lowered.
func (m Model) Cautious() Model {
	m.Layout = slices.Clone(m.Layout)
	for i := range m.Layout {
		m.Layout[i] *= sharper
	}
	m.Layout[slices.Index(confidence.LayoutNames(), "one")] -= caution
	return m
}

// MeanModel returns the model whose log odds are the means of those of two. A family for which either has no examples keeps the log odds of the
// other.
func MeanModel(a, b Model) Model {
	mean := func(x, y []float64) []float64 {
		switch {
		case len(x) == 0:
			return y
		case len(y) == 0:
			return x
		}
		out := make([]float64, max(len(x), len(y))) // a model of fewer features has nothing to say of the others
		for i := range out {
			if i < len(x) {
				out[i] += x[i] / 2
			}
			if i < len(y) {
				out[i] += y[i] / 2
			}
		}
		return out
	}
	m := Model{Layout: mean(a.Layout, b.Layout)}
	for f := range m.Segments {
		m.Segments[f] = mean(a.Segments[f], b.Segments[f])
	}
	return m
}

// split returns the examples without those of some productions, and these.
func (t Training) split(fold int) (in, out Training) {
	for _, l := range t {
		h := fnv.New32a()
		h.Write([]byte(strings.TrimSuffix(l.production, " again")))
		if int(h.Sum32()>>8)%folds == fold {
			out = append(out, l)
		} else {
			in = append(in, l)
		}
	}
	return in, out
}

func (t Training) fitSegments() (weights [confidence.Families][]float64) {
	var e [confidence.Families]Examples
	for _, l := range t {
		for i, s := range l.evidence.Segments {
			e[s.Family].add(s.Features, l.segments[i])
		}
	}
	for f := range e {
		weights[f] = Logistic(e[f], segmentRidge)
	}
	return weights
}

// judge returns the confidence in the segments.
func (l trained) judge(weights [confidence.Families][]float64) []float64 {
	out := make([]float64, len(l.segments))
	for i, s := range l.evidence.Segments {
		out[i] = s.Bound(predict(weights[s.Family], s.Features))
	}
	return out
}

// The penalties on squared coefficients, in examples: they keep rare features from being learned by heart. They were
// chosen by cross-validation over productions of the calibration part.
const (
	segmentRidge = 3
	layoutRidge  = 5
)

// Judge returns the confidence that the model has in the layouts of a case.
func (m Model) Judge(c Case) []float64 {
	evidence := confidence.Evaluate(infer.ConfidenceInput(c.Table.Sample(), c.Result))
	out := make([]float64, len(evidence))
	for i, e := range evidence {
		l := trained{evidence: e, segments: make([]bool, len(e.Segments))}
		segments := l.judge(m.Segments)
		out[i] = predict(m.Layout, e.LayoutFeatures(segments))
		for _, p := range segments {
			out[i] = min(out[i], p)
		}
	}
	return out
}

func predict(w, x []float64) float64 {
	z := 0.0
	for i := range w {
		z += w[i] * x[i]
	}
	return 1 / (1 + math.Exp(-z))
}

// Logistic fits a logistic regression with a ridge penalty by Newton's method (iteratively reweighted least squares;
// Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 4.4.1).
func Logistic(e Examples, ridge float64) []float64 {
	if len(e.X) == 0 {
		return nil
	}
	d := len(e.X[0])
	w := make([]float64, d)
	for range 30 {
		gradient, hessian := make([]float64, d), make([][]float64, d)
		for i := range hessian {
			hessian[i] = make([]float64, d)
			hessian[i][i] = ridge
			gradient[i] = -ridge * w[i]
		}
		for k, x := range e.X {
			p, y := predict(w, x), 0.0
			if e.Right[k] {
				y = 1
			}
			q := max(p*(1-p), 1e-6)
			for i := range d {
				if x[i] == 0 {
					continue
				}
				gradient[i] += (y - p) * x[i]
				for j := range i + 1 {
					hessian[i][j] += q * x[i] * x[j]
				}
			}
		}
		most := 0.0
		for i, s := range solve(hessian, gradient) {
			w[i] += s
			most = max(most, math.Abs(s))
		}
		if most < 1e-6 {
			break
		}
	}
	return w
}

// solve returns x of ax = b by Cholesky decomposition; a is positive definite, and only its lower half is read.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	x := append([]float64(nil), b...)
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-9))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	for i := range n {
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
