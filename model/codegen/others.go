package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// python writes Python 3.
type python struct{}

func (python) text(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r > 0xFFFF {
			fmt.Fprintf(&b, `\U%08x`, r)
			continue
		}
		quoted := escaped(string(r))
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return `"` + b.String() + `"`
}
func (python) param(name string) string { return snake(name) }
func (python) decimal(n string, width int64) string {
	if width == 0 {
		return "str(" + n + ")"
	}
	return fmt.Sprintf("str(%s).zfill(%d)", n, width)
}
func (python) divide(n string, by int64) string  { return fmt.Sprintf("(%s // %d)", n, by) }
func (python) minus(from int64, n string) string { return fmt.Sprintf("(%d - %s)", from, n) }
func (python) floored(n string, step, offset int64) string {
	return fmt.Sprintf("((%s - (%d)) // %d * %d + (%d))", n, offset, step, step, offset)
}
func (python) date(n string, tokens []string) string {
	return fmt.Sprintf("_date(%s, [%s])", n, quotedList(tokens))
}
func (python) salted(hash string, args []string, n int64) string {
	return fmt.Sprintf(`str(int.from_bytes(_digest("%s", %s), "big") %% %d).zfill(%d)`, hash, strings.Join(args, " + "),
		n, width(n))
}
func (python) hashed(hash string, args []string, n int64) string {
	return fmt.Sprintf(`_digest("%s", %s).hex()[:%d]`, hash, strings.Join(args, " + "), n)
}
func (python) turned(s string) string { return "(" + s + ")[::-1]" }
func (python) labels(s string) string { return `".".join(` + s + `.split(".")[::-1])` }
func (python) join(parts []string) string {
	return "(" + strings.Join(parts, " + ") + `).encode("utf-8")`
}
func (python) file(f *Function, body, calls string) string {
	var out strings.Builder
	if strings.Contains(calls, "_digest(") {
		out.WriteString("import hashlib\nimport zlib\n\n\ndef _digest(name, text):\n    data = " +
			"text.encode(\"utf-8\")\n    if name == \"crc32\":\n" +
			"        return zlib.crc32(data).to_bytes(4, \"big\")\n    return hashlib.new(name, data).digest()\n\n\n")
	}
	if strings.Contains(calls, "_date(") {
		out.WriteString(`from datetime import datetime, timedelta


def _date(ms, form):
    t = datetime(1970, 1, 1) + timedelta(milliseconds=ms)
    fields = {"2006": "%04d" % t.year, "01": "%02d" % t.month, "02": "%02d" % t.day, "15": "%02d" % t.hour,
              "04": "%02d" % t.minute, "05": "%02d" % t.second, "000": "%03d" % (t.microsecond // 1000)}
    return "".join(fields.get(part, part) for part in form)


`)
	}
	var params []string
	for _, p := range f.Params {
		params = append(params, snake(p.Name))
	}
	comment := f.comment("# ")
	for _, p := range f.Params {
		comment = strings.Replace(comment, "  "+p.Name+":", "  "+snake(p.Name)+":", 1)
	}
	fmt.Fprintf(&out, "%sdef row_key(%s):\n    return %s\n", comment, strings.Join(params, ", "), body)
	return out.String()
}

// snake spells a name with underscores.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func quotedList(list []string) string {
	var out []string
	for _, s := range list {
		out = append(out, strconv.Quote(s))
	}
	return strings.Join(out, ", ")
}

// javascript writes JavaScript for Node. Numbers are BigInts, since a number of JavaScript has 53 bits.
type javascript struct{}

