package archive

import (
	"maps"
	"slices"
)

// What a comment gets from restore that had no address and no program: a site would
// put those of restore there.
const (
	NoIP        = "0.0.0.0"
	NoUserAgent = "-"
)

// commented is the name of what a comment is on, or a file belongs to.
func (n *names) commented(r Record) string {
	post, name := r.number("post"), ""
	for _, kind := range n.state.AllKinds("") {
		if known, ok := n.known[kind.Name][post]; ok && kind.Dated { // other kinds have separate ids
			name += kind.Name + "/" + known
		}
	}
	if post != 0 && name == "" {
		return "unknown"
	}
	return name
}

func (n *names) simplifyComment(r map[string]any, members Record) {
	r["post"] = n.commented(members)
	for member, none := range map[string]string{"author_ip": NoIP, "author_user_agent": NoUserAgent} {
		if r[member] == none {
			r[member] = ""
		}
	}
}

// carried are the settings that restore takes over as they are.
func carried() []string {
	return []string{
		"title", "description", "timezone", "date_format", "time_format", "start_of_week", "language", "use_smilies",
		"default_post_format",
		"posts_per_page", "show_on_front", "default_ping_status", "default_comment_status",
	}
}

// simplifySettings leaves those that restore takes over.
func (n *names) simplifySettings(r map[string]any, members Record) {
	referring := map[string]string{"default_category": Categories, "page_on_front": Pages, "page_for_posts": Pages,
		"site_logo": Media, "site_icon": Media}
	maps.DeleteFunc(r, func(name string, _ any) bool { return referring[name] == "" && !slices.Contains(carried(), name) })
	if r["language"] == "" {
		r["language"] = "en_US" // both mean English
	}
	if r["use_smilies"] == nil {
		r["use_smilies"] = false // a site that stored false returns null
	}
	for name, kind := range referring {
		r[name] = n.name(kind, members.number(name))
	}
}
