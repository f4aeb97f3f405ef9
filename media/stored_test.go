package media_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/media"
)

func TestNameAndSizeOfAnyFile(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		record media.Media
		name   string
		size   int64
	}{
		"image": {media.Media{
			SourceURL: "https://d.example/u/2026/11/a-scaled.png", Filename: new("a.png"), Filesize: new(int64(9)),
			MediaDetails: media.MediaDetails{File: "2026/11/a-scaled.png", Filesize: 9},
		}, "a-scaled.png", 9},
		"PDF": {media.Media{SourceURL: "https://d.example/u/2026/11/b%20c.pdf", Filename: new("b c.pdf"),
			Filesize: new(int64(8))}, "b c.pdf", 8},
		"on an older site": {media.Media{SourceURL: "https://d.example/u/d.mp3?x=1",
			MediaDetails: media.MediaDetails{Filesize: 7}}, "d.mp3", 7},
		"without a file":    {media.Media{SourceURL: "https://d.example/specimen-10/"}, "", 0},
		"without anything":  {media.Media{}, "", 0},
		"not encoded":       {media.Media{SourceURL: "https://d.example/u/100%25%.jpg?x=1"}, "100%25%.jpg", 0},
		"address is no URL": {media.Media{SourceURL: "https://[d.example/%zz.png"}, "", 0},
	} {
		if got, size := test.record.Name(), test.record.Size(); got != test.name || size != test.size {
			t.Errorf("%s: Name %q, Size %d, want %q and %d", name, got, size, test.name, test.size)
		}
	}
}
