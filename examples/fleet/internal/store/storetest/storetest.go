// Package storetest counts what a store has.
package storetest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
)

// Times returns how often each record of a kind was stored in a run, by "site/id".
func Times(ctx context.Context, s *store.Store, run, kind string) (map[string]int, error) {
	times := map[string]int{}
	return times, s.Each(ctx, run, func(site string, page store.Page) error {
		for _, data := range page.Records {
			var record struct{ ID int64 }
			if page.Kind != kind {
				continue
			}
			if err := json.Unmarshal(data, &record); err != nil {
				return err
			}
			times[fmt.Sprintf("%s/%d", site, record.ID)]++
		}
		return nil
	})
}
