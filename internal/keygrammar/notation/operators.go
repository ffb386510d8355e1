package notation

import (
	"go/ast"
	"go/token"
	"reflect"
)

func (s *scope) unary(expr *ast.UnaryExpr) reflect.Value {
	if expr.Op == token.AND {
		v := s.place(expr.X)
		return v.Addr()
	}
	value := s.eval(expr.X)
	switch expr.Op {
	case token.NOT:
		return reflect.ValueOf(!value.Bool())
	case token.SUB:
		if value.CanFloat() {
			return reflect.ValueOf(-value.Float()).Convert(value.Type())
		}
		return fromInteger(-integer(value), value.Type())
	case token.XOR:
		return fromInteger(^integer(value), value.Type())
	}
	s.wrong(expr, "no operator %s", expr.Op)
	return reflect.Value{}
}

// integer returns the bits of an integer.
func integer(v reflect.Value) int64 {
	if v.CanUint() {
		return int64(v.Uint())
	}
	return v.Int()
}

func fromInteger(n int64, of reflect.Type) reflect.Value { return reflect.ValueOf(n).Convert(of) }

func (s *scope) binary(expr *ast.BinaryExpr) reflect.Value {
	left := s.eval(expr.X)
	if expr.Op == token.LAND || expr.Op == token.LOR {
		if left.Bool() == (expr.Op == token.LOR) {
			return left
		}
		return s.eval(expr.Y)
	}
	right := s.eval(expr.Y)
	if expr.Op != token.SHL && expr.Op != token.SHR {
		left, right = sameType(left, right)
	}
	return s.operate(expr, expr.Op, left, right)
}

// sameType returns two values as of one type: a plain number as of the type of the other.
func sameType(left, right reflect.Value) (reflect.Value, reflect.Value) {
	plain := reflect.TypeFor[int]()
	switch {
	case left.Type() == right.Type():
	case left.Type() == plain, left.CanInt() && right.CanFloat():
		left = left.Convert(right.Type())
	case right.CanInt(), right.CanUint(), right.CanFloat(), right.Kind() == reflect.String:
		right = right.Convert(left.Type())
	}
	return left, right
}

// operate returns left op right, of the type of left.
func (s *scope) operate(at ast.Node, op token.Token, left, right reflect.Value) reflect.Value {
	switch {
	case left.Kind() == reflect.Bool:
		return reflect.ValueOf((left.Bool() == right.Bool()) == (op == token.EQL))
	case left.Kind() == reflect.String:
		if op == token.ADD {
			return reflect.ValueOf(left.String() + right.String()).Convert(left.Type())
		}
		return s.compare(at, op, left.String() < right.String(), left.String() == right.String())
	case left.CanFloat():
		return s.floats(at, op, left, right)
	case left.CanInt(), left.CanUint():
		return s.integers(at, op, left, right)
	}
	s.wrong(at, "no operator %s of %s", op, left.Type())
	return reflect.Value{}
}

func (s *scope) compare(at ast.Node, op token.Token, less, equal bool) reflect.Value {
	switch op {
	case token.EQL:
		return reflect.ValueOf(equal)
	case token.NEQ:
		return reflect.ValueOf(!equal)
	case token.LSS:
		return reflect.ValueOf(less)
	case token.LEQ:
		return reflect.ValueOf(less || equal)
	case token.GTR:
		return reflect.ValueOf(!less && !equal)
	case token.GEQ:
		return reflect.ValueOf(!less)
	}
	s.wrong(at, "no operator %s", op)
	return reflect.Value{}
}

func (s *scope) floats(at ast.Node, op token.Token, left, right reflect.Value) reflect.Value {
	sum, by := left.Float(), right.Float()
	switch op {
	case token.ADD:
		sum += by
	case token.SUB:
		sum -= by
	case token.MUL:
		sum *= by
	case token.QUO:
		sum /= by
	default:
		return s.compare(at, op, sum < by, sum == by)
	}
	return reflect.ValueOf(sum).Convert(left.Type())
}

func (s *scope) integers(at ast.Node, op token.Token, left, right reflect.Value) reflect.Value {
	sum, by := integer(left), integer(right)
	signed := left.CanInt()
	switch op {
	case token.ADD:
		sum += by
	case token.SUB:
		sum -= by
	case token.MUL:
		sum *= by
	case token.AND:
		sum &= by
	case token.OR:
		sum |= by
	case token.XOR:
		sum ^= by
	case token.SHL:
		sum <<= by
	case token.QUO, token.REM, token.SHR:
		sum = divided(op, sum, by, signed)
	default:
		less := sum < by
		if !signed {
			less = uint64(sum) < uint64(by)
		}
		return s.compare(at, op, less, sum == by)
	}
	return fromInteger(sum, left.Type())
}

// divided returns a quotient, a remainder or a shift to the right: these depend on the sign.
func divided(op token.Token, x, y int64, signed bool) int64 {
	switch {
	case signed && op == token.QUO:
		return x / y
	case signed && op == token.REM:
		return x % y
	case signed:
		return x >> y
	case op == token.QUO:
		return int64(uint64(x) / uint64(y))
	case op == token.REM:
		return int64(uint64(x) % uint64(y))
	}
	return int64(uint64(x) >> uint64(y))
}
