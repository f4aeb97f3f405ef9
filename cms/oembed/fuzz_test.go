package oembed_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

func FuzzEmbed(f *testing.F) {
	for _, s := range []string{rich, `{"version":1,"width":"100%","height":1e400,"html":false,"cache_age":null,"x":{}}`,
		`{"width":" 12.5 ","thumbnail_width":-1}`} {
		f.Add([]byte(s))
	}
	fuzzing.Records(f, "testdata")
	f.Fuzz(func(t *testing.T, body []byte) {
		embed, ok := fuzzing.Reread[oembed.Embed](t, body, "width", "height", "thumbnail_width",
			"thumbnail_height", "cache_age")
		if ok && min(embed.Width, embed.Height, embed.ThumbnailWidth, embed.ThumbnailHeight, embed.CacheAge) < 0 {
			t.Errorf("Unmarshal of %s: %+v, want no negative number", body, embed)
		}
	})
}
