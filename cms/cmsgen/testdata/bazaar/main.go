// Command bazaar uses the code that cmsgen wrote for a site with the plugin bazaar.php. It lists, reads, creates,
// updates and deletes through generated types, and compares every member that it reads with the JSON of the site.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"reflect"
	"strings"

	"github.com/fontcms/fontcms-go/cms"

	shop "museum/shop"
)

func main() {
	site, err := cms.New(os.Getenv("FONTCMS_SITE"), cms.WithPrefix(os.Getenv("FONTCMS_PREFIX")),
		cms.WithUserAgent("bazaar"),
		cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		log.Fatal(err)
	}
	for _, part := range []struct {
		name string
		run  func(context.Context, *cms.Client) error
	}{
		{"reads", reads}, {"orders", orders}, {"batch", batch}, {"members", members}, {"calls", calls},
	} {
		if err := part.run(context.Background(), site); err != nil {
			log.Fatalf("%s: %v", part.name, err)
		}
		fmt.Println(part.name, "ok")
	}
}

// same compares what a call returned with the JSON of the site, member by member.
func same(ctx context.Context, site *cms.Client, path string, got any, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	raw, err := cms.Do(ctx, site, cms.Request[json.RawMessage]{Path: path})
	if err != nil {
		return err
	}
	written, err := cms.Marshal(got)
	if err != nil {
		return err
	}
	var is, want any
	if err := errors.Join(json.Unmarshal(written, &is), json.Unmarshal(*raw, &want)); err != nil {
		return err
	}
	if list, ok := want.([]any); ok && len(list) == 1 && reflect.TypeOf(is).Kind() == reflect.Map { // a list of one
		want = list[0]
	}
	return compare(path, is, want)
}

// compare reports a member that was lost or changed. A number may be written as a text, and nothing as null.
func compare(path string, is, want any) error {
	switch want := want.(type) {
	case map[string]any:
		object, _ := is.(map[string]any)
		for name, value := range want {
			if inner, ok := object[name]; !ok {
				return fmt.Errorf("%s.%s is lost", path, name)
			} else if err := compare(path+"."+name, inner, value); err != nil {
				return err
			}
		}
		return nil
	case []any:
		list, _ := is.([]any)
		if len(list) != len(want) {
			return fmt.Errorf("%s has %d elements, not %d", path, len(list), len(want))
		}
		for i := range want {
			if err := compare(fmt.Sprintf("%s[%d]", path, i), list[i], want[i]); err != nil {
				return err
			}
		}
		return nil
	}
	text := func(v any) string { return strings.TrimSuffix(strings.TrimSuffix(fmt.Sprint(v), "0"), ".") }
	if text(is) != text(want) && !(want == nil || want == "") {
		return fmt.Errorf("%s is %v, not %v", path, is, want)
	}
	return nil
}

func reads(ctx context.Context, site *cms.Client) error {
	redirects, err1 := shop.NewRedirects(site).List(ctx, nil)
	redirect, err2 := shop.NewRedirects(site).Get(ctx, 2)
	pods, err3 := shop.NewBazaarService(site).Pods(ctx)
	words, err4 := shop.NewBazaarService(site).Words(ctx)
	checkout, err5 := shop.NewBazaarService(site).Checkout(ctx)
	countries, err6 := shop.NewDataCountries(site).List(ctx, nil)
	country, err7 := shop.NewDataCountries(site).Get(ctx, "fr")
	groups, err8 := shop.NewBazaarService(site).Groups(ctx)
	settings, err9 := shop.NewSettings(site, "general").List(ctx, nil)
	setting, err10 := shop.NewSettings(site, "general").Get(ctx, "tax")
	plug, err11 := shop.NewPlug(site, "pen").Get(ctx)
	return errors.Join(
		same(ctx, site, "bazaar/v1/redirects", redirects, err1),
		same(ctx, site, "bazaar/v1/redirects/2", redirect, err2),
		same(ctx, site, "bazaar/v1/pods", pods, err3),
		same(ctx, site, "bazaar/v1/words", words, err4),
		same(ctx, site, "bazaar/v1/checkout", checkout, err5),
		same(ctx, site, "bazaar/v1/data/countries", countries, err6),
		same(ctx, site, "bazaar/v1/data/countries/fr", country, err7),
		same(ctx, site, "bazaar/v1/settings", groups, err8),
		same(ctx, site, "bazaar/v1/settings/general", settings, err9),
		same(ctx, site, "bazaar/v1/settings/general/tax", setting, err10),
		same(ctx, site, "bazaar/v1/plugs/pen", plug, err11),
	)
}

func ptr[T any](v T) *T { return &v }

