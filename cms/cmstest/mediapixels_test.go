package cmstest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"testing"
)

// slope is an image in which each point has a colour of its own: red grows to the right, green downwards.
func slope(width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetRGBA(x, y, color.RGBA{uint8(255 * x / width), uint8(255 * y / height), 9, 255})
		}
	}
	return m
}

func encoded(t *testing.T, m image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func decoded(t *testing.T, address string) image.Image {
	t.Helper()
	content, _, status := fetch(t, address)
	m, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("%s: %d %v", address, status, err)
	}
	return m
}

// near compares a point of an image with what the slope has at another point.
func near(t *testing.T, what string, m image.Image, at, source image.Point, whole image.Point) {
	t.Helper()
	got := color.RGBAModel.Convert(m.At(at.X, at.Y)).(color.RGBA)
	want := color.RGBA{uint8(255 * source.X / whole.X), uint8(255 * source.Y / whole.Y), 9, 255}
	off := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	if off(got.R, want.R) > 1 || off(got.G, want.G) > 1 || got.B != want.B || got.A != want.A {
		t.Errorf("%s: %v is %v, not %v of %v", what, at, got, want, source)
	}
}

// TestSizesShowTheirImage looks at points all over the sizes of a wide and of a high image.
func TestSizesShowTheirImage(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	for _, whole := range []image.Point{{900, 600}, {400, 800}} {
		a := upload(c, "editor", fmt.Sprintf("s%d.png", whole.X), encoded(t, slope(whole.X, whole.Y)))
		for size, part := range map[string]image.Rectangle{
			"medium":    image.Rect(0, 0, whole.X, whole.Y),
			"thumbnail": image.Rect(0, 0, min(whole.X, whole.Y), min(whole.X, whole.Y)).Add(image.Pt(max(0, whole.X-whole.Y)/2, max(0, whole.Y-whole.X)/2)),
		} {
			address, _ := a.field(t, "media_details.sizes."+size+".source_url").(string)
			m := decoded(t, address)
			w, h := m.Bounds().Dx(), m.Bounds().Dy()
			for _, at := range []image.Point{{0, 0}, {w - 1, 0}, {0, h - 1}, {w - 1, h - 1}, {w / 3, 3 * h / 4}} {
				source := image.Pt(part.Min.X+at.X*part.Dx()/w, part.Min.Y+at.Y*part.Dy()/h)
				near(t, size+" of "+whole.String(), m, at, source, whole)
			}
		}
	}
}

// TestEditsMoveWhatAnImageShows turns, mirrors and cuts an image, and looks where its points have gone.
func TestEditsMoveWhatAnImageShows(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	const w, h = 120, 80
	whole := image.Pt(w, h)
	a := upload(c, "editor", "e.png", encoded(t, slope(w, h)))
	src, _ := a.field(t, "source_url").(string)
	for name, tc := range map[string]struct {
		edit   string
		size   image.Point
		source func(x, y int) image.Point
	}{
		"a quarter":      {`"modifiers":[{"type":"rotate","args":{"angle":90}}]`, image.Pt(h, w), func(x, y int) image.Point { return image.Pt(y, h-1-x) }},
		"the other way":  {`"modifiers":[{"type":"rotate","args":{"angle":-90}}]`, image.Pt(h, w), func(x, y int) image.Point { return image.Pt(w-1-y, x) }},
		"a half":         {`"rotation":180`, image.Pt(w, h), func(x, y int) image.Point { return image.Pt(w-1-x, h-1-y) }},
		"mirrored":       {`"modifiers":[{"type":"flip","args":{"flip":{"horizontal":true,"vertical":false}}}]`, image.Pt(w, h), func(x, y int) image.Point { return image.Pt(w-1-x, y) }},
		"upside down":    {`"modifiers":[{"type":"flip","args":{"flip":{"horizontal":false,"vertical":true}}}]`, image.Pt(w, h), func(x, y int) image.Point { return image.Pt(x, h-1-y) }},
		"a part":         {`"x":25,"y":50,"width":50,"height":25`, image.Pt(60, 20), func(x, y int) image.Point { return image.Pt(30+x, 40+y) }},
		"a part, listed": {`"modifiers":[{"type":"crop","args":{"left":10,"top":20,"width":30,"height":40}}]`, image.Pt(36, 32), func(x, y int) image.Point { return image.Pt(12+x, 16+y) }},
		"two steps":      {`"modifiers":[{"type":"crop","args":{"left":50,"top":0,"width":50,"height":100}},{"type":"rotate","args":{"angle":90}}]`, image.Pt(h, 60), func(x, y int) image.Point { return image.Pt(60+y, h-1-x) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made := c.do("editor", "POST", "/media/1/edit", fmt.Sprintf(`{"src":%q,%s}`, src, tc.edit))
			if made.status != 201 {
				t.Fatalf("%d %s", made.status, made.body)
			}
			m := decoded(t, made.field(t, "source_url").(string))
			if m.Bounds().Size() != tc.size {
				t.Fatalf("%v, want %v", m.Bounds().Size(), tc.size)
			}
			for _, at := range []image.Point{{0, 0}, {tc.size.X - 1, 0}, {0, tc.size.Y - 1}, {tc.size.X - 1, tc.size.Y - 1}, {7, 11}} {
				near(t, name, m, at, tc.source(at.X, at.Y), whole)
			}
		})
	}
}

