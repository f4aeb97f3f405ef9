package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The size of a chart, and what is left white around it.
const (
	width  = 9 * vg.Inch
	height = 4.5 * vg.Inch
	margin = vg.Inch / 4
)

// formatOf is the format that the name of a chart asks for, "" for no chart.
func formatOf(path string) (string, error) {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if path != "" && format != "svg" && format != "png" {
		return "", fmt.Errorf("-chart %s: the name has to end in .svg or .png", path)
	}
	return format, nil
}

// draw draws visitors and page views over time, as SVG or PNG.
func (f *figures) draw(format string) ([]byte, error) {
	p, err := f.plot()
	if err != nil {
		return nil, err
	}
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return nil, err
	}
	page := draw.New(canvas)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	p.Draw(draw.Crop(page, margin, -margin, margin, -margin))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, err
	}
	// An SVG names its font, and has to say what to take where there is none.
	return bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")), nil
}

func (f *figures) plot() (*plot.Plot, error) {
	visitors, views := make(plotter.XYs, len(f.rows)), make(plotter.XYs, len(f.rows))
	top := 1.0
	for i, row := range f.rows {
		at, err := row.Date.In(time.UTC)
		if err != nil {
			return nil, err
		}
		visitors[i] = plotter.XY{X: float64(at.Unix()), Y: float64(row.Visitors)}
		views[i] = plotter.XY{X: float64(at.Unix()), Y: float64(row.Pageviews)}
		top = max(top, visitors[i].Y, views[i].Y)
	}
	p := plot.New()
	p.Title.Text = fmt.Sprintf("Visits from %s to %s", f.from, f.to)
	p.Title.Padding = vg.Points(12)
	p.X.Tick.Marker = f.dates()
	p.Y.Tick.Marker = plot.TickerFunc(wholeNumbers)
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Points(4)
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = "Sans"
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal.Color = color.Gray{Y: 0xCC}
	p.Add(grid)
	for _, line := range []struct {
		name   string
		points plotter.XYs
		colour color.RGBA
	}{
		{"page views", views, color.RGBA{R: 0xD0, G: 0x70, B: 0x10, A: 0xFF}}, // the two differ in lightness, too
		{"visitors", visitors, color.RGBA{R: 0x1F, G: 0x3A, B: 0x93, A: 0xFF}},
	} {
		if len(line.points) == 0 {
			continue
		}
		l, dots, err := plotter.NewLinePoints(line.points)
		if err != nil {
			return nil, err
		}
		l.Color, l.Width = line.colour, vg.Points(1.5)
		dots.Color, dots.Radius, dots.Shape = line.colour, vg.Points(2), draw.CircleGlyph{}
		p.Add(l, dots)
		p.Legend.Add(line.name, l, dots)
	}
	p.Y.Min, p.Y.Max = 0, top*1.25 // room for the legend
	return p, nil
}

// wholeNumbers are ticks for what comes in ones.
func wholeNumbers(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, tick := range (plot.DefaultTicks{}).Ticks(low, high) {
		if tick.Value != math.Trunc(tick.Value) {
			continue
		}
		if tick.Label != "" {
			tick.Label = strconv.FormatFloat(tick.Value, 'f', 0, 64)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// mostDates is how many dates have room below the chart.
const mostDates = 8

// dates are ticks at the dates of some rows, evenly apart.
func (f *figures) dates() plot.ConstantTicks {
	layout := time.DateOnly
	if f.monthly {
		layout = "2006-01"
	}
	var ticks plot.ConstantTicks
	for row := range slices.Chunk(f.rows, max(1, (len(f.rows)+mostDates-1)/mostDates)) {
		if at, err := row[0].Date.In(time.UTC); err == nil {
			ticks = append(ticks, plot.Tick{Value: float64(at.Unix()), Label: at.Format(layout)})
		}
	}
	return ticks
}
