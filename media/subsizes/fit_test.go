package subsizes

import (
	"image"
	"reflect"
	"testing"
)

func TestSizesAreFittedAsASiteDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height int
		size          Size
		want          target
		ok            bool
	}{
		{900, 600, Size{Width: 300, Height: 300}, target{image.Rect(0, 0, 900, 600), 300, 200}, true},
		{600, 900, Size{Width: 300, Height: 300}, target{image.Rect(0, 0, 600, 900), 200, 300}, true},
		{900, 600, Size{Width: 768}, target{image.Rect(0, 0, 900, 600), 768, 512}, true},
		{900, 600, Size{Height: 300}, target{image.Rect(0, 0, 900, 600), 450, 300}, true},
		{900, 600, Size{Width: 150, Height: 150, Crop: true}, target{image.Rect(150, 0, 750, 600), 150, 150}, true},
		{900, 600, Size{Width: 150, Height: 150, Crop: true, CropX: "left", CropY: "top"},
			target{image.Rect(0, 0, 600, 600), 150, 150}, true},
		{900, 600, Size{Width: 150, Height: 150, Crop: true, CropX: "right", CropY: "bottom"},
			target{image.Rect(300, 0, 900, 600), 150, 150}, true},
		{600, 300, Size{Width: 400, Height: 400, Crop: true}, target{image.Rect(100, 0, 500, 300), 400, 300}, true},
		{900, 600, Size{Width: 300, Crop: true}, target{image.Rect(0, 0, 900, 600), 300, 200}, true},
		{900, 600, Size{Height: 300, Crop: true}, target{image.Rect(0, 0, 900, 600), 450, 300}, true},
		{900, 600, Size{Width: 1024, Height: 1024}, target{}, false},  // too small
		{900, 600, Size{Width: 900, Height: 600}, target{}, false},    // the same
		{901, 600, Size{Width: 900, Height: 600}, target{}, false},    // virtually the same
		{900, 600, Size{}, target{}, false},                           // no bounds
		{1024, 700, Size{Width: 1024, Height: 1024}, target{}, false}, // as large
		{4000, 1, Size{Width: 100}, target{image.Rect(0, 0, 4000, 1), 100, 1}, true},
	} {
		got, ok := c.size.fit(c.width, c.height)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("fit of %d×%d to %+v: %+v, %t, want %+v, %t", c.width, c.height, c.size, got, ok, c.want, c.ok)
		}
	}
}

func TestEqualSubSizesShareAFile(t *testing.T) {
	t.Parallel()
	sizes := map[string]Size{
		"a": {Width: 300, Height: 300}, "b": {Width: 300}, "c": {Width: 300, Height: 200, Crop: true},
		"d": {Width: 200, Height: 200}, "unwanted": {Width: 300}, "huge": {Width: 5000},
	}
	groups := plan(900, 600, sizes, func(name string) bool { return name != "unwanted" })
	var got [][]string
	for _, g := range groups {
		got = append(got, g.names)
	}
	if want := [][]string{{"a", "b", "c"}, {"d"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("groups %v, want %v", got, want)
	}
}

func TestDefaultSizesAreThoseOfWordPress(t *testing.T) {
	t.Parallel()
	want := map[string]Size{
		"thumbnail": {150, 150, true, "", ""}, "medium": {300, 300, false, "", ""}, "medium_large": {768, 0, false, "", ""},
		"large":     {1024, 1024, false, "", ""},
		"1536x1536": {1536, 1536, false, "", ""}, "2048x2048": {2048, 2048, false, "", ""},
	}
	if got := DefaultSizes(); !reflect.DeepEqual(got, want) {
		t.Errorf("DefaultSizes: %v, want %v", got, want)
	}
}

func TestImageThatItsFormatCannotHoldIsAnError(t *testing.T) {
	t.Parallel()
	wide := image.NewRGBA(image.Rect(0, 0, 1<<16, 1))
	for format, picture := range map[string]*image.RGBA{"jpeg": wide, "gif": wide, "png": {}} {
		if file, err := (&source{format: format}).encode(picture, picture, 82); err == nil {
			t.Errorf("encode of %s: %d bytes, want an error", format, len(file))
		}
	}
}
