package fonts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestFontsThatShareAnIDAreAllRead(t *testing.T) {
	t.Parallel()
	records := []string{
		`{"id":0,"name":"Inter"}`, `{"id":0,"name":"Lora"}`, `{"id":0,"name":"Lora","version":"2"}`,
		`{"id":0,"name":"Lora","fontSubfamily":"Bold"}`, `{"id":0,"name":"Victor"}`, `{"id":0,"name":"Zilla"}`,
		`{"id":0,"name":"Zilla","fontFamily":"Zilla Slab"}`, `{"id":0,"name":"Lora2"}`,
	}
	for first := range 2 {
		for _, stated := range []string{"", totals(8, 4)} {
			catalogue, _ := client(t, func(_ int, a asked) (int, string) {
				return 200, `{"code":200,"data":{"dataList":[` + strings.Join(cut(records, first, a), ",") + `]` + stated + `}}`
			})
			var got []string
			for font, err := range catalogue.All(t.Context(), &fonts.ListOptions{Size: 2}) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, font.Name+font.Version+font.FontSubfamily.String()+font.FontFamily)
			}
			want := []string{"Inter", "Lora", "Lora2", "LoraBold", "Victor", "Zilla", "ZillaZilla Slab", "Lora2"}
			equal(t, fmt.Sprintf("from %d, %s", first, stated), got, want)
		}
	}
}
