package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// comments reads the comments of every status and type in one walk. A walk for each
// status would miss a comment that a moderator approves between two of them.
func (k *kindRun) comments(ctx context.Context) error {
	list := cms.NewCollection[archive.Record, struct{}, comments.ListOptions](k.site, k.kind.Route)
	options := &comments.ListOptions{Context: k.kind.Context, Status: comments.FilterAny, Type: comments.TypeAll}
	return readWhole(ctx, k, list, options)
}

// settings reads the settings of the site, which become one record.
func (k *kindRun) settings(ctx context.Context) error {
	record, err := cms.Do(ctx, k.site, cms.Request[archive.Record]{Path: k.kind.Route})
	if err != nil {
		return err
	}
	if len(*record) == 0 {
		return errors.New("the site sent no settings")
	}
	(*record)["id"] = json.RawMessage(archive.SettingsName)
	return k.keep(ctx, *record)
}
