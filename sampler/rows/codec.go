package rows

import (
	"fmt"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
)

// Codec is the gRPC codec of a ReadRows stream that is received into a Decoder: requests are ordinary messages, and a
// received frame is parsed in place. Pass it to the call with grpc.ForceCodecV2.
type Codec struct{}

// Name returns the name of the protocol buffer codec, because protocol buffers are on the wire.
func (Codec) Name() string { return "proto" }

// Marshal writes the request.
func (Codec) Marshal(v any) (mem.BufferSlice, error) {
	message, ok := v.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("cannot send %T", v)
	}
	b, err := proto.Marshal(message)
	if err != nil {
		return nil, err
	}
	return mem.BufferSlice{mem.SliceBuffer(b)}, nil
}

// Unmarshal passes a frame to the Decoder, which copies what it keeps: gRPC reuses the bytes afterward.
func (Codec) Unmarshal(data mem.BufferSlice, v any) error {
	decoder, ok := v.(*Decoder)
	if !ok {
		return fmt.Errorf("cannot receive into %T", v)
	}
	if len(data) == 1 {
		return decoder.Frame(data[0].ReadOnlyData())
	}
	whole := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer whole.Free()
	return decoder.Frame(whole.ReadOnlyData())
}
