// Package exportfile writes the rows of a sample as the Dataflow template Cloud_Bigtable_to_GCS_Avro writes those of a
// table, by an Avro library that readers of exports do not use for it.
package exportfile

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"

	"tabletop/model/sample"
)

// Schema is bigtable.avsc of the template.
const Schema = `{
  "name": "BigtableRow", "type": "record", "namespace": "com.google.cloud.teleport.bigtable",
  "fields": [
    {"name": "key", "type": "bytes"},
    {"name": "cells", "type": {"type": "array", "items": {
      "name": "BigtableCell", "type": "record",
      "fields": [
        {"name": "family", "type": "string"},
        {"name": "qualifier", "type": "bytes"},
        {"name": "timestamp", "type": "long", "logicalType": "timestamp-micros"},
        {"name": "value", "type": "bytes"}
      ]}}}
  ]
}`

// Options are how an export is written. The zero value is one file in key order without compression.
type Options struct {
	Shards     int
	Shuffled   bool // the rows are in no order
	Codec      func() ocf.Codec
	BlockBytes int
}

type cell struct {
	Family    string `avro:"family"`
	Qualifier []byte `avro:"qualifier"`
	Timestamp int64  `avro:"timestamp"`
	Value     []byte `avro:"value"`
}

type row struct {
	Key   []byte `avro:"key"`
	Cells []cell `avro:"cells"`
}

// Write writes the rows of a sample into a folder, in shards named part-SSSSS-of-NNNNN.avro, whose names it returns.
// Values of which the sample has the first bytes only are filled with zeros.
func Write(folder string, s *sample.Sample, o Options) (names []string, err error) {
	shards := max(1, o.Shards)
	order := make([]int, s.Rows())
	for i := range order {
		order[i] = i
	}
	if o.Shuffled {
		random := rand.New(rand.NewPCG(1, 2))
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for shard := range shards {
		name := filepath.Join(folder, fmt.Sprintf("part-%05d-of-%05d.avro", shard, shards))
		file, err := os.Create(name)
		if err != nil {
			return nil, err
		}
		part := order[shard*len(order)/shards : (shard+1)*len(order)/shards]
		if err := write(file, s, part, o); err != nil {
			return nil, err
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// File returns the rows of a sample as one file.
func File(s *sample.Sample, o Options) ([]byte, error) {
	var out bytes.Buffer
	order := make([]int, s.Rows())
	for i := range order {
		order[i] = i
	}
	err := write(&out, s, order, o)
	return out.Bytes(), err
}

func write(to io.Writer, s *sample.Sample, rows []int, o Options) error {
	var with []ocf.WriterOpt
	if o.Codec != nil {
		with = append(with, ocf.WithCodec(o.Codec()))
	}
	if o.BlockBytes > 0 {
		with = append(with, ocf.WithBlockBytes(o.BlockBytes))
	}
	out, err := ocf.NewWriter(to, avro.MustParse(Schema), with...)
	if err != nil {
		return err
	}
	for _, number := range rows {
		one := row{Key: s.Key(number)}
		from, end := s.Cells(number)
		for j := from; j < end; j++ {
			found := s.Cell(j)
			column := s.Column(found.Column)
			value := append(bytes.Clone(found.Value), make([]byte, found.Size-len(found.Value))...)
			one.Cells = append(one.Cells, cell{column.Family, []byte(column.Qualifier), found.Micros, value})
		}
		if err := out.Encode(&one); err != nil {
			return err
		}
	}
	return out.Close()
}
