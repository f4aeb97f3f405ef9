package plugins

import (
	"fmt"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

const (
	archivedLayout  = "20060102150405"
	defaultArchiver = "wayback"
)

func (s archiverPlane) insertArchived(record map[string]any) (int64, error) {
	one := archived{service: defaultArchiver, timestamp: s.Clock.Now().UTC().Format(archivedLayout)}
	err := seed.Fields(record, one.places())
	if err != nil {
		return 0, err
	}
	if _, err := time.Parse(archivedLayout, one.timestamp); err != nil {
		return 0, fmt.Errorf("timestamp is %q, not like %s", one.timestamp, archivedLayout)
	}
	if one.id, err = seed.PlaceID(&s.State.nextCopy, one.id, s.archivedRecord(one.id) != nil); err != nil {
		return 0, err
	}
	s.State.archived = append(s.State.archived, one)
	return one.id, nil
}

func (s archiverPlane) archivedRecord(id int64) map[string]any {
	i := slices.IndexFunc(s.State.archived, func(one archived) bool { return one.id == id })
	if i < 0 {
		return nil
	}
	return s.State.archived[i].places().Record()
}

func (one *archived) places() seed.Places {
	return seed.Places{"id": &one.id, "url": &one.page, "service": &one.service, "timestamp": &one.timestamp}
}

func (one archived) show() php.Object {
	made, _ := time.Parse(archivedLayout, one.timestamp)
	return php.Object{
		{"url", one.page}, {"service", one.service}, {"timestamp", one.timestamp}, {"date", made.Format(php.StampLayout)},
		{"snapshot_url", "https://" + one.service + ".archive.test/" + one.timestamp + "/" + one.page},
	}
}

func (s archiverPlane) archiverRoutes(add Router) {
	const args = `{"url":{"type":"string","required":true},"service":{"type":"string","required":false}}`
	early := rest.Rules{"*": {Early: true}}
	may := rest.Needs("edit_posts", "rest_forbidden", "You may not have pages archived.")
	add("/trigger-snapshot", rest.On([]string{"POST"}, nil, may, s.triggerSnapshot).Taking(args))
	add("/get-snapshots", rest.On([]string{"GET"}, early, rest.Everyone, s.listSnapshots).Taking(args))
}

func (s archiverPlane) triggerSnapshot(c *rest.Call) (*rest.Response, *rest.Error) {
	one := archived{
		id: s.State.nextCopy, page: c.Text("url"), service: c.Text("service"),
		timestamp: s.Clock.Now().UTC().Format(archivedLayout),
	}
	if one.service == "" {
		one.service = defaultArchiver
	}
	s.State.nextCopy++
	s.State.archived = append(s.State.archived, one)
	return rest.OK(one.show())
}

// listSnapshots returns the snapshots of a page, the newest first.
func (s archiverPlane) listSnapshots(c *rest.Call) (*rest.Response, *rest.Error) {
	service := c.Text("service")
	list := []php.Object{}
	for _, one := range slices.Backward(s.State.archived) {
		if one.page == c.Text("url") && (service == "" || one.service == service) {
			list = append(list, one.show())
		}
	}
	return rest.OK(php.Object{{"snapshots", list}})
}
