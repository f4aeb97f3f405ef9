package cmstest

import (
	"fmt"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// The answers of this plugin are made up: nobody has seen real ones. See the package comment.

// archived is a copy of a page.
type archived struct {
	id            int64
	page, service string
	timestamp     string // of Greenwich, in fourteen digits
}

const (
	archivedLayout  = "20060102150405"
	defaultArchiver = "wayback"
)

func (s archiverPlane) insertArchived(record map[string]any) (int64, error) {
	one := archived{service: defaultArchiver, timestamp: s.clock().UTC().Format(archivedLayout)}
	err := seedFields(record, map[string]any{"id": &one.id, "url": &one.page, "service": &one.service, "timestamp": &one.timestamp})
	if err != nil {
		return 0, err
	}
	if _, err := time.Parse(archivedLayout, one.timestamp); err != nil {
		return 0, fmt.Errorf("timestamp is %q, not like %s", one.timestamp, archivedLayout)
	}
	taken := idsOf(s.plugins.archived, func(one archived) int64 { return one.id })
	if one.id, err = placeID(&s.plugins.nextCopy, one.id, taken); err != nil {
		return 0, err
	}
	s.plugins.archived = append(s.plugins.archived, one)
	return one.id, nil
}

func (s archiverPlane) archivedRecord(id int64) map[string]any {
	i := slices.IndexFunc(s.plugins.archived, func(one archived) bool { return one.id == id })
	if i < 0 {
		return nil
	}
	one := s.plugins.archived[i]
	return map[string]any{"id": one.id, "url": one.page, "service": one.service, "timestamp": one.timestamp}
}

func (one archived) show() php.Object {
	made, _ := time.Parse(archivedLayout, one.timestamp)
	return php.Object{
		{"url", one.page}, {"service", one.service}, {"timestamp", one.timestamp}, {"date", made.Format(php.StampLayout)},
		{"snapshot_url", "https://" + one.service + ".archive.test/" + one.timestamp + "/" + one.page},
	}
}

func (s archiverPlane) archiverRoutes(add pluginRouter) {
	params := []param{{name: "url", schema: text(), required: true, early: true}, {name: "service", schema: text(), early: true}}
	add("/trigger-snapshot", endpoint{[]string{"POST"}, params, mayArchive, s.triggerSnapshot})
	add("/get-snapshots", endpoint{[]string{"GET"}, params, everyone, s.listSnapshots})
}

func mayArchive(c *call) *fault {
	if !c.user.Can("edit_posts") {
		return c.forbidden("rest_forbidden", "You may not have pages archived.")
	}
	return nil
}

func (s archiverPlane) triggerSnapshot(c *call) (*response, *fault) {
	one := archived{
		id: s.plugins.nextCopy, page: c.text("url"), service: c.text("service"), timestamp: s.clock().UTC().Format(archivedLayout),
	}
	if one.service == "" {
		one.service = defaultArchiver
	}
	s.plugins.nextCopy++
	s.plugins.archived = append(s.plugins.archived, one)
	return &response{status: 200, body: one.show()}, nil
}

// listSnapshots are those of a page, the newest first.
func (s archiverPlane) listSnapshots(c *call) (*response, *fault) {
	service := c.text("service")
	list := []php.Object{}
	for _, one := range slices.Backward(s.plugins.archived) {
		if one.page == c.text("url") && (service == "" || one.service == service) {
			list = append(list, one.show())
		}
	}
	return &response{status: 200, body: php.Object{{"snapshots", list}}}, nil
}
