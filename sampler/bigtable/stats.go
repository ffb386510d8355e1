package bigtable

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"golang.org/x/oauth2"
	"google.golang.org/api/bigtableadmin/v2"
	"google.golang.org/api/option"

	"tabletop/model/sample"
	"tabletop/sampler/guard"
)

// rest is the REST form of the admin API, which has what the gRPC form lacks; nil where there is none to ask. The guard
// lets only GET through.
func (s *source) rest(ctx context.Context) *bigtableadmin.Service {
	if s.in.tokens == nil || s.in.config.AdminEndpoint != "" && s.in.restURL == "" {
		return nil
	}
	client := &http.Client{Transport: guard.Transport(&oauth2.Transport{Source: s.in.tokens})}
	opts := []option.ClientOption{option.WithHTTPClient(client)}
	if s.in.restURL != "" {
		opts = append(opts, option.WithEndpoint(s.in.restURL))
	}
	svc, err := bigtableadmin.NewService(ctx, opts...)
	if err != nil {
		return nil
	}
	return svc
}

// stats asks for the table statistics. They are as of the last compaction. Whoever may not see them, or whose table has
// none yet, goes without.
func stats(ctx context.Context, svc *bigtableadmin.Service, table string) *sample.Stats {
	t, err := svc.Projects.Instances.Tables.Get(table).View("STATS_VIEW").Context(ctx).Do()
	if err != nil || t.Stats == nil {
		return nil
	}
	return &sample.Stats{
		Rows: t.Stats.RowCount, LogicalBytes: t.Stats.LogicalDataBytes,
		ColumnsPerRow: t.Stats.AverageColumnsPerRow, CellsPerColumn: t.Stats.AverageCellsPerColumn,
	}
}

// hotTablets asks every cluster for the tablets of the table that were busy in the last day. known is false where they
// could not be asked for.
func hotTablets(ctx context.Context, svc *bigtableadmin.Service, instance, table string) (hot []sample.HotTablet, known bool) {
	clusters, err := svc.Projects.Instances.Clusters.List(instance).Context(ctx).Do()
	if err != nil {
		return nil, false
	}
	for _, c := range clusters.Clusters {
		err := svc.Projects.Instances.Clusters.HotTablets.List(c.Name).Context(ctx).Pages(ctx, func(page *bigtableadmin.ListHotTabletsResponse) error {
			for _, h := range page.HotTablets {
				if h.TableName != table {
					continue
				}
				t := sample.HotTablet{Start: []byte(h.StartKey), End: []byte(h.EndKey), NodeCPU: h.NodeCpuUsagePercent / 100}
				// A time that cannot be read is left out; the range is what matters.
				t.From, _ = time.Parse(time.RFC3339, h.StartTime)
				t.Until, _ = time.Parse(time.RFC3339, h.EndTime)
				hot = append(hot, t)
			}
			return nil
		})
		if err != nil {
			return hot, known
		}
		known = true
	}
	slices.SortFunc(hot, func(a, b sample.HotTablet) int { return cmp.Compare(b.NodeCPU, a.NodeCPU) })
	return hot, known
}
