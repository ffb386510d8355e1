package doc

// Prices are the prices that amounts of money are computed by (--prices).
type Prices struct {
	Currency string `json:"currency"`
	Date     string `json:"date"`
	Region   string `json:"region,omitempty"`
	Edition  string `json:"edition,omitempty"`
	// Clusters is the number of clusters, each of which stores all bytes.
	Clusters int `json:"clusters"`
	// Compression is the number of bytes billed for each byte before compression.
	Compression float64 `json:"compression"`
	// Words is all that in words.
	Words string `json:"-"`
}
