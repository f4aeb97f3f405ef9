package fonts_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestAStyleWithoutAWeightIsRegular(t *testing.T) {
	t.Parallel()
	if got, want := (fonts.Style{Slant: fonts.SlantItalic}).CSS(), "font-weight: 400; font-style: italic"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
