package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
)

// A file that cmsgen saved becomes Go types. The command line is
//
//	cmsgen -from testdata/museum.json -route catalogue/v1/opening-hours -package museum
func Example() {
	var out bytes.Buffer
	none := func(string) string { return "" }
	status := run(context.Background(),
		[]string{"-from", "testdata/museum.json", "-route", "catalogue/v1/opening-hours", "-package", "museum"},
		surroundings(none, &out, os.Stderr))
	fmt.Println(status)
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "type OpeningHours ") || strings.HasSuffix(line, "json:\"from\"`\n") ||
			strings.HasSuffix(line, "json:\"to\"`\n") {
			fmt.Print(line)
		}
	}
	// Output:
	// 0
	// type OpeningHours struct {
	// 	From int `json:"from"`
	// 	To   int `json:"to"`
}
