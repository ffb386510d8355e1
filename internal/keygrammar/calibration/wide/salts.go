package wide

import (
	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// accepting gives a part more types that are right.
func accepting(p kg.Part, types ...rowkey.Type) kg.Part {
	f := p.Field.Accepting(types...)
	p.Field = &f
	return p
}

// salt is a bucket in front, of a hash of other fields that is known or not. Where it is not known, a number is right.
func salt(of ...string) partMaker {
	return func(w *kg.World) kg.Part {
		n, form := kg.Among(w, 4, 6, 12, 16, 32, 50, 100, 256), w.One("%d", "%02d", "%03d", "%x", "%02x")
		if w.IntN(2) == 0 {
			return accepting(kg.Salt(w.One("crc32", "java", "fnv1a"), n, form, of...), hexBucket(form)...)
		}
		return accepting(kg.Salt("seeded", n, form, of...), append(hexBucket(form), rowkey.IntPadded, rowkey.IntDecimal, rowkey.Enum)...)
	}
}

// hexBucket returns the types that a salt in hexadecimal digits has too: it looks like the start of a digest.
func hexBucket(form string) []rowkey.Type {
	if form[len(form)-1] == 'x' {
		return []rowkey.Type{rowkey.Hex, rowkey.Hash}
	}
	return nil
}

// saltByte is a salt of one byte, which is a number as well, or the first byte of a digest.
func saltByte(of ...string) partMaker {
	return func(w *kg.World) kg.Part {
		return accepting(kg.Salt(w.One("crc32", "java", "fnv1a", "seeded"), kg.Among(w, 4, 10, 20, 64, 256), "", of...), rowkey.IntBE, rowkey.Bytes, rowkey.Hash)
	}
}

// shard is a bucket drawn for each row, of which nothing can be known.
func shard(w *kg.World, _ string) kg.Field {
	n := kg.Among(w, 4, 8, 10, 16, 32, 100)
	return kg.Among(w, kg.Decimal("shard", 0, n-1, kg.Evenly), kg.Padded("shard", kg.Among(w, 2, 3, 4), n, kg.Evenly)).Accepting(rowkey.Salt, rowkey.Enum, rowkey.IntDecimal)
}

// shardByte is such a bucket in one byte.
func shardByte(w *kg.World, _ string) kg.Field {
	return kg.Binary("shard", 1, kg.Among(w, 4, 8, 16, 64), false, kg.Evenly).Accepting(rowkey.Salt, rowkey.Bytes, rowkey.Enum)
}

// front are the first digits of a digest of another field.
func front(of string) partMaker {
	return func(w *kg.World) kg.Part {
		width := kg.Among(w, 2, 3, 4, 6, 8, 10)
		p := kg.Digest(w.One("md5", "sha1", "sha256"), width, false, of)
		if width < 4 {
			return accepting(p, rowkey.Salt)
		}
		return p
	}
}

// rawFront are the first bytes of a digest of another field.
func rawFront(of string) partMaker {
	return func(w *kg.World) kg.Part {
		width := kg.Among(w, 1, 2, 4, 4, 8, 16)
		p := kg.Digest(w.One("md5", "md5", "sha1", "sha256"), width, true, of)
		if width < 4 {
			return accepting(p, rowkey.Salt)
		}
		return p
	}
}