func (javascript) text(s string) string     { return escaped(s) }
func (javascript) param(name string) string { return name }
func (javascript) decimal(n string, width int64) string {
	return fmt.Sprintf(`(%s).toString().padStart(%d, "0")`, n, width)
}
func (javascript) divide(n string, by int64) string  { return fmt.Sprintf("floorDiv(%s, %dn)", n, by) }
func (javascript) minus(from int64, n string) string { return fmt.Sprintf("(%dn - %s)", from, n) }
func (javascript) floored(n string, step, offset int64) string {
	return fmt.Sprintf("(floorDiv(%s - (%dn), %dn) * %dn + (%dn))", n, offset, step, step, offset)
}
func (javascript) date(n string, tokens []string) string {
	return fmt.Sprintf("date(%s, [%s])", n, quotedList(tokens))
}
func (javascript) salted(hash string, args []string, n int64) string {
	return fmt.Sprintf(`(BigInt("0x" + digest("%s", %s)) %% %dn).toString().padStart(%d, "0")`, hash,
		strings.Join(args, " + "), n, width(n))
}
func (javascript) hashed(hash string, args []string, n int64) string {
	return fmt.Sprintf(`digest("%s", %s).slice(0, %d)`, hash, strings.Join(args, " + "), n)
}
func (javascript) turned(s string) string { return "Array.from(" + s + `).reverse().join("")` }
func (javascript) labels(s string) string { return s + `.split(".").reverse().join(".")` }
func (javascript) join(parts []string) string {
	return `Buffer.from("" + ` + strings.Join(parts, " + ") + `, "utf8")`
}
func (javascript) file(f *Function, body, calls string) string {
	var out strings.Builder
	out.WriteString("'use strict';\n\n")
	if strings.Contains(calls, "digest(") {
		out.WriteString(`const crypto = require('crypto');

function digest(name, text) {
  const data = Buffer.from(text, 'utf8');
  if (name !== 'crc32') return crypto.createHash(name).update(data).digest('hex');
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

`)
	}
	if strings.Contains(calls, "floorDiv(") {
		out.WriteString("function floorDiv(a, b) {\n  const q = a / b;\n  return a % b < 0n ? q - 1n : q;\n}\n\n")
	}
	if strings.Contains(calls, "date(") {
		out.WriteString(`function date(ms, form) {
  const t = new Date(Number(ms));
  const pad = (n, w) => String(n).padStart(w, '0');
  const fields = {
    '2006': pad(t.getUTCFullYear(), 4), '01': pad(t.getUTCMonth() + 1, 2), '02': pad(t.getUTCDate(), 2),
    '15': pad(t.getUTCHours(), 2), '04': pad(t.getUTCMinutes(), 2), '05': pad(t.getUTCSeconds(), 2),
    '000': pad(t.getUTCMilliseconds(), 3),
  };
  return form.map((part) => fields[part] ?? part).join('');
}

`)
	}
	var params []string
	var big strings.Builder
	if slices.ContainsFunc(f.Params, func(p Param) bool { return p.Kind != TextParam }) {
		out.WriteString(`// A number of JavaScript is exact up to 2^53: beyond, a BigInt or a string of digits is wanted.
function whole(n, name) {
  if (typeof n === 'number' && !Number.isSafeInteger(n)) throw new RangeError(name + ' is no exact whole number: pass a BigInt');
  return BigInt(n);
}

`)
	}
	for _, p := range f.Params {
		params = append(params, p.Name)
		if p.Kind != TextParam {
			fmt.Fprintf(&big, "  %s = whole(%s, '%s');\n", p.Name, p.Name, p.Name)
		}
	}
	fmt.Fprintf(&out, "%sfunction rowKey(%s) {\n%s  return %s;\n}\n\nmodule.exports = { rowKey };\n", f.comment("// "),
		strings.Join(params, ", "), big.String(), body)
	return out.String()
}

// java writes Java 11.
type java struct{}

func (java) text(s string) string     { return escapedJava(s) }
func (java) param(name string) string { return name }
func (java) decimal(n string, width int64) string {
	if width == 0 {
		return "Long.toString(" + n + ")"
	}
	return fmt.Sprintf(`String.format(Locale.ROOT, "%%0%dd", %s)`, width, n)
}
func (java) divide(n string, by int64) string  { return fmt.Sprintf("Math.floorDiv(%s, %dL)", n, by) }
func (java) minus(from int64, n string) string { return fmt.Sprintf("(%dL - %s)", from, n) }
func (java) floored(n string, step, offset int64) string {
	return fmt.Sprintf("(Math.floorDiv(%s - (%dL), %dL) * %dL + (%dL))", n, offset, step, step, offset)
}
func (java) date(n string, tokens []string) string {
	return fmt.Sprintf("date(%s, %s)", n, quotedList(tokens))
}
func (java) salted(hash string, args []string, n int64) string {
	return fmt.Sprintf(`String.format(Locale.ROOT, "%%0%dd", new BigInteger(1, digest("%s", %s)).mod(BigInteger.valueOf(%dL)))`, width(n), hash, strings.Join(args, " + "), n)
}
func (java) hashed(hash string, args []string, n int64) string {
	return fmt.Sprintf(`hex(digest("%s", %s), %d)`, hash, strings.Join(args, " + "), n)
}
func (java) turned(s string) string { return "new StringBuilder(" + s + ").reverse().toString()" }
func (java) labels(s string) string { return "reverseLabels(" + s + ")" }
func (java) join(parts []string) string {
	return `("" + ` + strings.Join(parts, " + ") + ").getBytes(StandardCharsets.UTF_8)"
}

