package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/btclient"
	"tabletop/internal/cbtemulator"
	"tabletop/internal/fakebt"
	"tabletop/sampler/embedded"
)

// migration is a table of orders on an emulator, {date}#{order}, and copies of it under {order}#{date} that a program
// made which knows nothing of templates.
type migration struct {
	address string
	admin   *bigtable.AdminClient
	client  *bigtable.Client
	copies  int
}

const (
	orderRows   = 300
	foreignKeys = 7
	orderTime   = 1_790_000_000_000_000
)

// onBothEmulators runs a test on the emulator in the process, and on Google's program where it is installed.
func onBothEmulators(t *testing.T, test func(t *testing.T, m *migration)) {
	t.Helper()
	for name, start := range map[string]func(t *testing.T) string{
		"embedded": func(t *testing.T) string {
			server, err := embedded.Start(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { server.Close() })
			return server.Addr()
		},
		"cbtemulator": func(t *testing.T) string { return cbtemulator.Start(t) },
	} {
		t.Run(name, func(t *testing.T) { test(t, newMigration(t, start(t))) })
	}
}

func newMigration(t *testing.T, address string) *migration {
	t.Helper()
	m := &migration{address: address}
	m.admin, m.client = btclient.Dial(t, address, "p", "i")
	m.write(t, "orders", func(date, order string) string { return date + "#" + order }, 3)
	var keys []string
	var rows []*bigtable.Mutation
	for i := range foreignKeys {
		row := bigtable.NewMutation()
		row.Set("n", "note", orderTime, []byte("typed by hand"))
		keys, rows = append(keys, fmt.Sprintf("odd%d", i)), append(rows, row)
	}
	m.apply(t, "orders", keys, rows)
	return m
}

// write makes a table of the orders. Of the status, of which the policy keeps two, it has so many versions.
func (m *migration) write(t *testing.T, table string, key func(date, order string) string, versions int) {
	t.Helper()
	// With one call, so that an emulator does not begin to collect.
	if err := m.admin.CreateTableFromConf(t.Context(), &bigtable.TableConf{TableID: table,
		ColumnFamilies: map[string]bigtable.Family{"d": {GCPolicy: bigtable.MaxVersionsGCPolicy(2)}, "n": {}}}); err != nil {
		t.Fatal(err)
	}
	var keys []string
	var rows []*bigtable.Mutation
	for i := range orderRows {
		row, at := bigtable.NewMutation(), bigtable.Timestamp(orderTime+i*1_000_000)
		for version, status := range []string{"sent", "paid", "new"}[:versions] {
			row.Set("d", "status", at-bigtable.Timestamp(version*60_000_000), []byte(status))
		}
		row.Set("d", "total", at, fmt.Append(nil, i*17%1000, ".50"))
		row.Set("n", "blob\x00", 0, []byte{0, 0xff, byte(i), byte(i >> 8)})
		keys = append(keys, key(fmt.Sprintf("202611%02d", 1+i%28), fmt.Sprintf("o%05d", i)))
		rows = append(rows, row)
	}
	m.apply(t, table, keys, rows)
}

func (m *migration) apply(t *testing.T, table string, keys []string, rows []*bigtable.Mutation) {
	t.Helper()
	failed, err := m.client.Open(table).ApplyBulk(t.Context(), keys, rows)
	if err != nil || len(failed) > 0 {
		t.Fatal(err, failed)
	}
}

// copied makes another copy, and returns its name. The service has collected the third version there.
func (m *migration) copied(t *testing.T) string {
	t.Helper()
	m.copies++
	name := fmt.Sprintf("copy%d", m.copies)
	m.write(t, name, func(date, order string) string { return order + "#" + date }, 2)
	return name
}

// verified is the JSON of verify, as far as tests look at it.
type verifiedJSON struct {
	Verdict  string
	Old, New struct {
		Rows, Cells                 int64
		Compared_rows               int64
		Compared_cells              int64
		Quarantined_rows            int64
		GC_eligible_cells           int64
		Unreadable_rows, Extra_rows int64
	}
	Differing_buckets int
	Stopped           string
	Partial           bool
	Named             *struct {
		Differences []struct {
			Kind, Key, Family, Qualifier string
			Old_keys                     []string
			Old_timestamp, New_timestamp int64
		}
		Merged_rows int64
	}
}

// verify runs verify with a copy.
func (m *migration) verify(t *testing.T, table string, args ...string) (out, errs string, code int) {
	t.Helper()
	return tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + m.address}, append([]string{"verify", "p/i/orders",
		"p/i/" + table, "--layout", "{order}#{date}"}, args...)...)
}

