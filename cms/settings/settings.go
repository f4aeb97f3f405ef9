// Package settings reads and writes the settings of a site, which needs an
// administrator, and reads the types and statuses of its records.
//
//	s, err := settings.New(site).Edit(ctx, func(s *settings.Settings) error {
//		s.Title, s.PostsPerPage = "Type & Letters", 20
//		return nil
//	})
//
// Edit sends what was changed, and nothing else. A site deletes a setting that is
// sent as null, and without its URL it no longer works. So this package never sends
// null.
package settings

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// Settings are the settings of a site. A setting that was never set is null in the
// response, and zero here. Fields for settings that the site does not know are zero
// too.
type Settings struct {
	Title       string `json:"title"`       // HTML
	Description string `json:"description"` // HTML
	URL         string `json:"url"`
	Email       string `json:"email"`
	Timezone    string `json:"timezone"` // "" where the site stores an offset from GMT only
	DateFormat  string `json:"date_format"`
	TimeFormat  string `json:"time_format"`
	// StartOfWeek is the first day of a week, 0 for Sunday.
	StartOfWeek int    `json:"start_of_week"`
	Language    string `json:"language"` // "" for American English
	UseSmilies  bool   `json:"use_smilies"`
	// DefaultCategory and DefaultPostFormat are those of a post that names none.
	DefaultCategory   int64      `json:"default_category"`
	DefaultPostFormat cms.Format `json:"default_post_format"`
	PostsPerPage      int        `json:"posts_per_page"`
	// ShowOnFront is "posts" or "page"; the page is then PageOnFront, and the posts
	// are on PageForPosts.
	ShowOnFront          string               `json:"show_on_front"`
	PageOnFront          int64                `json:"page_on_front"`
	PageForPosts         int64                `json:"page_for_posts"`
	DefaultPingStatus    cms.DiscussionStatus `json:"default_ping_status"`
	DefaultCommentStatus cms.DiscussionStatus `json:"default_comment_status"`
	// SiteLogo and SiteIcon are ids of images, 0 for none.
	SiteLogo int64 `json:"site_logo"`
	SiteIcon int64 `json:"site_icon"`

	// Extra holds the settings that plugins and newer versions add, null included. Edit
	// sends those that were changed in it.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the settings were read whole.
	Reading cms.Reading `json:"-"`
}

// Params is what an update sets. A nil field is left alone. The site checks little of
// what it gets: an unknown category, page or image is stored, an unknown timezone or
// language is silently ignored, and 0 as PostsPerPage becomes 1. Read the response, or
// use [Service.Edit].
//
// An error that is [cms.ErrPartlyWritten] means that the site refused one setting, and
// stored others.
type Params struct {
	Title       *string `json:"title,omitzero"`
	Description *string `json:"description,omitzero"`
	// URL is the address of the site. A wrong one locks everybody out.
	URL *string `json:"url,omitzero"`
	// Email is that of the administrator. It counts at once.
	Email                *string               `json:"email,omitzero"`
	Timezone             *string               `json:"timezone,omitzero"` // "Europe/Berlin"
	DateFormat           *string               `json:"date_format,omitzero"`
	TimeFormat           *string               `json:"time_format,omitzero"`
	StartOfWeek          *int                  `json:"start_of_week,omitzero"`
	Language             *string               `json:"language,omitzero"` // one that is installed
	UseSmilies           *bool                 `json:"use_smilies,omitzero"`
	DefaultCategory      *int64                `json:"default_category,omitzero"`
	DefaultPostFormat    *cms.Format           `json:"default_post_format,omitzero"`
	PostsPerPage         *int                  `json:"posts_per_page,omitzero"`
	ShowOnFront          *string               `json:"show_on_front,omitzero"`
	PageOnFront          *int64                `json:"page_on_front,omitzero"`
	PageForPosts         *int64                `json:"page_for_posts,omitzero"`
	DefaultPingStatus    *cms.DiscussionStatus `json:"default_ping_status,omitzero"`
	DefaultCommentStatus *cms.DiscussionStatus `json:"default_comment_status,omitzero"`
	SiteLogo             *int64                `json:"site_logo,omitzero"`
	SiteIcon             *int64                `json:"site_icon,omitzero"`
	// Extra holds settings that plugins register: see [cms.Extra.Set]. A null is
	// refused, because the site would delete the setting.
	Extra cms.Extra `json:",embed"`
}

// Check returns an error for a null in Extra, and for an empty URL. Calls ask it before
// they send p.
func (p *Params) Check() error {
	for _, name := range slices.Sorted(maps.Keys(p.Extra)) {
		if isNull(p.Extra[name]) {
			return &cms.ArgumentError{Argument: name, Reason: "null deletes a setting: send its default instead"}
		}
	}
	if p.URL != nil && *p.URL == "" {
		return &cms.ArgumentError{Argument: "url", Reason: "a site without an address does not work"}
	}
	return nil
}

func isNull(value json.RawMessage) bool { return string(bytes.TrimSpace(value)) == "null" }

// Service is the settings of a site, and the types and statuses of its records. Get reads
// the settings. An update changes the settings that it names, and returns all. WordPress
// refuses it in a batch, UpdateRequest included: [cms.CodeBatchNotAllowed].
//
// Errors: [cms.ErrUnauthorized] or [cms.ErrForbidden] for users who are no
// administrators; [cms.ErrBadRequest] for a value of another type, in which case
// nothing was stored.
type Service struct {
	*cms.Document[Settings, Params]

	// Types are the types of the records of the site by their slugs: cms/v2/types. They
	// can only be read. The context "edit" needs a contributor, and leaves out of the
	// list, without an error, the types whose records the user may not edit.
	//
	// Errors: [cms.ErrNotFound] if no type has the slug; [cms.ErrUnauthorized] or
	// [cms.ErrForbidden] if the type is not open to the interface.
	Types *cms.Catalog[Type, cms.ReadOnly, TypeListOptions]

	// Statuses are the statuses of records by their slugs: cms/v2/statuses. They can
	// only be read. Visitors and subscribers see "publish" alone; the others, and the
	// context "edit", need a contributor.
	//
	// Errors: [cms.ErrNotFound] if there is no such status; [cms.ErrUnauthorized] or
	// [cms.ErrForbidden] if the user may not see it.
	Statuses *cms.Catalog[Status, cms.ReadOnly, StatusListOptions]
}

// New returns the settings of a site: cms/v2/settings.
func New(site *cms.Client) *Service {
	return &Service{
		cms.NewDocument[Settings, Params](site, "cms/v2/settings"),
		cms.NewCatalog[Type, cms.ReadOnly, TypeListOptions](site, "cms/v2/types", "slug"),
		cms.NewCatalog[Status, cms.ReadOnly, StatusListOptions](site, "cms/v2/statuses", "slug"),
	}
}
