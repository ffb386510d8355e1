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
	table      *Case  // that it is a kind of, without the rows
	kind       int
	evidence   confidence.Evidence
	segments   []bool
	layout     bool
	confidence float64 // of the layout, by the model in use
}

// Gather collects the layouts of cases. Layouts that read foreign keys only are left out.
func Gather(cases []Case) Training {
	each := make([]Training, len(cases))
	parallel(len(cases), func(i int) {
		table := &cases[i]
		evidence := confidence.Evaluate(infer.ConfidenceInput(table.Table.Sample(), table.Result))
		of := &Case{Result: table.Result, Verdict: table.Verdict}
		for index, kind := range table.Result.Kinds {
			kindVerdict := table.Verdict.Kinds[index]
			if kindVerdict.Keys == 0 {
				continue
			}
			t := trained{table.Table.Name[:strings.LastIndexByte(table.Table.Name, '/')], of, index, evidence[index],
				nil, kindVerdict.Layout, kind.Confidence}
			for _, s := range kind.Layout.Segments() {
				t.segments = append(t.segments, kindVerdict.Segments[s])
			}
			each[i] = append(each[i], t)
		}
	})
	return slices.Concat(each...)
}

// folds is in how many parts the productions are divided for cross-fitting.
const folds = 6

// Fit returns the model of the examples. The model of layouts is fitted on the confidence of segments whose production
// did not take part in fitting it: on others that confidence is too good, and on tables of kinds never seen it is as
// here.
func (t Training) Fit() *confidence.Model {
	model := t.fitSegments()
	var e Examples
	for fold := range folds {
		in, out := t.split(fold)
		segments := in.fitSegments()
		for _, l := range out {
			e.add(l.evidence.LayoutFeatures(segments.JudgeSegments(l.evidence)), l.layout)
		}
	}
	model.Layout = Logistic(e, layoutRidge)
	for i := range model.Layout {
		model.Layout[i] *= sharperLayouts
	}
	model.Layout[slices.Index(confidence.LayoutNames(), "one")] -= caution
	return model
}

// By how much log odds are multiplied, and those of layouts then lowered. On productions that were left out of the fit,
// confidence is what it says on average, but what has 0.9 to 0.95 by the fit alone is right more often. With these, 97%
// of what is shown as sure there is right.
const (
	sharperSegments = 1.1
	sharperLayouts  = 1.2
	caution         = 0.05
)

// LeftOut compares the confidence in tables with the truth, by part, where each is judged by a model in whose fit its
// production had no part.
func (t Training) LeftOut() map[string]*Reliability {
	for fold := range folds {
		in, out := t.split(fold)
		model := in.Fit()
		for _, l := range out {
			l.table.Result.Kinds[l.kind].Confidence = model.Judge(l.evidence).Layout
		}
	}
	by := map[string]*Reliability{}
	var last *Case
	for _, kind := range t {
		part, _, _ := strings.Cut(kind.production, "/")
		if by[part] == nil {
			by[part] = &Reliability{}
		}
		if kind.table != last {
			by[part].Add(tableConfidence(*kind.table), kind.table.Verdict.Table)
		}
		last = kind.table
	}
	return by
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

// fitSegments returns a model of segments without one of layouts.
func (t Training) fitSegments() *confidence.Model {
	var e [confidence.Families]Examples
	for _, l := range t {
		for i, s := range l.evidence.Segments {
			e[s.Family].add(s.Features, l.segments[i])
		}
	}
	model := &confidence.Model{}
	for f := range e {
		model.Base[f], model.Trees[f] = Boost(e[f])
		model.Base[f] *= sharperSegments
		for i := range model.Trees[f] {
			for k := range model.Trees[f][i].Leaf {
				model.Trees[f][i].Leaf[k] = rounded(sharperSegments * float64(model.Trees[f][i].Leaf[k]))
			}
		}
	}
	return model
}

// layoutRidge is the penalty on squared coefficients, in examples: it keeps rare features from being learned by heart.
// It was chosen by cross-validation over productions of the calibration part.
const layoutRidge = 5

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
	count := len(e.X[0])
	values := make([]float64, count)
	for range 30 {
		gradient, hessian := make([]float64, count), make([][]float64, count)
		for i := range hessian {
			hessian[i] = make([]float64, count)
			hessian[i][i] = ridge
			gradient[i] = -ridge * values[i]
		}
		for index, numbers := range e.X {
			predict, value := predict(values, numbers), 0.0
			if e.Right[index] {
				value = 1
			}
			amount := max(predict*(1-predict), 1e-6)
			for i := range count {
				if numbers[i] == 0 {
					continue
				}
				gradient[i] += (value - predict) * numbers[i]
				for j := range i + 1 {
					hessian[i][j] += amount * numbers[i] * numbers[j]
				}
			}
		}
		most := 0.0
		for i, s := range solve(hessian, gradient) {
			values[i] += s
			most = max(most, math.Abs(s))
		}
		if most < 1e-6 {
			break
		}
	}
	return values
}

// solve returns x of ax = b by Cholesky decomposition; a is positive definite, and only its lower half is read.
func solve(a [][]float64, b []float64) []float64 {
	count := len(b)
	values := append([]float64(nil), b...)
	for i := range count {
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
	for i := range count {
		for k := range i {
			values[i] -= a[i][k] * values[k]
		}
		values[i] /= a[i][i]
	}
	for i := count - 1; i >= 0; i-- {
		for k := i + 1; k < count; k++ {
			values[i] -= a[k][i] * values[k]
		}
		values[i] /= a[i][i]
	}
	return values
}
