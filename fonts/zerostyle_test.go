package fonts_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestStyleWithoutAWeightIsRegular(t *testing.T) {
	t.Parallel()
	if got, want := (fonts.Style{Slant: fonts.SlantItalic}).CSS(), "font-weight: 400; font-style: italic"; got != want {
		t.Errorf("CSS of a style without a weight: %q, want %q", got, want)
	}
}
