package keygrammar

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"

	"tabletop/model/rowkey"
)

// builtins returns what the files of parts can use without defining it, by name.
func builtins() map[string]any {
	all := map[string]any{}
	for _, group := range []map[string]any{
		fieldBuiltins(), layoutBuiltins(), worldBuiltins(), typeBuiltins(), textBuiltins(), numberBuiltins(),
	} {
		maps.Copy(all, group)
	}
	return all
}

// fieldBuiltins are fields, and how their values are drawn.
func fieldBuiltins() map[string]any {
	return map[string]any{
		"Words": Words, "Choice": Choice, "Made": Made, "Typed": Typed, "Fresh": Fresh,
		"Decimal": Decimal, "Padded": Padded, "Binary": Binary, "HexNumber": HexNumber, "Ordered": Ordered,
		"RandomID": RandomID, "RandomBytes": RandomBytes, "UUID": UUID, "Base64": Base64,
		"Time": Time, "Calendar": Calendar, "Epoch": Epoch, "EpochBinary": EpochBinary, "Bucket": Bucket,
		"Reversed": Reversed, "ReversedBinary": ReversedBinary,
		"Named": Named, "Numbered": Numbered, "Tagged": Tagged, "DigitsOf": NewDigits,
		"Constant": Constant, "Beside": Beside, "Free": Free, "Amount": Amount, "Spread": Spread,
		"Code": Code, "Serial": Serial, "Pattern": Pattern, "Word": Word, "Maybe": Maybe,
		"ByEntity": Draw(ByEntity), "Group": Draw(Group), "Evenly": Draw(Evenly), "Skewed": Draw(Skewed),
		"Counting": Draw(Counting),
	}
}

// layoutBuiltins are parts of keys, record kinds, and productions.
func layoutBuiltins() map[string]any {
	return map[string]any{
		"Lit": Lit, "Of": Of, "Joined": Joined, "Lengths": Lengths, "Struct": Struct, "Sized": Sized, "Key": Key,
		"Salt": Salt, "Digest": Digest, "Only": One, "Some": Some, "Flat": Flat, "Packed": Packed, "Plan": Plan,
		"Prompt": Clock(Prompt), "Late": Clock(Late), "Loaded": Clock(Loaded), "Unwritten": Clock(Unwritten),
		"Exact": Clock(Exact),
	}
}

// worldBuiltins are draws. The world is passed on.
func worldBuiltins() map[string]any {
	return map[string]any{
		"IntN": (*World).IntN, "Int64N": (*World).Int64N, "Uint32N": (*World).Uint32N, "Float64": (*World).Float64,
		"Perm": (*World).Perm, "Shuffle": (*World).Shuffle, "One": (*World).One, "Letters": (*World).Letters,
		"Bytes": (*World).Bytes, "Syllables": (*World).Syllables, "Choose": (*World).Choose,
		"Among": func(w *World, from ...any) any { return from[w.IntN(len(from))] },
	}
}

// typeBuiltins are types and units of segments.
func typeBuiltins() map[string]any {
	all := map[string]any{}
	for name, typ := range map[string]rowkey.Type{
		"Text": rowkey.Text, "Enum": rowkey.Enum, "IntDecimal": rowkey.IntDecimal, "IntPadded": rowkey.IntPadded,
		"IntBE": rowkey.IntBE, "Timestamp": rowkey.Timestamp, "UUID": rowkey.UUID, "ULID": rowkey.ULID,
		"Hex":  rowkey.Hex,
		"Hash": rowkey.Hash, "Salt": rowkey.Salt, "Bytes": rowkey.Bytes, "OrderedCode": rowkey.OrderedCode,
		"Email": rowkey.Email, "Domain": rowkey.Domain, "URL": rowkey.URL, "IP": rowkey.IP, "Geohash": rowkey.Geohash,
		"JSON": rowkey.JSON,
	} {
		all["rowkey."+name] = typ
	}
	for name, u := range map[string]rowkey.Unit{
		"Nanosecond": rowkey.Nanosecond, "Microsecond": rowkey.Microsecond, "Millisecond": rowkey.Millisecond,
		"Second": rowkey.Second, "Minute": rowkey.Minute, "Hour": rowkey.Hour, "Day": rowkey.Day, "Week": rowkey.Week,
		"Month": rowkey.Month, "Year": rowkey.Year,
	} {
		all["rowkey."+name] = u
	}
	return all
}

// textBuiltins are functions of Go on text.
func textBuiltins() map[string]any {
	return map[string]any{
		"fmt.Sprint": fmt.Sprint, "fmt.Sprintf": fmt.Sprintf, "strconv.Itoa": strconv.Itoa,
		"strconv.Atoi": strconv.Atoi, "strconv.FormatInt": strconv.FormatInt, "strings.Fields": strings.Fields,
		"strings.Split": strings.Split,
		"strings.Join":  strings.Join, "strings.Contains": strings.Contains,
		"strings.ContainsAny": strings.ContainsAny, "strings.ContainsRune": strings.ContainsRune,
		"strings.HasPrefix": strings.HasPrefix, "strings.Index": strings.Index,
		"strings.Compare": strings.Compare,
		"strings.ToUpper": strings.ToUpper, "strings.ToLower": strings.ToLower, "strings.Trim": strings.Trim,
		"strings.TrimLeft": strings.TrimLeft, "strings.TrimRight": strings.TrimRight, "strings.Repeat": strings.Repeat,
		"strings.Replace": strings.Replace, "strings.ReplaceAll": strings.ReplaceAll, "strings.Map": strings.Map,
		"hex.EncodeToString": hex.EncodeToString, "json.Marshal": json.Marshal,
		"base32.StdEncoding": base32.StdEncoding, "base32.HexEncoding": base32.HexEncoding,
		"base32.NoPadding":   base32.NoPadding,
		"base64.StdEncoding": base64.StdEncoding, "base64.RawURLEncoding": base64.RawURLEncoding,
	}
}

// numberBuiltins are numbers and times.
func numberBuiltins() map[string]any {
	return map[string]any{
		"BE": BE, "Pow10": Pow10, "math.MaxInt64": int64(math.MaxInt64), "math.MaxUint64": uint64(math.MaxUint64),
		"math.MaxInt32": math.MaxInt32, "math.MaxUint32": math.MaxUint32, "math.Float64bits": math.Float64bits,
		"math.Float32bits": math.Float32bits, "math.Pow10": math.Pow10, "big.NewInt": big.NewInt,
		"time.Minute": time.Minute, "time.Hour": time.Hour,
		"time.UTC": time.UTC, "time.FixedZone": time.FixedZone, "time.Date": time.Date,
	}
}

// builtinTypes are the types that literals and conversions in the files of parts name.
func builtinTypes() map[string]reflect.Type {
	return map[string]reflect.Type{
		"Field": reflect.TypeFor[Field](), "Fields": reflect.TypeFor[Fields](), "Value": reflect.TypeFor[Value](),
		"Part": reflect.TypeFor[Part](), "Kind": reflect.TypeFor[Kind](), "Production": reflect.TypeFor[Production](),
		"Grammar": reflect.TypeFor[Grammar](), "Clock": reflect.TypeFor[Clock](), "Draw": reflect.TypeFor[Draw](),
		"Maker": reflect.TypeFor[Maker](), "rowkey.Type": reflect.TypeFor[rowkey.Type](),
		"rowkey.Unit": reflect.TypeFor[rowkey.Unit](), "time.Duration": reflect.TypeFor[time.Duration](),
		"big.Int": reflect.TypeFor[big.Int](),
	}
}
