package bigtable

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"golang.org/x/oauth2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/model/bounded"
	"tabletop/model/sample"
	"tabletop/sampler/guard"
)

const (
	adminREST = "https://bigtableadmin.googleapis.com"
	// maxAnswer is the maximum of bytes that an answer may have: a page of hot tablets has some hundred kilobytes.
	maxAnswer = 16 << 20
)

// rest is the REST form of the admin API, which has what the gRPC form lacks. It is called by plain HTTP, because the
// generated client links a hundred packages for three requests.
type rest struct {
	client *http.Client
	base   string // scheme and host
	agent  string
}

// rest returns nil if there is no REST form to call. The guard allows only GET.
func (s *source) rest() *rest {
	if s.in.tokens == nil || s.in.config.AdminEndpoint != "" && s.in.restURL == "" {
		return nil
	}
	return &rest{base: cmp.Or(s.in.restURL, adminREST), agent: s.in.config.agent(), client: &http.Client{
		Transport:     guard.Transport(s.in.log.Transport(&oauth2.Transport{Source: s.in.tokens})),
		CheckRedirect: noRedirection,
	}}
}

// noRedirection follows none: a token goes with every request, and so to no other host.
func noRedirection(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// get requests a resource, as "projects/p/instances/i/clusters", and decodes the answer into v. What the service
// refuses is an error with its gRPC status.
func (r *rest) get(ctx context.Context, resource string, query url.Values, v any) error {
	target, err := url.Parse(r.base)
	if err != nil {
		return err
	}
	target.Path, target.RawQuery = "/v2/"+resource, query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", r.agent)
	answer, err := r.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		return err
	}
	if len(body) > maxAnswer {
		return fmt.Errorf("the answer about %s has more than %d MiB", resource, maxAnswer>>20)
	}
	if answer.StatusCode != http.StatusOK {
		return refusal(answer.Status, body)
	}
	return bounded.JSON(body, v)
}

// refusal returns the error that an answer states, or one of its status line where it states none.
func refusal(line string, body []byte) error {
	var stated struct {
		Error struct {
			Message string     `json:"message"`
			Status  codes.Code `json:"status"`
		} `json:"error"`
	}
	if err := bounded.JSON(body, &stated); err != nil || stated.Error.Status == codes.OK {
		return fmt.Errorf("the service answered %s", line)
	}
	return status.Error(stated.Error.Status, stated.Error.Message)
}

// stats requests the table statistics, which are as of the last compaction; nil if the table has none yet.
func (r *rest) stats(ctx context.Context, table string) (*sample.Stats, error) {
	var answer struct {
		Stats *struct {
			RowCount              int64   `json:"rowCount,string"`
			LogicalDataBytes      int64   `json:"logicalDataBytes,string"`
			AverageColumnsPerRow  float64 `json:"averageColumnsPerRow"`
			AverageCellsPerColumn float64 `json:"averageCellsPerColumn"`
		} `json:"stats"`
	}
	err := r.get(ctx, table, url.Values{"view": {"STATS_VIEW"}}, &answer)
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
func (r *rest) hotTablets(ctx context.Context, instance, table string) (hot []sample.HotTablet, known bool) {
	var list struct {
		Clusters []struct {
			Name string `json:"name"`
		} `json:"clusters"`
	}
	if err := r.get(ctx, instance+"/clusters", nil, &list); err != nil {
		return nil, false
	}
	for _, cluster := range list.Clusters {
		of, err := r.hotTabletsOf(ctx, cluster.Name, table)
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
func (r *rest) hotTabletsOf(ctx context.Context, cluster, table string) (hot []sample.HotTablet, err error) {
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
		if err := r.get(ctx, cluster+"/hotTablets", query, &answer); err != nil {
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
