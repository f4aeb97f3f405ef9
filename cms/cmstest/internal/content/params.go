package content

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// cleanStatuses reads the status filter. Only who may edit records of the kind may ask for other statuses than
// "publish"; "private" is enough with the right to read private ones.
func cleanStatuses(kind *Resource) func(*rest.Call, *rest.Param, any) (any, *rest.Problem) {
	return func(c *rest.Call, p *rest.Param, value any) (any, *rest.Problem) {
		raw, ok := php.ToList(value)
		if members, named := php.ToObject(value); !ok && named {
			for _, m := range members {
				raw = append(raw, m.Value)
			}
		}
		out := []any{}
		for _, e := range raw {
			word, _ := e.(string)
			word = php.SanitizeSlug(word)
			if slices.Contains(out, any(word)) {
				out = append(out, nil) // the others keep their numbers in links
				continue
			}
			if word != kind.DefaultStatus() {
				if !c.User.Can("edit_"+kind.Plural) && !(word == "private" && c.User.Can("read_private_"+kind.Plural)) {
					return nil, &rest.Problem{Code: "rest_forbidden_status", Message: "You may not ask for this status.",
						Data: php.Object{{"status", c.AuthStatus()}}}
				}
				if why := p.Validate("status", word); why != nil {
					return nil, why
				}
			}
			out = append(out, word)
		}
		return out, nil
	}
}

// DefaultStatus is the one that a list is of if it names none.
func (r *Resource) DefaultStatus() string {
	if r.Attachment {
		return "inherit"
	}
	return "publish"
}

// IsStatus says whether there is such a status, be it one that the interface does not show.
func IsStatus(name string) bool { return slices.Contains(statuses, name) }

var (
	statuses = []string{"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
		"request-pending", "request-confirmed", "request-failed", "request-completed"}
	// Formats are those of posts.
	Formats = []string{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"}
)

// ListRules are those of the arguments of a list.
func (r *Resource) ListRules() rest.Rules { return rest.Rules{"status": {Clean: cleanStatuses(r)}} }
