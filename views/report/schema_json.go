package report

import (
	"io"

	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func schemaJSON(w io.Writer, in Input) error { return doc.Write(w, schemaDoc(in)) }

func schemaDoc(in Input) doc.Schema {
	return doc.Schema{
		Read: readDoc(in), Rows: in.Profile.Rows, Kinds: kindDocs(in), Declared: declaredDoc(in.Sample.Table.KeySchema),
		Checks: layoutCheckDocs(in), Families: schemaFamilyDocs(in.Sample.Table.Families),
	}
}

// kindDocs returns the record kinds with their segments, and the rows that match none.
func kindDocs(in Input) doc.Kinds {
	unexplained := in.Profile.Unexplained
	out := doc.Kinds{
		Declared: in.Inferred == nil && len(in.Layouts) > 0, OtherwiseWords: text.Otherwise(in.Inferred),
		Kinds: make([]doc.Kind, len(in.Profile.Kinds)),
		Unexplained: doc.UnexplainedKeys{Rows: unexplained.Keys, RowsShare: unexplained.Share,
			Examples: make([]doc.ExampleKey, len(unexplained.First))},
	}
	if in.Inferred != nil {
		for _, l := range in.Inferred.Otherwise {
			out.Otherwise = append(out.Otherwise, doc.Escaped(l.String()))
		}
	}
	for index, k := range in.Profile.Kinds {
		kind := doc.Kind{Kind: doc.Escaped(kindName(in.Layouts, index)), Named: k.Layout.Name() != "",
			Template: doc.Escaped(k.Layout.String()), Rows: k.Keys, RowsShare: k.Share,
			Bytes: k.Bytes, Example: k.First, Segments: make([]doc.Segment, len(k.Segments))}
		inferred, ok := inferredKind(in, index)
		if ok {
			words, sure := text.LayoutConfidence(inferred)
			kind.InferredKind = &doc.InferredKind{Stability: inferred.Stability, Confidence: inferred.Confidence,
				Sure: sure, Words: words, Alternatives: alternativeDocs(in, inferred)}
		}
		for at, s := range k.Segments {
			kind.Segments[at] = segmentDoc(s, k.Layout.Segments()[at])
			if at < len(inferred.Segments) {
				kind.Segments[at].Confidence = &inferred.Segments[at].Confidence
			}
		}
		out.Kinds[index] = kind
	}
	for i, key := range unexplained.First {
		out.Unexplained.Examples[i] = doc.ExampleKey{Key: key}
	}
	return out
}

func segmentDoc(s figures.Segment, seg *rowkey.Segment) doc.Segment {
	out := doc.Segment{Name: s.Name, Type: string(s.Type), Unit: string(s.Unit), Encoding: s.Encoding,
		Reversed:    s.Reversed,
		RowsPresent: s.Keys, Values: s.Count, Distinct: s.Distinct, DistinctWords: text.Distinct(s),
		AtLeast:            !s.Found.IsExact(),
		RowsPerValueUntold: s.NoFigureReason,
		MinWidth:           s.MinWidth, MaxWidth: s.MaxWidth, Top: make([]doc.SegmentValue, len(s.Top))}
	if s.AllDistinct.Value > 0 {
		out.TableDistinct = &s.AllDistinct
		if s.Found.IsExact() {
			out.DistinctOfAll = &s.AllDistinct
		}
	}
	if s.NoFigureReason == "" {
		out.RowsPerValue = &s.RowsPerValue
	}
	if s.Ordered {
		low, high := valueDoc(seg, s.Min), valueDoc(seg, s.Max)
		out.Min, out.Max = &low, &high
	}
	for i, v := range s.Top {
		out.Top[i] = doc.SegmentValue{Value: valueDoc(seg, v.Value), Raw: v.Raw, Count: v.Count, Share: v.Share}
	}
	return out
}

// valueDoc returns the value of a segment: a number for integers, text for everything else.
func valueDoc(seg *rowkey.Segment, v rowkey.Value) doc.Value {
	return doc.Value{Text: string(text.AppendValue(nil, seg.Codec, v)), Number: v.Kind == rowkey.KindInt ||
		v.Kind == rowkey.KindUint}
}

// declaredDoc returns the row-key schema that the table declares, or nil.
func declaredDoc(s *rowkey.Schema) *doc.RowKeySchema {
	if s == nil {
		return nil
	}
	out := &doc.RowKeySchema{Encoding: string(s.Encoding), Delimiter: s.Delimiter, Fields: make([]doc.RowKeySchemaField,
		len(s.Fields))}
	for i, f := range s.Fields {
		out.Fields[i] = doc.RowKeySchemaField{Name: f.Name, Type: f.Type, Encoding: f.Encoding}
	}
	return out
}

func schemaFamilyDocs(families []sample.Family) []doc.SchemaFamily {
	out := make([]doc.SchemaFamily, len(families))
	for i, f := range families {
		out[i] = doc.SchemaFamily{Family: f.Name, GCRule: f.GC.String(), Aggregate: f.Aggregate}
	}
	return out
}

func layoutCheckDocs(in Input) []doc.LayoutCheck {
	all := checks(in)
	out := make([]doc.LayoutCheck, len(all))
	for i, check := range all {
		out[i].Of = check.of
		if check.err != nil {
			out[i].Error = check.err.Error()
			continue
		}
		fit := &doc.LayoutFit{Keys: check.found.Keys, Fit: check.found.Fit, Failing: check.found.Failing(),
			FailingBound: max(check.bound, 0),
			Misfits:      make([]doc.Misfit, len(check.found.Misfits))}
		for index, misfit := range check.found.Misfits {
			fit.Misfits[index].Key = misfit.Key
			if misfit.Err != nil {
				reason := &doc.MisfitReason{At: misfit.Err.Offset, Reason: misfit.Err.Reason}
				if misfit.Err.Segment != nil {
					reason.Segment = misfit.Err.Segment.Name
				}
				fit.Misfits[index].MisfitReason = reason
			}
		}
		out[i].LayoutFit = fit
	}
	return out
}
