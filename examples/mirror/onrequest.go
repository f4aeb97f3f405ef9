package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

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
