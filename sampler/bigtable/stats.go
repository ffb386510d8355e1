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

// rest returns a client of the REST form of the admin API, which has what the gRPC form lacks; nil if there is none.
// The guard allows only GET.
func (s *source) rest(ctx context.Context) *bigtableadmin.Service {
	if s.in.tokens == nil || s.in.config.AdminEndpoint != "" && s.in.restURL == "" {
		return nil
	}
	client := &http.Client{Transport: guard.Transport(s.in.log.Transport(&oauth2.Transport{Source: s.in.tokens}))}
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

// stats requests the table statistics, which are as of the last compaction; nil if the table has none yet.
func stats(ctx context.Context, svc *bigtableadmin.Service, table string) (*sample.Stats, error) {
	t, err := svc.Projects.Instances.Tables.Get(table).View("STATS_VIEW").Context(ctx).Do()
	if err != nil || t.Stats == nil {
		return nil, err
	}
	return &sample.Stats{
		Rows: t.Stats.RowCount, LogicalBytes: t.Stats.LogicalDataBytes,
		ColumnsPerRow: t.Stats.AverageColumnsPerRow, CellsPerColumn: t.Stats.AverageCellsPerColumn,
	}, nil
}

// hotTablets requests the hot tablets of the table in the last day from every cluster. known is false if no cluster
// reported them.
func hotTablets(ctx context.Context, svc *bigtableadmin.Service, instance, table string) (hot []sample.HotTablet,
	known bool) {
	clusters, err := svc.Projects.Instances.Clusters.List(instance).Context(ctx).Do()
	if err != nil {
		return nil, false
	}
	for _, cluster := range clusters.Clusters {
		err := svc.Projects.Instances.Clusters.HotTablets.List(cluster.Name).Context(ctx).Pages(ctx,
			func(page *bigtableadmin.ListHotTabletsResponse) error {
				for _, tablet := range page.HotTablets {
					if tablet.TableName != table {
						continue
					}
					t := sample.HotTablet{Start: []byte(tablet.StartKey), End: []byte(tablet.EndKey),
						NodeCPU: tablet.NodeCpuUsagePercent / 100}
					// A time that cannot be parsed is omitted; the range is what matters.
					t.From, _ = time.Parse(time.RFC3339, tablet.StartTime)
					t.Until, _ = time.Parse(time.RFC3339, tablet.EndTime)
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
