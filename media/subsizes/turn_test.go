package subsizes

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"testing"
)

// letters is the picture "ab" over "cd" over "ef", one value a pixel.
func letters(t *testing.T, rows ...string) *image.RGBA {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x := range row {
			picture.SetRGBA(x, y, color.RGBA{row[x], row[x], row[x], 0xFF})
		}
	}
	return picture
}

func spelled(picture *image.RGBA) (rows []string) {
	for y := range picture.Rect.Dy() {
		row := ""
		for x := range picture.Rect.Dx() {
			row += string(rune(picture.RGBAAt(x, y).R))
		}
		rows = append(rows, row)
	}
	return rows
}

func TestEveryOrientationIsTurnedUpright(t *testing.T) {
	t.Parallel()
	for orientation, lying := range map[int][]string{ // how "ab/cd/ef" lies in the file
		1: {"ab", "cd", "ef"},
		2: {"ba", "dc", "fe"},
		3: {"fe", "dc", "ba"},
		4: {"ef", "cd", "ab"},
		5: {"ace", "bdf"},
		6: {"bdf", "ace"},
		7: {"fdb", "eca"},
		8: {"eca", "fdb"},
	} {
		src := letters(t, lying...)
		if got := spelled(upright(src, orientation)); fmt.Sprint(got) != "[ab cd ef]" {
			t.Errorf("upright of orientation %d: %v, want [ab cd ef]", orientation, got)
		}
		s := source{jpegHead: jpegHead{orientation: orientation}, width: src.Rect.Dx(), height: src.Rect.Dy()}
		if w, h := s.dimensions(); w != 2 || h != 3 {
			t.Errorf("dimensions of orientation %d: %d×%d, want 2×3", orientation, w, h)
		}
		// A part of the upright picture is found in the lying one.
		part, err := s.renderRGBA(context.Background(), src, target{image.Rect(0, 1, 2, 3), 2, 2})
		if err != nil || fmt.Sprint(spelled(part)) != "[cd ef]" {
			t.Errorf("renderRGBA of orientation %d: the lower part is %v, error %v, want [cd ef]", orientation, spelled(part),
				err)
		}
	}
}

func TestBandsOfAScaledImageHaveNoSeams(t *testing.T) {
	t.Parallel()
	// A ramp in both directions shows any seam as a step.
	src := image.NewNRGBA(image.Rect(3, 5, 3+500, 5+400)) // not at the origin
	for y := range 400 {
		for x := range 500 {
			src.SetNRGBA(3+x, 5+y, color.NRGBA{uint8(x / 2), uint8(y / 2), 0, 0xFF})
		}
	}
	s := source{jpegHead: jpegHead{orientation: 1}, width: 500, height: 400}
	small, err := s.renderRGBA(context.Background(), src, target{image.Rect(0, 0, 500, 400), 250, 200})
	if err != nil {
		t.Fatal(err)
	}
	for y := range 200 {
		for x := range 250 {
			c := small.RGBAAt(x, y)
			if dx, dy := int(c.R)-x, int(c.G)-y; dx < -2 || dx > 2 {
				t.Fatalf("renderRGBA: pixel %d, %d has the red %d, want nearly its column", x, y, c.R)
			} else if dy < -2 || dy > 2 {
				t.Fatalf("renderRGBA: pixel %d, %d has the green %d, want nearly its row", x, y, c.G)
			} else if c.A != 0xFF {
				t.Fatalf("renderRGBA: pixel %d, %d has the alpha %d, want 255", x, y, c.A)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.renderRGBA(ctx, src, target{image.Rect(0, 0, 500, 400), 250, 200}); err == nil {
		t.Error("renderRGBA with a cancelled context: no error, want one")
	}
}
