package estimate

import "math"

// margin is how much wider intervals are made than theory asks for. Theory covers 95% on average over tables; but the
// places at which sections start are fixed, and every draw from one table shares the luck of them. On synthetic tables
// of independent rows (20 of 1,000 sections, 20 of 200, seven figures each, 100 draws of 100 places) one figure in six
// was then covered by less than 93% of the draws from its table; with intervals a fifth wider it was one in 25.
// TestCoverageOfManyTables counts them.
const margin = 1.2

// marginFactor is how many standard errors an interval reaches to either side, with df degrees of freedom.
func marginFactor(df int) float64 { return margin * student(df) }

// student is the 0.975 quantile of Student's t distribution with df degrees of freedom: tabulated to 30, from there on
// by the Cornish-Fisher expansion around the normal quantile (Abramowitz and Stegun 26.7.5), which is then within
// 0.00001.
func student(df int) float64 {
	table := [...]float64{math.Inf(1), 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
		2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
		2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423}
	if df < len(table) {
		return table[max(df, 0)]
	}
	const z = 1.959964
	const z3, z5 = z * z * z, z * z * z * z * z
	n := float64(df)
	return z + (z3+z)/(4*n) + (5*z5+16*z3+3*z)/(96*n*n)
}