func orders(ctx context.Context, site *cms.Client) error {
	all := shop.NewOrders(site)
	list, err := all.List(ctx, nil)
	if err != nil {
		return err
	}
	if err := same(ctx, site, "bazaar/v1/orders", list.Items, nil); err != nil {
		return err
	}
	if _, err := all.Create(ctx, &shop.OrderParams{Number: ptr("A6")}); !errors.Is(err, cms.ErrInvalidArgument) {
		return fmt.Errorf("a create without the required address: %v", err)
	}
	made, err := all.Create(ctx, &shop.OrderParams{Number: ptr("A6"), DeliveryURL: ptr("https://example.org/6"),
		Lines: []shop.OrderLineParams{{Name: ptr("Pen")}}})
	if err != nil {
		return err
	}
	path := fmt.Sprintf("bazaar/v1/orders/%d", made.ID)
	if err := same(ctx, site, path, made, nil); err != nil {
		return err
	}
	// with its id it is the same line, without a second one
	lines := []shop.OrderLineParams{{ID: ptr(made.Lines[0].ID), Name: ptr("Ink")}}
	made, err = all.Update(ctx, made.ID, &shop.OrderParams{Lines: lines})
	if err != nil || len(made.Lines) != 1 || made.Lines[0].Name != "Ink" || made.DeliveryURL != "https://example.org/6" {
		return fmt.Errorf("updated %+v, %v", made, err)
	}
	deleted, err := all.Delete(ctx, made.ID)
	if err != nil || !deleted.Deleted || deleted.Previous.Number != "A6" {
		return fmt.Errorf("deleted %+v, %v", deleted, err)
	}
	if _, err := all.Get(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
		return fmt.Errorf("after the delete: %v", err)
	}
	return nil
}

func batch(ctx context.Context, site *cms.Client) error {
	service := shop.NewBazaarService(site)
	done, err := service.OrderBatch(ctx, &shop.OrderBatchParams{
		Create: []shop.OrderParams{{Number: ptr("B1")}, {Number: ptr("B2")}},
	})
	if err != nil || len(done.Create) != 2 || done.Create[1].Number != "B2" {
		return fmt.Errorf("created %+v, %v", done, err)
	}
	first, second := done.Create[0].ID, done.Create[1].ID
	done, err = service.OrderBatch(ctx, &shop.OrderBatchParams{
		Update: []shop.OrderBatchUpdate{{ID: first, OrderParams: shop.OrderParams{Number: ptr("B3")}}},
		Delete: []int64{second},
	})
	if err != nil || len(done.Update) != 1 || done.Update[0].Number != "B3" ||
		len(done.Delete) != 1 || done.Delete[0].ID != second {
		return fmt.Errorf("updated %+v, %v", done, err)
	}
	_, err = service.OrderBatch(ctx, &shop.OrderBatchParams{Delete: []int64{first}})
	return err
}

func members(ctx context.Context, site *cms.Client) error {
	all, others := shop.NewBazaarMembers(site), shop.NewBazaarMemberCalls(site)
	made, err := all.Create(ctx, &shop.BazaarMemberParams{Name: ptr("Grace")})
	if err != nil || made.Name != "Grace" {
		return fmt.Errorf("created %+v, %v", made, err)
	}
	got, err := all.Get(ctx, made.ID)
	if err := same(ctx, site, fmt.Sprintf("bazaar/v1/members/%d", made.ID), got, err); err != nil {
		return err
	}
	changed, err := others.Update(ctx, made.ID, &shop.BazaarMemberParams{Name: ptr("Hopper")})
	if err != nil || changed.Name != "Hopper" {
		return fmt.Errorf("updated %+v, %v", changed, err)
	}
	if deleted, err := all.Delete(ctx, made.ID); err != nil || !deleted.Deleted {
		return fmt.Errorf("deleted %+v, %v", deleted, err)
	}
	return nil
}

func calls(ctx context.Context, site *cms.Client) error {
	service := shop.NewBazaarService(site)
	if _, err := service.CartAddItem(ctx, &shop.CartAddItemParams{Quantity: ptr(2)}); !errors.Is(err, cms.ErrInvalidArgument) {
		return fmt.Errorf("a call without the required id: %v", err)
	}
	full, err := service.CartAddItem(ctx, &shop.CartAddItemParams{ID: ptr[int64](7), Quantity: ptr(2)})
	if err != nil || full.Items[0].ID != 7 || full.Items[0].Quantity != 2 || full.Items[0].Extra["key"] == nil {
		return fmt.Errorf("%+v, %v", full, err)
	}
	active, err := service.PlugActivate(ctx, "pen", nil)
	if err != nil || !strings.Contains(string(active), "true") {
		return fmt.Errorf("%s, %v", active, err)
	}
	_, err = shop.NewRedirects(site).DeleteAll(ctx, nil)
	return err
}
