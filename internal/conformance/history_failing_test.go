package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// refused are the calls that must fail, with the code of the site.
func (h history) refused() []scenario {
	names := map[string][]string{
		"posts": {"OTHER", "206", "FIRST", "901", "FOREIGN", "921", "SAVED", "913", "DRAFTED", "941"},
		"pages": {"OTHER", "118", "FIRST", "921", "FOREIGN", "901", "SAVED", "927", "DRAFTED", "945"},
	}[h.base]
	names = append(names, "KIND", h.base, "RICH", fmt.Sprint(h.rich), "BARE", fmt.Sprint(h.bare), "DRAFT", fmt.Sprint(h.draft))
	return slices.Concat(
		refusalRows(h.name+"-revisions", targets{}, names...), refusalRows(h.name+"-autosaves", targets{}, names...), h.emptied(),
	)
}

// emptied leaves nothing of a post; other records may be empty.
func (h history) emptied() []scenario {
	if h.base != "posts" {
		return nil
	}
	return refusals([]refusal{{
		collection: h.name + "-autosaves", role: admin, name: "nothing is left of one's own draft", status: 500, code: "empty_content",
		call: func(ctx context.Context, _ *site, c *cms.Client) error {
			made, err := try[record](ctx, c, "POST", h.base, body{"title": "Draft"})
			if err != nil {
				return err
			}
			path := fmt.Sprintf("%s/%d/autosaves", h.base, made.id())
			_, err = try[cms.Raw](ctx, c, "POST", path, body{"title": "", "content": "", "excerpt": ""})
			return err
		},
	}})
}
