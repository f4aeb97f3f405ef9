package fontstest_test

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func Example() {
	catalogue := fontstest.NewServer()
	defer catalogue.Close()

	// Any client of the catalogue does; package fonts has one.
	res, err := http.Post(catalogue.URL+"/api/fonts/list", "application/json",
		strings.NewReader(`{"pageData":{"page":1,"size":3},"category":"serif","keyword":"garamond"}`))
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	var answer struct {
		Data struct {
			DataList []struct{ Name, Category string }
		}
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	for _, font := range answer.Data.DataList {
		fmt.Println(font.Name, "is", font.Category)
	}
	fmt.Println("asked once:", len(catalogue.Requests()) == 1)
	// Output:
	// EB Garamond is serif
	// asked once: true
}

// Test a client against an unusual server. This one counts pages from 0, returns two
// records a page for any requested size, and writes totals as strings.
func Example_otherReadings() {
	catalogue := fontstest.NewServer(
		fontstest.WithFonts([]map[string]any{{"name": "Alpha"}, {"name": "Bravo"}, {"name": "Charlie"}}),
		fontstest.WithFirstPage(0),
		fontstest.WithFixedSize(2),
		fontstest.WithTotals(fontstest.TotalsStrings),
	)
	defer catalogue.Close()

	res, err := http.Post(catalogue.URL+"/api/fonts/list", "application/json",
		strings.NewReader(`{"pageData":{"page":1,"size":50}}`))
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	var answer struct{ Data json.RawMessage }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(answer.Data))
	// Output:
	// {"dataList":[{"name":"Charlie"}],"page":1,"pageTotal":"2","total":"3"}
}
