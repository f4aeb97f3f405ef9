package paging

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

const (
	adaptive = 8  // pages ahead at most
	widest   = 16 // of the fixed widths
	ms       = time.Millisecond
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
		{"20 ms, 2 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 2}, most{1.20, 1.13, 1.04, 1.01}},
		{"20 ms, 4 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 4}, most{1.50, 1.50, 1.20, 1.06}},
		{"20 ms, 8 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 8}, most{2.00, 1.88, 1.67, 1.62}},
		{"20 ms, 16 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 16}, most{2.00, 2.50, 2.00, 2.07}},
		{"20 ms, 32 workers", site{latency: 20 * ms, work: steady(40 * ms), workers: 32}, most{2.00, 2.50, 2.00, 2.07}},
		{"100 ms, 1 worker", site{latency: 100 * ms, work: steady(40 * ms), workers: 1}, most{1.27, 1.18, 1.05, 1.01}},
		{"100 ms, 2 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 2}, most{1.56, 1.54, 1.26, 1.08}},
		{"100 ms, 4 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 4}, most{1.75, 1.94, 1.90, 1.81}},
		{"100 ms, 8 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 8}, most{2.00, 2.19, 2.00, 2.07}},
		{"100 ms, 16 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 16}, most{2.00, 2.50, 2.00, 2.07}},
		{"100 ms, 32 workers", site{latency: 100 * ms, work: steady(40 * ms), workers: 32}, most{2.00, 2.50, 2.00, 2.07}},
		{"300 ms, 1 worker", site{latency: 300 * ms, work: steady(40 * ms), workers: 1}, most{1.62, 1.65, 1.37, 1.16}},
		{"300 ms, 2 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 2}, most{1.79, 1.98, 2.05, 2.03}},
		{"300 ms, 4 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 4}, most{1.89, 2.24, 2.02, 2.05}},
		{"300 ms, 8 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 8}, most{2.00, 2.36, 2.00, 2.07}},
		{"300 ms, 16 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 16}, most{2.00, 2.50, 2.00, 2.07}},
		{"300 ms, 32 workers", site{latency: 300 * ms, work: steady(40 * ms), workers: 32}, most{2.00, 2.50, 2.00, 2.07}},
		{"jitter, 4 workers", site{work: varied, workers: 4, seeds: 4}, most{1.40, 1.45, 2.04, 2.25}},
		{"jitter, 8 workers", site{work: varied, workers: 8, seeds: 4}, most{1.43, 1.82, 3.29, 3.98}},
		{"jitter, 32 workers", site{work: varied, workers: 32, seeds: 4}, most{1.43, 1.99, 3.57, 4.40}},
		{"single pages of 2 s", site{latency: 60 * ms, work: odd, workers: 32, seeds: 4}, most{1.88, 2.47, 1.62, 1.60}},
		{"two processors", site{work: steady(100 * ms), speed: shared(2)}, most{1.14, 1.00, 1.00, 1.00}},
		{"six processors", site{work: steady(100 * ms), speed: shared(6)}, most{2.00, 1.76, 1.24, 1.07}},
		{"two processors that thrash", site{work: steady(100 * ms), speed: thrashing}, most{1.03, 1.12, 1.18, 1.39}},
		{"two processors that thrash, jitter", site{work: varied, speed: thrashing, seeds: 4}, most{1.06, 1.14, 1.28, 1.17}},
		{"square of the load, best at 1", site{work: steady(100 * ms), speed: squared(1)}, most{1.17, 1.62, 1.43, 1.36}},
		{"square of the load, best at 2", site{work: steady(100 * ms), speed: squared(2)}, most{1.00, 1.08, 1.79, 2.04}},
		{"square of the load, best at 3", site{work: steady(100 * ms), speed: squared(3)}, most{1.12, 1.03, 1.34, 1.48}},
		{"square of the load, best at 4", site{work: steady(100 * ms), speed: squared(4)}, most{1.28, 1.08, 1.15, 1.23}},
		{"square of the load, best at 6", site{work: steady(100 * ms), speed: squared(6)}, most{1.57, 1.26, 1.08, 1.05}},
		{"square of the load, best at 8", site{work: steady(100 * ms), speed: squared(8)}, most{1.73, 1.42, 1.12, 1.04}},
		{"square of the load, best at 1, jitter", site{work: varied, speed: squared(1), seeds: 4}, most{1.14, 1.35, 1.21, 1.33}},
		{"square of the load, best at 4, jitter", site{work: varied, speed: squared(4), seeds: 4}, most{1.17, 1.18, 1.19, 1.29}},
		{"429 above 1, Retry-After 1", site{latency: 60 * ms, work: steady(40 * ms), refuses: 1, wait: 1 * time.Second}, most{4.03, 2.43, 1.52, 1.39}},
		{"429 above 2, Retry-After 5", site{latency: 60 * ms, work: steady(40 * ms), refuses: 2, wait: 5 * time.Second}, most{1.00, 7.94, 5.20, 4.51}},
		{"429 above 3, Retry-After 1", site{latency: 60 * ms, work: steady(40 * ms), refuses: 3, wait: 1 * time.Second}, most{1.33, 2.92, 2.29, 2.11}},
		{"429 above 4, Retry-After 1", site{latency: 60 * ms, work: steady(40 * ms), refuses: 4, wait: 1 * time.Second}, most{1.33, 1.25, 2.97, 2.43}},
		{"429 above 6, Retry-After 1", site{latency: 60 * ms, work: steady(40 * ms), refuses: 6, wait: 1 * time.Second}, most{2.00, 1.67, 2.86, 2.28}},
		{"429 above 2, Retry-After 1, slow", site{work: steady(time.Second), refuses: 2, wait: time.Second}, most{1.00, 1.00, 1.46, 1.39}},
		{"429 above 4, Retry-After 1, slow", site{work: steady(time.Second), refuses: 4, wait: time.Second}, most{1.33, 1.25, 2.36, 1.59}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			var shares most
			for i, pages := range lengths {
				for seed := range max(row.site.seeds, 1) {
					row.site.seed = uint64(seed)
					took, err := row.site.walk(t, pages, adaptive, true)
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
