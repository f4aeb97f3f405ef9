package benchmark

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/benchmark/byhand"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/wire"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// BenchmarkDecode decodes lists of a hundred records of each kind.
func BenchmarkDecode(b *testing.B) {
	compare[cms.Post, byhand.Post](b, "posts", "cms/testdata/posts_get.http.json")
	compare[cms.Page, byhand.Page](b, "pages", "cms/testdata/pages_get.http.json")
	compare[cms.Block, byhand.Block](b, "blocks", "cms/testdata/blocks_get.http.json")
	compare[cms.MenuItem, byhand.MenuItem](b, "menu items", "cms/testdata/menu_items_get.http.json")
	compare[cms.Revision, byhand.Revision](b, "revisions", "cms/testdata/posts_revisions_get.http.json")
	compare[media.Media, byhand.Media](b, "media", "media/testdata/media_get_image_edit.http.json")
	compare[snippets.Snippet, byhand.Snippet](b, "snippets", "snippets/testdata/snippets_get.http.json")
}

// compare decodes a hundred times the record of a recording, by both.
func compare[SDK, Hand any](b *testing.B, name, recording string) {
	b.Helper()
	list := aHundred(answer(b, recording))
	b.Run(name+"/sdk", func(b *testing.B) {
		b.SetBytes(int64(len(list)))
		b.ReportAllocs()
		for b.Loop() {
			var records []SDK
			err := wire.List(list, 100, reflect.ValueOf(&records).Elem())
			if err != nil || len(records) != 100 {
				b.Fatalf("Decoding %s with the SDK: %d records, error %v, want 100", name, len(records), err)
			}
		}
	})
	b.Run(name+"/by hand", func(b *testing.B) {
		b.SetBytes(int64(len(list)))
		b.ReportAllocs()
		for b.Loop() {
			var records []Hand
			if err := json.Unmarshal(list, &records); err != nil || len(records) != 100 {
				b.Fatalf("Decoding %s by hand: %d records, error %v, want 100", name, len(records), err)
			}
		}
	})
}

// answer is the body of a recorded answer, by its path in the module.
func answer(tb testing.TB, path string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		tb.Fatal(err)
	}
	var recording replay.Recording
	if err := json.Unmarshal(data, &recording); err != nil {
		tb.Fatal(err)
	}
	return recording.Response.Bytes(tb)
}

// aHundred is a list of a hundred records with ids of their own, which are equal but for them.
func aHundred(record []byte) []byte {
	_, rest, _ := bytes.Cut(record, []byte(`"id":`))
	rest = rest[bytes.IndexByte(rest, ','):]
	var list []byte
	for i := range 100 {
		list = fmt.Appendf(list, `,{"id":%d%s`, 10_000+i, rest)
	}
	list[0] = '['
	return append(list, ']')
}