// verifyJSON is verify with JSON.
func (m *migration) verifyJSON(t *testing.T, table string, want int, args ...string) verifiedJSON {
	t.Helper()
	out, errs, code := m.verify(t, table, append(args, "--format", "json")...)
	var got verifiedJSON
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != want {
		t.Fatalf("%v, exit code %d, want %d: %s\n%s", err, code, want, errs, out)
	}
	return got
}

// TestVerifyACopy verifies that a copy made by another program is proved equal, and of what that is said.
func TestVerifyACopy(t *testing.T) {
	onBothEmulators(t, func(t *testing.T, m *migration) {
		table := m.copied(t)
		for name, args := range map[string][]string{"given": {"--from", "{date:date(20060102)}#{order}"}, "ignore": {"--from",
			"{date}#{order}", "--timestamps", "ignore"}} {
			got := m.verifyJSON(t, table, exitOK, args...)
			if got.Verdict != "equal" || got.Differing_buckets != 0 || got.Named != nil || got.Old.Rows != orderRows+foreignKeys ||
				got.New.Rows != orderRows || got.Old.Compared_rows != orderRows || got.Old.Compared_cells != 4*orderRows ||
				got.New.Compared_cells != 4*orderRows || got.Old.Quarantined_rows != foreignKeys ||
				got.Old.GC_eligible_cells != orderRows || got.New.GC_eligible_cells != 0 {
				t.Errorf("%s: %+v", name, got)
			}
		}
		out, errs, code := m.verify(t, table, "--from", "{date}#{order}")
		for _, want := range []string{"Equal: all that was compared of the old table, 1,200 cells of 300 rows, is", "7 rows of the old table are quarantined",
			"All 4,096 sums", "must stand still", "300 of the old table and 0 of the new one"} {
			if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
				t.Errorf("exit code %d, no %q in\n%s%s", code, want, out, errs)
			}
		}
	})
}

// TestVerifyNamesWhatDiffers verifies that each single change of a copy is found, exits with 3, and is named.
func TestVerifyNamesWhatDiffers(t *testing.T) {
	const key, old = "o00029#20261102", "20261102#o00029" // the order 29
	at := bigtable.Timestamp(orderTime + 29_000_000)
	row := bigtable.NewMutation
	for name, fault := range map[string]struct {
		key  string
		make func(*bigtable.Mutation)
		want string // kind, key, column, old time, new time in seconds after that of the order
	}{
		"deleted": {key, func(m *bigtable.Mutation) { m.DeleteCellsInColumn("d", "total") },
			"missing " + key + " [" + old + "] d:total 0"},
		"row deleted": {key, func(m *bigtable.Mutation) { m.DeleteRow() },
			"missing " + key + " [" + old + "] d:status 0, missing " + key + " [" + old + "] d:status -60, missing " + key + " [" +
				old + "] d:total 0, missing " + key + " [" + old + "] n:blob\\x00 epoch"},
		"flipped": {key, func(m *bigtable.Mutation) { m.Set("d", "total", at, []byte("493.51")) },
			"changed " + key + " [" + old + "] d:total 0"},
		"duplicated": {"o00029#20261103", func(m *bigtable.Mutation) { m.Set("d", "total", at, []byte("493.50")) },
			"extra o00029#20261103 [] d:total 0"},
		"moved": {key, func(m *bigtable.Mutation) {
			m.DeleteCellsInColumn("d", "total")
			m.Set("d", "sum", at, []byte("493.50"))
		}, "extra " + key + " [" + old + "] d:sum 0, missing " + key + " [" + old + "] d:total 0"},
		"retimed": {key, func(m *bigtable.Mutation) {
			m.DeleteCellsInColumn("d", "total")
			m.Set("d", "total", at+5_000_000, []byte("493.50"))
		}, "retimed " + key + " [" + old + "] d:total 0>5"},
		"swapped": {key, func(m *bigtable.Mutation) {
			m.Set("d", "status", at, []byte("paid"))
			m.Set("d", "status", at-60_000_000, []byte("sent"))
		}, "changed " + key + " [" + old + "] d:status 0, changed " + key + " [" + old + "] d:status -60"},
	} {
		t.Run(name, func(t *testing.T) {
			onBothEmulators(t, func(t *testing.T, m *migration) {
				table, change := m.copied(t), row()
				fault.make(change)
				m.apply(t, table, []string{fault.key}, []*bigtable.Mutation{change})
				got := m.verifyJSON(t, table, exitCheck, "--from", "{date}#{order}")
				if got.Verdict != "different" || got.Named == nil {
					t.Fatalf("%+v", got)
				}
				after := func(micros int64) string {
					if micros == 0 {
						return "epoch"
					}
					return fmt.Sprint((micros - int64(at)) / 1_000_000)
				}
				var named []string
				for _, d := range got.Named.Differences {
					words := fmt.Sprintf("%s %s %s %s:%s ", d.Kind, d.Key, d.Old_keys, d.Family, d.Qualifier)
					switch {
					case d.Kind == "extra":
						words += after(d.New_timestamp)
					case d.Kind == "retimed":
						words += after(d.Old_timestamp) + ">" + after(d.New_timestamp)
					default:
						words += after(d.Old_timestamp)
					}
					named = append(named, words)
				}
				if got := strings.Join(named, ", "); got != fault.want {
					t.Errorf("named %s\nwant  %s", got, fault.want)
				}
				out, errs, code := m.verify(t, table, "--from", "{date}#{order}")
				if kind, _, _ := strings.Cut(fault.want, " "); code != exitCheck || !strings.Contains(out, fault.key) ||
					!strings.Contains(out, kind) || !strings.Contains(errs, "the check failed: the tables differ") {
					t.Errorf("exit code %d: %s\n%s", code, errs, out)
				}
			})
		})
	}
}

