package oembed_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	post = replay.Host + "/2025/03/shipping-licensing-note-11/"
	note = replay.Host + "/2025/03/debugging-optical-size-note-9/"
)

func TestEveryRecordingIsReplayed(t *testing.T) {
	t.Parallel()
	sitetest.All(t, map[string]func(*sitetest.Replay){
		"oembed_embed_json": embed(post, nil, oembed.Embed{Title: "Shipping Licensing: note 11", Width: 600, Height: 338}),
		"oembed_embed_page": embed(replay.Host+"/guide-1/", nil, oembed.Embed{Title: "Guide 1", Width: 600, Height: 338}),
		"oembed_embed_with_thumbnail": embed(note, nil, oembed.Embed{
			Title: "Debugging Optical size: note 9", Width: 600, Height: 338, ThumbnailWidth: 600, ThumbnailHeight: 394,
		}),
		"oembed_embed_maxwidth": func(r *sitetest.Replay) {
			got, err := oembed.New(r.Site).Embed(r.Context(), post, &oembed.EmbedOptions{MaxWidth: 300},
				cms.Fields("width", "height", "type"))
			r.OK(err)
			sitetest.Kept(r, got)
			if want := (&oembed.Embed{Type: oembed.TypeRich, Width: 300, Height: 200}); !reflect.DeepEqual(got, want) {
				r.Errorf("Embed of three fields: %+v, want %+v", got, want)
			}
		},
		"oembed_embed_404":         notFound(replay.Host + "/nope/"),
		"oembed_embed_draft_404":   notFound(replay.Host + "/?p=1260"),
		"oembed_embed_foreign_404": notFound("https://fonts.example/x"),
		"oembed_embed_xml": func(r *sitetest.Replay) {
			got, err := oembed.New(r.Site).EmbedXML(r.Context(), post, nil)
			r.OK(err)
			if !strings.HasPrefix(got, `<?xml version="1.0"?>`) ||
				!strings.Contains(got, "<title>Shipping Licensing: note 11</title>") {
				r.Errorf("EmbedXML: %s, want an XML document with the title", got)
			}
		},
		"oembed_embed_xml_404": func(r *sitetest.Replay) {
			_, err := oembed.New(r.Site).EmbedXML(r.Context(), replay.Host+"/nope/", nil)
			e := sitetest.Failure(r, err, 404, oembed.CodeInvalidURL, cms.ErrNotFound)
			if e.Message != "Not Found" || e.Reason != nil {
				r.Errorf("EmbedXML: %+v, want the message and no reason", e)
			} else if e.Hint != "" {
				r.Errorf("EmbedXML: hint %q, want none", e.Hint)
			}
		},
		"oembed_proxy_403": func(r *sitetest.Replay) {
			_, err := oembed.New(r.Site).Proxy(r.Context(), post, nil)
			sitetest.Failed(r, err, 403, "rest_forbidden", cms.ErrForbidden)
		},
		"oembed_proxy_internal": proxy(nil, 600, 338),
		"oembed_proxy_maxwidth": proxy(&oembed.ProxyOptions{MaxWidth: 400, MaxHeight: 300, Discover: new(false)}, 400, 225),
		"oembed_proxy_xml":      proxy(&oembed.ProxyOptions{Format: oembed.FormatXML}, 600, 338),
		"oembed_proxy_provider_blocked": func(r *sitetest.Replay) {
			_, err := oembed.New(r.Site).Proxy(r.Context(), "https://www.youtube.com/watch?v=dQw4w9WgXcQ", nil)
			sitetest.Failed(r, err, 404, oembed.CodeInvalidURL, cms.ErrNotFound)
		},
	}, map[string]string{
		"oembed_embed_bad_format_200":   "no method requests another format than JSON and XML",
		"oembed_embed_missing_url_400":  "an empty address is refused before anything is sent",
		"oembed_proxy_missing_url_400":  "an empty address is refused before anything is sent",
		"oembed_proxy_bad_maxwidth_200": "a width is a number",
	})
}

// embed is an Embed whose answer holds what want does.
func embed(page string, options *oembed.EmbedOptions, want oembed.Embed) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		got, err := oembed.New(r.Site).Embed(r.Context(), page, options)
		r.OK(err)
		sitetest.Kept(r, got)
		if got.Title != want.Title {
			r.Errorf("Embed: title %q, want %q", got.Title, want.Title)
		} else if got.Width != want.Width || got.Height != want.Height {
			r.Errorf("Embed: %d×%d, want %d×%d", got.Width, got.Height, want.Width, want.Height)
		} else if got.Type != oembed.TypeRich || got.Version != "1.0" {
			r.Errorf("Embed: type %q, version %q, want rich and 1.0", got.Type, got.Version)
		} else if got.ProviderName != "Glyph Docs" || got.ProviderURL != replay.Host {
			r.Errorf("Embed: provider %q at %q, want Glyph Docs at %s", got.ProviderName, got.ProviderURL, replay.Host)
		} else if got.AuthorURL == "" || got.Extra != nil {
			r.Errorf("Embed: author at %q, extra %v, want an address and none", got.AuthorURL, got.Extra)
		} else if !strings.HasPrefix(got.HTML, "<blockquote") {
			r.Errorf("Embed: HTML %s, want a blockquote first", got.HTML)
		} else if (got.ThumbnailURL != "") != (want.ThumbnailWidth > 0) {
			r.Errorf("Embed: thumbnail at %q, want an address: %t", got.ThumbnailURL, want.ThumbnailWidth > 0)
		} else if got.ThumbnailWidth != want.ThumbnailWidth || got.ThumbnailHeight != want.ThumbnailHeight {
			r.Errorf("Embed: thumbnail %d×%d, want %d×%d", got.ThumbnailWidth, got.ThumbnailHeight, want.ThumbnailWidth,
				want.ThumbnailHeight)
		}
	}
}

func proxy(options *oembed.ProxyOptions, width, height oembed.Measure) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		got, err := oembed.New(r.Site).Proxy(r.Context(), post, options)
		r.OK(err)
		sitetest.Kept(r, got)
		if got.Width != width || got.Height != height {
			r.Errorf("Proxy: %d×%d, want %d×%d", got.Width, got.Height, width, height)
		} else if got.Title != "Shipping Licensing: note 11" {
			r.Errorf("Proxy: title %q, want that of the note", got.Title)
		}
	}
}

func notFound(page string) func(*sitetest.Replay) {
	return func(r *sitetest.Replay) {
		_, err := oembed.New(r.Site).Embed(r.Context(), page, nil)
		e := sitetest.Failure(r, err, 404, oembed.CodeInvalidURL, cms.ErrNotFound)
		if e.Message != "Not Found" || string(e.Data) != `{"status":404}` {
			r.Errorf("Embed of %s: message %q, data %s, want Not Found and only the status", page, e.Message, e.Data)
		} else if e.Reason != nil || e.Hint != "" {
			r.Errorf("Embed of %s: reason %v, hint %q, want neither", page, e.Reason, e.Hint)
		}
	}
}
