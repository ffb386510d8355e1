package bigtable

import (
	"context"
	"net/http"

	"golang.org/x/oauth2"
	"google.golang.org/api/bigtableadmin/v2"
	"google.golang.org/api/option"

	"tabletop/model/sample"
	"tabletop/sampler/guard"
)

// stats asks for the table statistics, which only the REST form of the admin API has. They are as of the last
// compaction. Whoever may not see them, or whose table has none yet, goes without.
func (s *source) stats(ctx context.Context) *sample.Stats {
	if s.in.tokens == nil || s.in.config.AdminEndpoint != "" && s.in.statsURL == "" {
		return nil
	}
	client := &http.Client{Transport: guard.Transport(&oauth2.Transport{Source: s.in.tokens})}
	opts := []option.ClientOption{option.WithHTTPClient(client)}
	if s.in.statsURL != "" {
		opts = append(opts, option.WithEndpoint(s.in.statsURL))
	}
	svc, err := bigtableadmin.NewService(ctx, opts...)
	if err != nil {
		return nil
	}
	t, err := svc.Projects.Instances.Tables.Get(s.rows.Name).View("STATS_VIEW").Context(ctx).Do()
	if err != nil || t.Stats == nil {
		return nil
	}
	return &sample.Stats{
		Rows: t.Stats.RowCount, LogicalBytes: t.Stats.LogicalDataBytes,
		ColumnsPerRow: t.Stats.AverageColumnsPerRow, CellsPerColumn: t.Stats.AverageCellsPerColumn,
	}
}