// TestEditsThatLeaveNothing asks for what is no part of an image, and for more than memory should hold.
func TestEditsThatLeaveNothing(t *testing.T) {
	t.Parallel()
	c := start(t)
	a := upload(c, "editor", "e.png", encoded(t, slope(30, 20)))
	src, _ := a.field(t, "source_url").(string)
	for edit, want := range map[string]struct {
		status int
		code   string
	}{
		`"x":0,"y":0,"width":1,"height":50`:  {500, "rest_image_crop_failed"},
		`"x":0,"y":0,"width":50,"height":1`:  {500, "rest_image_crop_failed"},
		`"x":0,"y":0,"width":0,"height":50`:  {500, "rest_image_crop_failed"},
		`"x":0,"y":0,"width":50`:             {400, "rest_image_not_edited"},
		`"src":"` + src + `x","rotation":90`: {404, "rest_unknown_attachment"},
		`"modifiers":[{"type":"crop","args":{"left":0,"top":0,"width":100000000,"height":100000000}}]`: {500, "rest_image_crop_failed"},
	} {
		a := c.do("editor", "POST", "/media/1/edit", fmt.Sprintf(`{"src":%q,%s}`, src, edit))
		expect(t, edit, a, want.status, map[string]any{"code": want.code})
	}
	expect(t, "a type", c.do("editor", "POST", "/media/1/edit", fmt.Sprintf(`{"src":%q,"rotation":"a"}`, src)), 400,
		map[string]any{"data.params.rotation": "rotation must be of type integer."})
	expect(t, "a query", c.do("editor", "POST", "/media/1/edit", fmt.Sprintf(`{"src":%q,"rotation":90}`, src+"?v=2")), 201, map[string]any{"filename": "e-edited.png"})
	edited := c.do("editor", "POST", "/media/2/edit", fmt.Sprintf(`{"src":%q,"rotation":90}`, c.site.URL+"/cms-content/uploads/"+c.site.Record("media", 2)["filename"].(string)))
	expect(t, "edited again", edited, 201, map[string]any{"filename": "e-edited-1.png", "media_details.parent_image.attachment_id": "2"})
}

// TestSizesOfAPartOfAFrame scales an image whose points do not begin at the corner.
func TestSizesOfAPartOfAFrame(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	colours := color.Palette{color.RGBA{1, 2, 3, 255}, color.RGBA{200, 100, 50, 255}}
	frame := image.NewPaletted(image.Rect(0, 0, 400, 400), colours)
	draw.Draw(frame, image.Rect(0, 200, 400, 400), image.NewUniform(colours[1]), image.Point{}, draw.Src)
	var out bytes.Buffer
	if err := gif.Encode(&out, frame, nil); err != nil {
		t.Fatal(err)
	}
	a := upload(c, "editor", "f.gif", out.String())
	m := decoded(t, a.field(t, "media_details.sizes.medium.source_url").(string))
	for y, want := range map[int]color.Color{0: colours[0], 149: colours[0], 150: colours[1], 299: colours[1]} {
		if got := color.RGBAModel.Convert(m.At(10, y)); got != want {
			t.Errorf("line %d is %v, not %v", y, got, want)
		}
	}
}