// TestVerifyTimes verifies what is compared of times: a copy with shifted ones is equal only without them, and with
// --since older cells do not count.
func TestVerifyTimes(t *testing.T) {
	onBothEmulators(t, func(t *testing.T, m *migration) {
		table := m.copied(t)
		change := bigtable.NewMutation()
		change.DeleteCellsInColumn("d", "total")
		change.Set("d", "total", orderTime+29_000_000+1_234_000, []byte("493.50"))
		m.apply(t, table, []string{"o00029#20261102"}, []*bigtable.Mutation{change})
		from := []string{"--from", "{date}#{order}"}
		for _, c := range []struct {
			args []string
			code int
			says string
		}{
			{nil, exitCheck, "1 cell with another time"},
			{[]string{"--timestamps", "ignore"}, exitOK, "Times were not compared"},
			{[]string{"--since", "2026-09-21T14:15:00Z"}, exitOK, "A delete leaves no trace"}, // after the order 29
			{[]string{"--since", "2026-09-21T14:13:00Z"}, exitCheck, "1 cell with another time"},
			{[]string{"--until", "2026-09-21T14:13:40Z"}, exitOK, "Only these cells were compared"}, // before it
		} {
			out, errs, code := m.verify(t, table, append(slices.Clone(from), c.args...)...)
			if code != c.code || !strings.Contains(strings.Join(strings.Fields(out), " "), c.says) {
				t.Errorf("%q: exit code %d, want %d, and %q: %s\n%s", c.args, code, c.code, c.says, errs, out)
			}
		}
	})
}

// TestVerifyInfers verifies that the layouts of the old keys are inferred if they are not given, which is said, and
// that rows which become one are.
func TestVerifyInfers(t *testing.T) {
	onBothEmulators(t, func(t *testing.T, m *migration) {
		out, errs, code := tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + m.address}, "verify", "p/i/orders",
			"p/i/orders", "--layout", "{key()}")
		if code != exitOK || !strings.Contains(out, "old layouts inferred") {
			t.Errorf("exit code %d: %s\n%s", code, errs, out)
		}
		out, errs, code = tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + m.address}, "verify", "p/i/orders",
			"p/i/"+m.copied(t), "--layout", "{date}", "--from", "{date}#{order}")
		if code != exitCheck || !strings.Contains(out, "28 new rows of the keys read again have the cells of several") ||
			!strings.Contains(out, "20261101 of 20261101#o00000, 20261101#o00028, 20261101#o00056, 8 more") {
			t.Errorf("exit code %d: %s\n%s", code, errs, out)
		}
	})
}

// TestVerifyIsUnprovedUnlessReadToTheEnd verifies that a read that ends early, or a row that cannot be read, proves
// nothing, and neither do tables of which nothing is compared.
func TestVerifyIsUnprovedUnlessReadToTheEnd(t *testing.T) {
	verify := func(t *testing.T, server *fakebt.Server, layout string) (out, errs string, code int) {
		t.Helper()
		return tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + server.Addr}, "verify", "p/i/t", "p/i/u", "--layout", "{key()}",
			"--from", layout)
	}
	const layout = "{device}#{number}"
	server := fakebt.New(t, devices("t"), devices("u"))
	if out, errs, code := verify(t, server, layout); code != exitOK {
		t.Fatalf("exit code %d: %s\n%s", code, errs, out)
	}
	for _, table := range []string{"t", "u"} {
		streams := 0
		server.SetFault(func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
			if req.TableName != fakebt.Name(table) {
				return nil
			}
			if streams++; streams < 4 {
				return nil
			}
			return &fakebt.Fault{After: 2, Err: status.Error(codes.PermissionDenied, "revoked")}
		})
		out, errs, code := verify(t, server, layout)
		if code != exitPartial || !strings.Contains(out, "Unproved: p/i/"+table+": an error ended the read") ||
			!strings.Contains(errs, "only part of p/i/"+table) {
			t.Errorf("%s: exit code %d: %s\n%s", table, code, errs, out)
		}
	}
	large := devices("u")
	large.TooLarge = map[string]string{large.Rows[3].Key: "Read returned 347MiB which exceeds the limit of 256MiB."}
	out, errs, code := verify(t, fakebt.New(t, devices("t"), large), layout)
	if code != exitPartial || !strings.Contains(out, "Unproved: 1 row could not be read.") {
		t.Errorf("a row too large: exit code %d: %s\n%s", code, errs, out)
	}
	empty := &fakebt.Table{Name: fakebt.Name("t")}
	out, errs, code = verify(t, fakebt.New(t, empty, &fakebt.Table{Name: fakebt.Name("u")}), layout)
	if code != exitPartial || !strings.Contains(out, "Unproved: no cell was compared.") {
		t.Errorf("empty tables: exit code %d: %s\n%s", code, errs, out)
	}
}

