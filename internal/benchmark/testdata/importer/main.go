// Importer is the smallest program that uses a site.
package main

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	site, err := cms.New("https://docs.example.org")
	fmt.Println(site, err)
}
