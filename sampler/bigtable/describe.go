package bigtable

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"google.golang.org/grpc/metadata"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// getTable requests the schema. It reads the generated message, because the types of the Go client truncate ages to
// seconds and omit several value types. That of an authorized view is its table's; a materialized view has none.
func (s *source) getTable(ctx context.Context) (*adminpb.Table, error) {
	if isMaterialized(s.name) {
		return &adminpb.Table{}, nil
	}
	name := s.in.path() + "/tables/" + s.table()
	ctx = metadata.AppendToOutgoingContext(ctx, "x-goog-request-params", "name="+escape(name))
	var t *adminpb.Table
	err := s.in.retry.Call(ctx, func() (err error) {
		t, err = adminpb.NewBigtableTableAdminClient(s.in.admin).GetTable(ctx, &adminpb.GetTableRequest{Name: name,
			View: adminpb.Table_SCHEMA_VIEW})
		return err
	})
	return t, err
}

func (s *source) fill(t *sample.Table, p *adminpb.Table) {
	for name, f := range p.ColumnFamilies {
		family := sample.Family{Name: name, GC: gcRule(f.GcRule)}
		family.Aggregate, family.ValueType = valueType(f.ValueType)
		t.Families = append(t.Families, family)
	}
	slices.SortFunc(t.Families, func(a, b sample.Family) int { return cmp.Compare(a.Name, b.Name) })
	t.KeySchema = keySchema(p.RowKeySchema)
	t.Micros = p.Granularity == adminpb.Table_MICROS
	t.Protected = p.DeletionProtection
}

func gcRule(r *adminpb.GcRule) sample.GCRule {
	children := func(list []*adminpb.GcRule) []sample.GCRule {
		out := make([]sample.GCRule, len(list))
		for i, c := range list {
			out[i] = gcRule(c)
		}
		return out
	}
	switch getRule := r.GetRule().(type) {
	case *adminpb.GcRule_MaxNumVersions:
		return sample.GCRule{Kind: sample.GCMaxVersions, Versions: int(getRule.MaxNumVersions)}
	case *adminpb.GcRule_MaxAge:
		return sample.GCRule{Kind: sample.GCMaxAge, Age: getRule.MaxAge.AsDuration()}
	case *adminpb.GcRule_Union_:
		return sample.GCRule{Kind: sample.GCUnion, Children: children(getRule.Union.GetRules())}
	case *adminpb.GcRule_Intersection_:
		return sample.GCRule{Kind: sample.GCIntersection, Children: children(getRule.Intersection.GetRules())}
	}
	return sample.GCRule{}
}

// valueType returns the aggregate of a family, if any, and its declared type in words; both are empty for plain bytes.
func valueType(t *adminpb.Type) (aggregate, words string) {
	if type_Aggregate := t.GetAggregateType(); type_Aggregate != nil {
		switch type_Aggregate.Aggregator.(type) {
		case *adminpb.Type_Aggregate_Sum_:
			aggregate = "sum"
		case *adminpb.Type_Aggregate_Min_:
			aggregate = "min"
		case *adminpb.Type_Aggregate_Max_:
			aggregate = "max"
		case *adminpb.Type_Aggregate_HllppUniqueCount:
			aggregate = "hll"
		}
		return aggregate, fmt.Sprintf("%s of %s", aggregate, cmp.Or(typeWord(type_Aggregate.GetInputType()), "bytes"))
	}
	return "", typeWord(t)
}

func typeWord(t *adminpb.Type) string {
	switch getKind := t.GetKind().(type) {
	case *adminpb.Type_StringType:
		return "string"
	case *adminpb.Type_Int64Type:
		return "int64"
	case *adminpb.Type_Float32Type:
		return "float32"
	case *adminpb.Type_Float64Type:
		return "float64"
	case *adminpb.Type_BoolType:
		return "bool"
	case *adminpb.Type_TimestampType:
		return "timestamp"
	case *adminpb.Type_DateType:
		return "date"
	case *adminpb.Type_StructType:
		return "struct"
	case *adminpb.Type_ArrayType:
		return "array of " + cmp.Or(typeWord(getKind.ArrayType.GetElementType()), "bytes")
	case *adminpb.Type_MapType:
		return "map of " + cmp.Or(typeWord(getKind.MapType.GetKeyType()), "bytes") + " to " +
			cmp.Or(typeWord(getKind.MapType.GetValueType()), "bytes")
	case *adminpb.Type_ProtoType:
		return "proto " + getKind.ProtoType.GetMessageName()
	case *adminpb.Type_EnumType:
		return "enum " + getKind.EnumType.GetEnumName()
	}
	return "" // bytes, or nothing declared
}

func keySchema(t *adminpb.Type_Struct) *rowkey.Schema {
	if t == nil {
		return nil
	}
	schema := &rowkey.Schema{}
	switch k := t.GetEncoding().GetEncoding().(type) {
	case *adminpb.Type_Struct_Encoding_Singleton_:
		schema.Encoding = rowkey.Singleton
	case *adminpb.Type_Struct_Encoding_DelimitedBytes_:
		schema.Encoding, schema.Delimiter = rowkey.DelimitedBytes, k.DelimitedBytes.GetDelimiter()
	case *adminpb.Type_Struct_Encoding_OrderedCodeBytes_:
		schema.Encoding = rowkey.OrderedStruct
	}
	for _, f := range t.Fields {
		field := rowkey.SchemaField{Name: f.FieldName}
		field.Type, field.Encoding = fieldType(f.Type)
		schema.Fields = append(schema.Fields, field)
	}
	return schema
}

func fieldType(t *adminpb.Type) (kind, encoding string) {
	switch getKind := t.GetKind().(type) {
	case *adminpb.Type_StringType:
		return "string", "utf8"
	case *adminpb.Type_BytesType:
		return "bytes", "raw"
	case *adminpb.Type_Int64Type:
		return "int64", intEncoding(getKind.Int64Type.GetEncoding())
	case *adminpb.Type_TimestampType:
		return "timestamp", "unix_micros_" + intEncoding(getKind.TimestampType.GetEncoding().GetUnixMicrosInt64())
	}
	return strings.TrimSpace(typeWord(t)), ""
}

func intEncoding(e *adminpb.Type_Int64_Encoding) string {
	if e.GetOrderedCodeBytes() != nil {
		return "ordered_code"
	}
	return "big_endian"
}