// TestVerifyUnderFaults verifies that no fault makes equal tables different, and that none which ends a read leaves them
// equal.
func TestVerifyUnderFaults(t *testing.T) {
	for _, f := range faults() {
		if testing.Short() && strings.Contains(f.name, "stall") {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			if !strings.HasPrefix(f.name, "SIG") { // a signal reaches every command of this process
				t.Parallel()
			}
			out, errs, code := underFault(t, f, "verify", "p/i/t", "p/i/u", "--layout", "{number}#{device}", "--from",
				"{device}#{number}")
			// The tables are equal under their old keys, so that all differ under the new ones if both are read.
			want, verdict := f.code, "Unproved: p/i/t: "
			if want == exitOK {
				want, verdict = exitCheck, "Different: "
			} else if want == exitError {
				verdict = ""
			}
			if code != want || verdict != "" && !strings.Contains(out, verdict) || verdict == "" && out != "" {
				t.Errorf("exit code %d, want %d: %s\n%s", code, want, errs, out)
			}
			if strings.Contains(errs, "rpc error") {
				t.Errorf("gRPC text: %s", errs)
			}
			out, errs, code = underFault(t, f, "verify", "p/i/t", "p/i/u", "--layout", "{key()}", "--from",
				"{device}#{number}")
			if code != f.code || strings.Contains(out, "Equal: ") != (code == exitOK) || strings.Contains(out, "Different") {
				t.Errorf("equal tables: exit code %d, want %d: %s\n%s", code, f.code, errs, out)
			}
		})
	}
}

// TestVerifyRefuses verifies what cannot be verified, and the way out that is named.
func TestVerifyRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:battery", "--rows", "100", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
	demos := []string{"demo:battery", "demo:battery"}
	for _, c := range []struct {
		sources, args []string
		want          []string
	}{
		{demos, nil, []string{"missing --layout"}},
		{demos[:1], []string{"--layout", "{key()}"}, []string{"two SOURCEs, the old table first"}},
		{[]string{file, demos[0]}, []string{"--layout", "{key()}"}, []string{"saved sample", "first bytes of values"}},
		{[]string{demos[0], file}, []string{"--layout", "{key()}"}, []string{"saved sample", "name the table itself"}},
		{demos, []string{"--layout", "{nosuch}", "--from", "{a}"}, []string{"invalid --layout", "nosuch"}},
		{demos, []string{"--layout", "{a} => * -> json f:q", "--from", "{a}"}, []string{"written as one, json"}},
		{demos, []string{"--layout", "{a}#{qualifier()}", "--from", "{a}", "--until", "1h"},
			[]string{"--until", "changes cells"}},
		{demos, []string{"--layout", "{a}", "--from", "{a", "--since", "1h"}, []string{"invalid --from"}},
		{demos, []string{"--layout", "{column(f:v)}", "--since", "1h"}, []string{"--since", "column"}},
		{demos, []string{"--layout", "{a}", "--gc-margin", "soon"}, []string{"--gc-margin", "soon", "a duration"}},
		{demos, []string{"--layout", "{a}", "--timestamps", "some"}, []string{"--timestamps", "exact or ignore"}},
		{demos, []string{"--layout", "{a}", "--since", "soon"}, []string{"--since", "must be a time"}},
	} {
		_, errs, code := tabletop(t, nil, slices.Concat([]string{"verify"}, c.sources, c.args)...)
		if code != exitUsage {
			t.Errorf("%q: exit code %d: %s", c.args, code, errs)
		}
		for _, want := range c.want {
			if !strings.Contains(errs, want) {
				t.Errorf("%q: no %q in %s", c.args, want, errs)
			}
		}
	}
}
