package oembed_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"testing"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func FuzzEmbed(f *testing.F) {
	for _, s := range []string{rich, `{"version":1,"width":"100%","height":1e400,"html":false,"cache_age":null,"x":{}}`, `{"width":" 12.5 ","thumbnail_width":-1}`} {
		f.Add([]byte(s))
	}
	fuzzing.Records(f, "testdata")
	f.Fuzz(func(t *testing.T, body []byte) {
		embed, ok := fuzzing.Reread[oembed.Embed](t, body, "width", "height", "thumbnail_width", "thumbnail_height", "cache_age")
		if ok && min(embed.Width, embed.Height, embed.ThumbnailWidth, embed.ThumbnailHeight, embed.CacheAge) < 0 {
			t.Errorf("%s: %+v", body, embed)
		}
	})
}

// FuzzXML reads an answer that may be XML. One that is says what XML says.
func FuzzXML(f *testing.F) {
	f.Add([]byte("<oembed><a>1</a></oembed>"))
	f.Add([]byte("<?xml version=\"1.0\"?><oembed><title>a &amp; b</title><data><status>404</status></data></oembed>"))
	f.Add([]byte("<!DOCTYPE x [<!ENTITY a \"b\">]><oembed><title>&a;</title></oembed>"))
	for _, answer := range fuzzing.Answers(f, "testdata") {
		f.Add(answer.Body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, status := range []int{200, 404} {
			_, site := sitetest.NewTap(t, replay.Reply{Status: status, Body: string(body)})
			got, err := oembed.New(site).EmbedXML(t.Context(), page, nil)
			if (got == nil) == (err == nil) || status == 404 && err == nil {
				t.Errorf("%+v, %v", got, err)
			}
			var document struct {
				XMLName xml.Name
				Titles  []string `xml:"title"`
			}
			dec := xml.NewDecoder(bytes.NewReader(body))
			dec.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, io.EOF }
			if err != nil || dec.Decode(&document) != nil || document.XMLName.Local != "oembed" || len(document.Titles) == 0 || !utf8.Valid(body) {
				continue
			}
			if last := document.Titles[len(document.Titles)-1]; got.Title != last && !bytes.Contains(body, []byte(":title")) && len(document.Titles) == bytes.Count(body, []byte("<title")) && !bytes.Contains(body, []byte("<title><")) && bytes.Count(body, []byte("<")) == 2*bytes.Count(body, []byte("</")) {
				t.Errorf("%s: the title is %q, not %q", body, got.Title, last)
			}
		}
	})
}
