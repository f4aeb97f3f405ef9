package report

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// sampleSite starts a site in memory with invented visits, and makes it the target,
// unless there is one.
func sampleSite(target *program.Site, env *program.Environment) (end func()) {
	if target.Address != "" {
		return func() {}
	}
	server := cmstest.NewServer(cmstest.WithPrefix(cmp.Or(target.Prefix, "cms")))
	program.Println(env.Err, "site: a server in memory at", server.URL)
	target.Address, target.User, env.Password = server.URL, "admin", server.AppPassword("admin")
	var posts []int64
	for _, title := range []string{"Kerning by eye", "Hinting at small sizes", "What a licence allows", "Variable fonts"} {
		posts = append(posts, server.Insert("posts", map[string]any{"title": title}))
	}
	today := time.Now().UTC() // the site is in UTC
	for ago := range 60 {
		for _, visit := range visitsOn(today.AddDate(0, 0, -ago), posts) {
			server.Insert("analytics", visit)
		}
	}
	return server.Close
}

// visitsOn invents a day: a wave over weeks, with quiet weekends.
func visitsOn(date time.Time, posts []int64) []map[string]any {
	day, n := date.Format(time.DateOnly), date.YearDay()
	visitors := int(90 + 35*math.Sin(float64(n)/5) + float64(n%7)*4)
	if date.Weekday() == time.Saturday || date.Weekday() == time.Sunday {
		visitors /= 2
	}
	visits := []map[string]any{{"date": day, "path": "/", "visitors": visitors, "pageviews": visitors * 3 / 2}}
	for i, post := range posts {
		share := visitors / (i + 3)
		visits = append(visits, map[string]any{"date": day, "path": fmt.Sprintf("/note-%d/", i+1), "post_id": post,
			"visitors": share, "pageviews": share + share/(i+2)})
	}
	for i, place := range []string{"https://search.example.com/", "https://news.example.org/type/",
		"https://social.example.net/"} {
		share := visitors / (2*i + 3)
		visits = append(visits, map[string]any{"date": day, "referrer": place, "visitors": share, "pageviews": share * 5 / 4})
	}
	return visits
}
