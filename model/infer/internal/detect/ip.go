package detect

import (
	"net/netip"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// privateIP reports whether most values begin like addresses of private networks (RFC 1918), and that they vary at
// their end.
func privateIP(s *column.Summary) bool {
	private := s.Share(func(v []byte) bool {
		return len(v) == 4 && (v[0] == 10 || v[0] == 192 && v[1] == 168 || v[0] == 172 && v[1]&0xf0 == 16)
	})
	if private*10 < s.N*7 || s.Distinct < 8 {
		return false
	}
	first, _ := s.CountAt(0)
	second, _ := s.CountAt(1)
	last, _ := s.CountAt(3)
	if first[10] >= column.Most(s.N) && column.Entropy(second[:], s.N) > mostNetworks {
		// a constant byte and bytes of any kind; newline, 0a, is the tag of the first field of protocol buffers
		return false
	}
	return column.Entropy(last[:], s.N) > lastByteEntropy
}

// mostNetworks is the entropy of the second byte of addresses that all begin with 10, in bits: 16 networks of /16 have
// 4.
const mostNetworks = 4.0

// ip reads IP addresses as text.
func (e *Reader) ip(s *column.Summary) (Reading, bool) {
	const ofAddresses = column.Digit | column.Dot | column.HexLower | column.HexUpper | column.Punct
	if s.All&(column.Dot|column.Punct) == 0 || s.All&^ofAddresses != 0 || !s.Nearly(IsIP) {
		return Reading{}, false
	}
	return Reading{Typ: rowkey.IP, Spec: "ip", Bits: min(order0(s), positions(s)), Solid: true, Strong: true}, true
}

// IsIP reports whether v is an IPv4 or IPv6 address as text.
func IsIP(v []byte) bool {
	if len(v) < 3 || len(v) > 39 {
		return false
	}
	_, err := netip.ParseAddr(string(v))
	return err == nil
}
