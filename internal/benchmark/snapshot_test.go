package benchmark

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// catalogue is a server with many fonts, a thousand on a page. It keeps none of them.
type catalogue struct{ fonts int }

func (c catalogue) RoundTrip(req *http.Request) (*http.Response, error) {
	var asked struct{ PageData struct{ Page, Size int } }
	data, err := io.ReadAll(req.Body)
	if err == nil {
		err = json.Unmarshal(data, &asked)
	}
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	page, size := max(asked.PageData.Page, 1), asked.PageData.Size
	fmt.Fprintf(&body, `{"code":200,"data":{"page":%d,"pageTotal":%d,"total":%d,"dataList":[`,
		page, (c.fonts+size-1)/size, c.fonts)
	for i := (page - 1) * size; i < min(page*size, c.fonts); i++ {
		if i%size > 0 {
			body.WriteByte(',')
		}
		writeFont(&body, i)
	}
	body.WriteString("]}}")
	return memory{http.StatusOK, jsonHeader(), body.Bytes()}.RoundTrip(req)
}

// writeFont writes font i. Eight fonts are a family.
func writeFont(w io.Writer, i int) {
	family := i / 8
	style := [...]string{"Thin", "Light", "Regular", "Medium", "Semi Bold", "Bold", "Extra Bold", "Black"}[i%8]
	_, _ = fmt.Fprintf(w, `{"id":"font-%07d","name":"Family %d %s","fontFamily":"Family %d","fontSubfamily":["%s"],`,
		i, family, style, family, style)
	_, _ = fmt.Fprintf(w, `"tags":"latin,%s,variable","languages":"en,fr,de,pt-BR","category":"%s","version":"Version `+
		`%d.%03d",`,
		[...]string{"display", "text"}[family%2], [...]string{"sans-serif", "serif", "monospace"}[family%3],
		1+family%3, family%1000)
	_, _ = fmt.Fprintf(w, `"copyright":"Copyright %d The Family %d Project Authors","designer":"Designer %d",`,
		2000+family%26, family, family%5000)
	_, _ = fmt.Fprintf(w, `"description":"Family %d is a family of eight styles for texts on screens.",`, family)
	_, _ = fmt.Fprintf(w, `"created_at":"2025-03-%02d 10:00:00","updated_at":"2026-01-%02d 12:30:00"}`,
		1+family%28, 1+family%28)
}

// BenchmarkSnapshot copies a catalogue of a million fonts. The peak is that of the
// process: run it by itself, with -benchtime 1x.
func BenchmarkSnapshot(b *testing.B) {
	client, err := fonts.New(site, fonts.WithHTTPClient(&http.Client{Transport: catalogue{1_000_000}}))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		copied, err := snapshot.Take(b.Context(), client, &fonts.ListOptions{Size: 1000})
		if err != nil {
			b.Fatal(err)
		}
		if n := len(copied.Fonts); n != 1_000_000 {
			b.Fatalf("Take: %d fonts, want a million", n)
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "live-MiB")
		runtime.KeepAlive(copied)
	}
}
