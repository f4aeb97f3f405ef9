package paging

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

const (
	widest = 16 // of the fixed widths
	ms     = time.Millisecond
)

// lengths are how many pages the walks have.
var lengths = [4]int{6, 12, 50, 200}

// most is the time of an adaptive walk, as a share of that of the best fixed width, by
// the length of the walk.
type most [4]float64

func TestAdaptiveWalkIsNearlyAsFastAsTheBestFixedWidth(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name string
		site site
		most most
	}{
		{"20 ms, 1 worker", site{latency: 20 * ms, work: steady(40 * ms), workers: 1}, most{1.00, 1.00, 1.00, 1.00}},
		{"20 ms, 2 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 2}, most{1.10, 1.00, 1.00, 1.00}},
		{"20 ms, 4 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 4}, most{1.13, 1.10, 1.03, 1.01}},
		{"20 ms, 8 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 8}, most{1.50, 1.13, 1.11, 1.07}},
		{"20 ms, 16 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 16}, most{1.50, 1.50, 1.20, 1.07}},
		{"20 ms, 32 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 32}, most{1.50, 1.50, 1.20, 1.07}},
		{"100 ms, 1 worker", site{latency: 100 * ms, work: steady(40 * ms), workers: 1}, most{1.14, 1.00, 1.00, 1.00}},
		{"100 ms, 2 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 2}, most{1.28, 1.13, 1.05, 1.01}},
		{"100 ms, 4 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 4}, most{1.31, 1.28, 1.21, 1.07}},
		{"100 ms, 8 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 8}, most{1.50, 1.31, 1.20, 1.09}},
		{"100 ms, 16 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 16}, most{1.50, 1.50, 1.20, 1.07}},
		{"100 ms, 32 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 32}, most{1.50, 1.50, 1.20, 1.07}},
		{"300 ms, 1 worker", site{latency: 300 * ms, work: steady(40 * ms), workers: 1}, most{1.31, 1.17, 1.08, 1.02}},
		{"300 ms, 2 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 2}, most{1.39, 1.30, 1.25, 1.09}},
		{"300 ms, 4 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 4}, most{1.42, 1.39, 1.22, 1.08}},
		{"300 ms, 8 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 8}, most{1.50, 1.42, 1.20, 1.08}},
		{"300 ms, 16 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 16}, most{1.50, 1.50, 1.20, 1.07}},
		{"300 ms, 32 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 32}, most{1.50, 1.50, 1.20, 1.07}},
		{"jitter, 4 workers", site{work: varied, workers: 4, seeds: 4}, most{1.42, 1.08, 1.08, 1.19}},
		{"jitter, 8 workers", site{work: varied, workers: 8, seeds: 4}, most{1.45, 1.35, 1.22, 1.06}},
		{"jitter, 32 workers", site{work: varied, workers: 32, seeds: 4}, most{1.45, 1.49, 1.30, 1.08}},
		{"single pages of 2 s", site{latency: 60 * ms, work: odd, workers: 32, seeds: 4}, most{1.59, 1.52, 1.13, 1.02}},
		{"two processors", site{work: steady(100 * ms), speed: shared(2)}, most{1.00, 1.00, 1.00, 1.00}},
		{"six processors", site{work: steady(100 * ms), speed: shared(6)}, most{1.50, 1.12, 1.04, 1.01}},
		{"two processors that thrash", site{work: steady(100 * ms), speed: thrashing}, most{1.00, 1.12, 1.06, 1.03}},
		{"two processors that thrash, jitter", site{work: varied, seeds: 4, speed: thrashing}, most{1.10, 1.05, 1.04, 0.97}},
		{"square of load, best at 1", site{work: steady(100 * ms), speed: squared(1)}, most{1.08, 1.37, 1.11, 1.04}},
		{"square of load, best at 2", site{work: steady(100 * ms), speed: squared(2)}, most{1.00, 1.08, 1.03, 1.01}},
		{"square of load, best at 3", site{work: steady(100 * ms), speed: squared(3)}, most{1.00, 1.01, 1.08, 1.08}},
		{"square of load, best at 4", site{work: steady(100 * ms), speed: squared(4)}, most{1.07, 1.00, 1.00, 1.01}},
		{"square of load, best at 6", site{work: steady(100 * ms), speed: squared(6)}, most{1.24, 1.02, 1.04, 1.05}},
		{"square of load, best at 8", site{work: steady(100 * ms), speed: squared(8)}, most{1.34, 1.03, 1.04, 1.04}},
		{"square of load, best at 1, jitter", site{work: varied, seeds: 4, speed: squared(1)}, most{1.08, 1.38, 1.23, 1.21}},
		{"square of load, best at 4, jitter", site{work: varied, seeds: 4, speed: squared(4)}, most{1.16, 1.05, 1.04, 1.05}},
		{"429 above 1, Retry-After 1", refusing(100*ms, 1, time.Second), most{2.00, 2.67, 1.24, 1.10}},
		{"429 above 2, Retry-After 5", refusing(100*ms, 2, 5*time.Second), most{13.25, 7.43, 2.61, 1.41}},
		{"429 above 3, Retry-After 1", refusing(100*ms, 3, time.Second), most{1.00, 2.40, 1.50, 1.50}},
		{"429 above 4, Retry-After 1", refusing(100*ms, 4, time.Second), most{1.00, 3.25, 1.43, 1.12}},
		{"429 above 6, Retry-After 1", refusing(100*ms, 6, time.Second), most{1.50, 4.33, 1.90, 1.63}},
		{"429 above 2, Retry-After 1, slow", refusing(time.Second, 2, time.Second), most{1.00, 1.00, 1.00, 1.00}},
		{"429 above 4, Retry-After 1, slow", refusing(time.Second, 4, time.Second), most{1.00, 1.00, 1.00, 1.00}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			var shares most
			for i, pages := range lengths {
				for seed := range max(row.site.seeds, 1) {
					row.site.seed = uint64(seed)
					took, err := row.site.walk(t, pages, Most, true)
					if err != nil {
						t.Fatal(err)
					}
					shares[i] += float64(took) / float64(row.site.best(t, pages))
				}
				if shares[i] /= float64(max(row.site.seeds, 1)); shares[i] > row.most[i]+0.01 {
					t.Errorf("%d pages took %.2f of the time, expected %.2f", pages, shares[i], row.most[i])
				}
			}
			t.Logf("%s: %.2f", row.name, shares)
		})
	}
}

// best is the time that the best fixed width takes.
func (s *site) best(t *testing.T, pages int) time.Duration {
	t.Helper()
	best := time.Duration(math.MaxInt64)
	for ahead := 1; ahead <= widest; ahead++ {
		if took, err := s.walk(t, pages, ahead, false); err == nil {
			best = min(best, took)
		}
	}
	return best
}

// steady is work that always takes the same time.
func steady(work time.Duration) func(*rand.Rand) time.Duration {
	return func(*rand.Rand) time.Duration { return work }
}

// refusing is a site that takes some pages at once, and refuses others by a 429.
func refusing(work time.Duration, most int, wait time.Duration) site {
	return site{work: steady(work), refuses: most, wait: wait}
}

// squared is the speed of each worker of a site that does most with best at once.
func squared(best int) func(int) float64 {
	return func(busy int) float64 { return 1 / (1 + float64(busy*busy)/float64(best*best)) }
}

// thrashing is the speed on two processors that lose time by changing between pages.
func thrashing(busy int) float64 {
	over := float64(max(busy-2, 0))
	return min(1, 2/float64(busy)) / (1 + over/4)
}

// shared is the speed of each worker on a number of processors.
func shared(processors float64) func(int) float64 {
	return func(busy int) float64 { return min(1, processors/float64(busy)) }
}

// varied is work that takes 20 ms and more, 100 ms in the mean.
func varied(chance *rand.Rand) time.Duration {
	return 20*ms + time.Duration(chance.ExpFloat64()*float64(80*ms))
}

// odd is work that takes 20 to 60 ms, and 2 s for one page of twenty.
func odd(chance *rand.Rand) time.Duration {
	if chance.IntN(20) == 0 {
		return 2 * time.Second
	}
	return 20*ms + time.Duration(chance.Int64N(int64(40*ms)))
}
