package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"
)

// report prints for each variant the medians, the smallest and the largest wall time, and
// the ratios to the first variant: see [ratio].
func report(out io.Writer, p *plan, all map[string][]taken) {
	fmt.Fprintf(out, "%s, %s/%s, %d processors; %d turns of each, medians\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), p.runs)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table,
		"variant\tposts\tµs a post\twall ms\tfrom\tto\tratio\tCPU ms\tratio\tallocations\tMiB allocated\tpeak MiB\t")
	first := all[p.variants[0]]
	for _, variant := range p.variants {
		turns := all[variant]
		wall := each(turns, func(t taken) float64 { return ms(t.Wall) })
		cpu := each(turns, func(t taken) float64 { return ms(t.CPU) })
		fmt.Fprintf(table, "%s\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%.1f\t%.2f\t%.0f\t%.1f\t%.1f\t\n", variant, turns[0].Posts,
			1000*median(wall)/float64(turns[0].Posts),
			median(wall), slices.Min(wall), slices.Max(wall),
			ratio(wall, each(first, func(t taken) float64 { return ms(t.Wall) })),
			median(cpu), ratio(cpu, each(first, func(t taken) float64 { return ms(t.CPU) })),
			median(each(turns, func(t taken) float64 { return float64(t.Allocs) })),
			median(each(turns, func(t taken) float64 { return float64(t.Bytes) / (1 << 20) })),
			median(each(turns, func(t taken) float64 { return float64(t.PeakKiB) / (1 << 10) })))
	}
	_ = table.Flush()
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func each(turns []taken, of func(taken) float64) []float64 {
	out := make([]float64, len(turns))
	for i, t := range turns {
		out[i] = of(t)
	}
	return out
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// ratio returns the median of the quotients of[i]/to[i]. The two runs with the number i ran one
// after the other. So if the machine becomes slower, both runs are affected.
func ratio(of, to []float64) float64 {
	ratios := make([]float64, len(of))
	for i := range of {
		ratios[i] = of[i] / to[i]
	}
	return median(ratios)
}
