package bigtable

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"tabletop/model/sample"
	"tabletop/sampler/rest"
)

const adminREST = "https://bigtableadmin.googleapis.com"

// admin is the REST form of the admin API, which has what the gRPC form lacks.
type admin struct{ *rest.Client }

// rest returns nil if there is no REST form to call.
func (in *instance) rest() *admin {
	if in.tokens == nil || in.config.AdminEndpoint != "" && in.config.AdminREST == "" {
		return nil
	}
	return &admin{&rest.Client{Base: cmp.Or(in.config.AdminREST, adminREST), Tokens: in.tokens,
		Agent: in.config.agent(), Log: in.log}}
}

// get requests a resource, as "projects/p/instances/i/clusters", and decodes the answer into v.
func (a *admin) get(ctx context.Context, resource string, query url.Values, v any) error {
	return a.Get(ctx, (&url.URL{Path: "/v2/" + resource}).EscapedPath(), query, v)
}

// stats requests the table statistics, which are as of the last compaction; nil if the table has none yet.
func (a *admin) stats(ctx context.Context, table string) (*sample.Stats, error) {
	var answer struct {
		Stats *struct {
			RowCount              int64   `json:"rowCount,string"`
			LogicalDataBytes      int64   `json:"logicalDataBytes,string"`
			AverageColumnsPerRow  float64 `json:"averageColumnsPerRow"`
			AverageCellsPerColumn float64 `json:"averageCellsPerColumn"`
		} `json:"stats"`
	}
	err := a.get(ctx, table, url.Values{"view": {"STATS_VIEW"}}, &answer)
	if err != nil || answer.Stats == nil {
		return nil, err
	}
	return &sample.Stats{
		Rows: answer.Stats.RowCount, LogicalBytes: answer.Stats.LogicalDataBytes,
		ColumnsPerRow: answer.Stats.AverageColumnsPerRow, CellsPerColumn: answer.Stats.AverageCellsPerColumn,
	}, nil
}

// hotTablets requests the hot tablets of the table in the last day from every cluster. known is false if no cluster
// reported them.
func (a *admin) hotTablets(ctx context.Context, instance, table string) (hot []sample.HotTablet, known bool) {
	var list struct {
		Clusters []struct {
			Name string `json:"name"`
		} `json:"clusters"`
	}
	if err := a.get(ctx, instance+"/clusters", nil, &list); err != nil {
		return nil, false
	}
	for _, cluster := range list.Clusters {
		of, err := a.hotTabletsOf(ctx, cluster.Name, table)
		hot = append(hot, of...)
		if err != nil {
			return hot, known
		}
		known = true
	}
	slices.SortFunc(hot, func(a, b sample.HotTablet) int { return cmp.Compare(b.NodeCPU, a.NodeCPU) })
	return hot, known
}

// hotTabletsOf requests those of one cluster, page by page; with an error, those of the pages before it.
func (a *admin) hotTabletsOf(ctx context.Context, cluster, table string) (hot []sample.HotTablet, err error) {
	for page := ""; ; {
		var answer struct {
			HotTablets []struct {
				TableName           string  `json:"tableName"`
				StartKey            string  `json:"startKey"`
				EndKey              string  `json:"endKey"`
				StartTime           string  `json:"startTime"`
				EndTime             string  `json:"endTime"`
				NodeCPUUsagePercent float64 `json:"nodeCpuUsagePercent"`
			} `json:"hotTablets"`
			NextPageToken string `json:"nextPageToken"`
		}
		query := url.Values{}
		if page != "" {
			query.Set("pageToken", page)
		}
		if err := a.get(ctx, cluster+"/hotTablets", query, &answer); err != nil {
			return hot, err
		}
		for _, tablet := range answer.HotTablets {
			if tablet.TableName != table {
				continue
			}
			t := sample.HotTablet{Start: []byte(tablet.StartKey), End: []byte(tablet.EndKey),
				NodeCPU: tablet.NodeCPUUsagePercent / 100}
			// A time that cannot be parsed is omitted; the range is what matters.
			t.From, _ = time.Parse(time.RFC3339, tablet.StartTime)
			t.Until, _ = time.Parse(time.RFC3339, tablet.EndTime)
			hot = append(hot, t)
		}
		if page = answer.NextPageToken; page == "" {
			return hot, nil
		}
	}
}
