package subsizes

import (
	"context"
	"image"
	"math"

	"golang.org/x/image/draw"
)

// renderPlanes makes the image of a target from an upright JPEG picture. It scales the
// planes of brightness and colour directly, because a conversion to RGBA and back would take
// longer than the scaling itself.
func renderPlanes(ctx context.Context, src *image.YCbCr, t target) (*image.YCbCr, error) {
	dst := image.NewYCbCr(image.Rect(0, 0, t.width, t.height), image.YCbCrSubsampleRatio420)
	wide, high := subsampling(src.SubsampleRatio)
	from, to := t.part.Min, t.part.Max
	light := plane{src.Y, src.YStride, axis(from.X, to.X, 1, t.width, 1), axis(from.Y, to.Y, 1, t.height, 1)}
	if err := light.scale(ctx, dst.Y, dst.YStride); err != nil {
		return nil, err
	}
	colour := plane{src.Cb, src.CStride, axis(from.X, to.X, wide, t.width, 2), axis(from.Y, to.Y, high, t.height, 2)}
	if err := colour.scale(ctx, dst.Cb, dst.CStride); err != nil {
		return nil, err
	}
	colour.pix = src.Cr
	return dst, colour.scale(ctx, dst.Cr, dst.CStride)
}

// subsampling returns how many pixels share one sample of colour. wide is the number in a row, and
// high is the number in a column.
func subsampling(ratio image.YCbCrSubsampleRatio) (wide, high int) {
	switch ratio {
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	default:
		return 1, 1
	}
}

// one is the integer that stands for a weight of 1. The type taps stores each weight multiplied
// by this constant and rounded.
const one = 1 << 14

// taps tells which samples of the source make one sample of the result. first is the index of
// the first of these source samples. weights has the weight of each source sample. The sum of
// the weights is the constant one.
type taps struct {
	first   int
	weights []int32
}

// axis returns the taps of all samples in one direction.
//   - from and to limit the pixels of the source: [from:to].
//   - size is the number of pixels in the result.
//   - in and out are the numbers of pixels that share a sample: in for the source, out for the
//     result.
func axis(from, to, in, size, out int) []taps {
	low, high := from/in, (to+in-1)/in
	scale := float64(to-from) / float64(size) * float64(out) / float64(in)
	wide := math.Max(scale, 1) // the factor by which the kernel is stretched
	samples := make([]taps, (size+out-1)/out)
	for i := range samples {
		centre := float64(from)/float64(in) + (float64(i)+0.5)*scale - 0.5
		first := max(low, int(math.Ceil(centre-draw.CatmullRom.Support*wide)))
		var exact []float64
		sum, most := 0.0, 0
		for at := first; at < high && float64(at) <= centre+draw.CatmullRom.Support*wide; at++ {
			weight := draw.CatmullRom.At(math.Abs(float64(at)-centre) / wide)
			if exact = append(exact, weight); weight > exact[most] {
				most = len(exact) - 1
			}
			sum += weight
		}
		weights, rest := make([]int32, len(exact)), int32(one)
		for j, weight := range exact {
			weights[j] = int32(math.Round(weight / sum * one))
			rest -= weights[j]
		}
		weights[most] += rest
		samples[i] = taps{first, weights}
	}
	return samples
}

// plane holds the brightness or one of the two colour components of an image. The taps in across
// scale the plane horizontally, the taps in down vertically.
type plane struct {
	pix          []uint8
	stride       int
	across, down []taps
}

// scale scales a plane horizontally, then vertically, and writes the result to dst.
func (p plane) scale(ctx context.Context, dst []uint8, stride int) error {
	top := p.down[0].first
	last := p.down[len(p.down)-1]
	width := len(p.across)
	narrow := make([]uint8, width*(last.first+len(last.weights)-top))
	for y := 0; y*width < len(narrow); y++ {
		if y%band == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		row, out := p.pix[(top+y)*p.stride:], narrow[y*width:][:width]
		for x, t := range p.across {
			sum := int32(one / 2)
			samples := row[t.first:][:len(t.weights)]
			for i, weight := range t.weights {
				sum += weight * int32(samples[i])
			}
			out[x] = sample(sum)
		}
	}
	sums := make([]int32, width)
	for y, t := range p.down {
		for i := range sums {
			sums[i] = one / 2
		}
		for i, weight := range t.weights {
			row := narrow[(t.first-top+i)*width:][:width]
			for x, value := range row {
				sums[x] += weight * int32(value)
			}
		}
		out := dst[y*stride:][:width]
		for x, sum := range sums {
			out[x] = sample(sum)
		}
	}
	return nil
}

// sample turns a weighted sum into a sample from 0 to 255.
func sample(sum int32) uint8 { return uint8(min(max(sum/one, 0), 255)) }
