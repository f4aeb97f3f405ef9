package cms

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// checkInclude refuses a page with records that the argument include does not name. A
// route that does not know the argument returns any records.
func (c *resource) checkInclude(page *walk.Page, query url.Values) error {
	asked := walk.IDs(query, "include")
	// With ignore_sticky=false the site adds sticky posts to the page, so the page is not
	// checked.
	if len(asked) == 0 || query.Get("ignore_sticky") == "false" {
		return nil
	}
	foreign := func(id int64) error {
		if slices.Contains(asked, id) {
			return nil
		}
		return transport.Because(ErrForeignRecord, fmt.Errorf("asked for %d, got %d", asked, id))
	}
	for _, id := range page.IDs {
		if err := foreign(id); err != nil && id != 0 { // the id is 0 if it is not a number
			return err
		}
	}
	for _, e := range page.Broken {
		if err := foreign(e.ID); err != nil && e.ID != 0 {
			return err
		}
	}
	return nil
}

// checkProof refuses a page with a record that the query excludes. A site removes unknown types
// from mime_type, and lists all files if no type is left. Some releases of WordPress then
// ignore media_type too.
func (c *resource) checkProof(page *walk.Page, query url.Values) error {
	proof := c.about.Proof
	wanted := walk.Values(query, proof.Filter)
	if len(wanted) == 0 || c.record.Kind() != reflect.Struct {
		return nil
	}
	field, ok := record.Field(c.record, proof.Field)
	if !ok {
		return nil
	}
	kinds := walk.Values(query, proof.Kinds)
	for i := range page.Items.Len() {
		of, err := page.Items.Index(i).FieldByIndexErr(field)
		if err != nil || of.Kind() != reflect.String || of.String() == "" {
			continue
		}
		kind, _, _ := strings.Cut(of.String(), "/")
		if !slices.Contains(wanted, of.String()) && !slices.Contains(kinds, kind) {
			return transport.Because(ErrFilterIgnored, fmt.Errorf("asked for records with the %s %s, got %.80q",
				proof.Field, strings.Join(wanted, " or "), of.String()))
		}
	}
	return nil
}