// escapedJava writes control characters in octal: the compiler reads \u000a as the end of the line that it is.
func escapedJava(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < ' ' || r == 0x7F || r == '"' || r == '\\' {
			fmt.Fprintf(&b, `\%03o`, r)
			continue
		}
		quoted := escaped(string(r))
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return `"` + b.String() + `"`
}

func (java) file(f *Function, body, calls string) string {
	var params []string
	for _, p := range f.Params {
		kind := "long "
		if p.Kind == TextParam {
			kind = "String "
		}
		params = append(params, kind+p.Name)
	}
	code := ""
	if strings.Contains(calls, "digest(") {
		code += `
  private static byte[] digest(String name, String text) {
    byte[] data = text.getBytes(StandardCharsets.UTF_8);
    if (name.equals("crc32")) {
      CRC32 crc = new CRC32();
      crc.update(data);
      return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    }
    try {
      String algorithm = name.equals("md5") ? "MD5" : name.equals("sha1") ? "SHA-1" : "SHA-256";
      return MessageDigest.getInstance(algorithm).digest(data);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String hex(byte[] digest, int digits) {
    StringBuilder out = new StringBuilder();
    for (byte b : digest) out.append(String.format("%02x", b));
    return out.substring(0, Math.min(digits, out.length()));
  }
`
	}
	if strings.Contains(calls, "date(") {
		code += `
  private static String date(long ms, String... form) {
    ZonedDateTime t = Instant.ofEpochMilli(ms).atZone(ZoneOffset.UTC);
    StringBuilder out = new StringBuilder();
    for (String part : form) {
      switch (part) {
        case "2006": out.append(String.format(Locale.ROOT, "%04d", t.getYear())); break;
        case "01": out.append(String.format(Locale.ROOT, "%02d", t.getMonthValue())); break;
        case "02": out.append(String.format(Locale.ROOT, "%02d", t.getDayOfMonth())); break;
        case "15": out.append(String.format(Locale.ROOT, "%02d", t.getHour())); break;
        case "04": out.append(String.format(Locale.ROOT, "%02d", t.getMinute())); break;
        case "05": out.append(String.format(Locale.ROOT, "%02d", t.getSecond())); break;
        case "000": out.append(String.format(Locale.ROOT, "%03d", t.getNano() / 1000000)); break;
        default: out.append(part);
      }
    }
    return out.toString();
  }
`
	}
	if strings.Contains(calls, "reverseLabels(") {
		code += `
  private static String reverseLabels(String name) {
    List<String> labels = Arrays.asList(name.split("\\.", -1));
    Collections.reverse(labels);
    return String.join(".", labels);
  }
`
	}
	return "import java.math.BigInteger;\nimport java.nio.ByteBuffer;\nimport " +
		"java.nio.charset.StandardCharsets;\nimport java.security.MessageDigest;\n" +
		"import java.security.NoSuchAlgorithmException;\nimport java.time.Instant;\nimport " +
		"java.time.ZoneOffset;\nimport java.time.ZonedDateTime;\nimport java.util.Arrays;\n" +
		"import java.util.Collections;\nimport java.util.List;\nimport java.util.Locale;\nimport " +
		"java.util.zip.CRC32;\n\n" +
		"public final class RowKey {\n" + f.comment("  // ") + "  public static byte[] build(" +
		strings.Join(params, ", ") + ") {\n    return " + body + ";\n  }\n" + code + "}\n"
}
