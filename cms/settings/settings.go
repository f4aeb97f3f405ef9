// Package settings reads and writes the settings of a site. It also reads the post types
// and statuses. Writing needs an administrator.
//
//	service := settings.New(site) // site is a *cms.Client
//	s, err := service.Edit(ctx, func(s *settings.Settings) error {
//		s.Title, s.PostsPerPage = "Type & Letters", 20
//		return nil
//	})
//
// Edit sends only what was changed. This package never sends null, because a site
// deletes a setting that is sent as null. A site without the setting URL no longer
// works.
package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// Settings are the settings of a site. A setting that was never set is null in the
// response and zero here. Settings that the site does not know are zero too.
type Settings struct {
	Title       string `json:"title"`       // HTML
	Description string `json:"description"` // HTML
	URL         string `json:"url"`
	Email       string `json:"email"`
	Timezone    string `json:"timezone"` // "" if the site only stores an offset from UTC
	DateFormat  string `json:"date_format"`
	TimeFormat  string `json:"time_format"`
	// StartOfWeek is the first day of a week, 0 for Sunday.
	StartOfWeek int    `json:"start_of_week"`
	Language    string `json:"language"` // "" for American English
	UseSmilies  bool   `json:"use_smilies"`
	// DefaultCategory and DefaultPostFormat apply to posts without a category or format.
	DefaultCategory   int64      `json:"default_category"`
	DefaultPostFormat cms.Format `json:"default_post_format"`
	PostsPerPage      int        `json:"posts_per_page"`
	// ShowOnFront is "posts" or "page". With "page" the front page is PageOnFront, and
	// the posts are on PageForPosts.
	ShowOnFront          string               `json:"show_on_front"`
	PageOnFront          int64                `json:"page_on_front"`
	PageForPosts         int64                `json:"page_for_posts"`
	DefaultPingStatus    cms.DiscussionStatus `json:"default_ping_status"`
	DefaultCommentStatus cms.DiscussionStatus `json:"default_comment_status"`
	// SiteLogo and SiteIcon are ids of images, 0 for none.
	SiteLogo int64 `json:"site_logo"`
	SiteIcon int64 `json:"site_icon"`

	// Extra holds the settings of plugins and newer versions, including null ones. Edit
	// sends those that were changed.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether all settings were read.
	Reading cms.Reading `json:"-"`
}

// Params are the settings that an update sets. A nil field is not changed. The site
// checks few values:
//   - It stores unknown categories, pages and images.
//   - It silently ignores an unknown timezone or language.
//   - It stores 1 if PostsPerPage is 0.
//
// Read the response, or use [Service.Edit].
//
// [cms.ErrPartlyWritten] means that the site rejected one setting after it had stored
// others.
type Params struct {
	Title       *string `json:"title,omitzero"`
	Description *string `json:"description,omitzero"`
	// URL is the address of the site. With a wrong address nobody can log in any more.
	URL *string `json:"url,omitzero"`
	// Email is the address of the administrator. It takes effect immediately.
	Email                *string               `json:"email,omitzero"`
	Timezone             *string               `json:"timezone,omitzero"` // "Europe/Berlin"
	DateFormat           *string               `json:"date_format,omitzero"`
	TimeFormat           *string               `json:"time_format,omitzero"`
	StartOfWeek          *int                  `json:"start_of_week,omitzero"`
	Language             *string               `json:"language,omitzero"` // an installed language
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

// Check returns an error for a null in Extra, and for an empty URL. Calls check p before
// they send it.
func (p *Params) Check() error {
	for _, name := range slices.Sorted(maps.Keys(p.Extra)) {
		if isNull(p.Extra[name]) {
			return &cms.ArgumentError{Argument: name, Reason: "null deletes a setting: send its default instead"}
		}
	}
	if p.URL != nil && *p.URL == "" {
		return &cms.ArgumentError{Argument: "url", Reason: "must not be empty, because the site would stop working"}
	}
	return nil
}

func isNull(value json.RawMessage) bool { return string(bytes.TrimSpace(value)) == "null" }

// Service reads and writes the settings of a site, and reads its post types and
// statuses. WordPress rejects settings in a batch: [cms.CodeBatchNotAllowed].
//
// Errors: [cms.ErrUnauthorized] or [cms.ErrForbidden] for users other than
// administrators; [cms.ErrBadRequest] if a value has the wrong type. The site then
// stores nothing.
type Service struct {
	document *cms.Document[Settings, Params]

	// Types holds the post types of the site by slug: cms/v2/types. They are read-only.
	// The context "edit" needs a contributor; the list silently omits types that the
	// user may not edit.
	//
	// Errors: [cms.ErrNotFound] if no type has the slug; [cms.ErrUnauthorized] or
	// [cms.ErrForbidden] if the REST API does not show the type.
	Types *cms.Catalog[Type, cms.ReadOnly, TypeListOptions]

	// Statuses holds the statuses of records by slug: cms/v2/statuses. They are
	// read-only. Visitors and subscribers see only "publish". Other statuses, and the
	// context "edit", need a contributor.
	//
	// Errors: [cms.ErrNotFound] if no status has the slug; [cms.ErrUnauthorized] or
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

// Get returns the settings: GET cms/v2/settings. See [cms.Document.Get].
func (s *Service) Get(ctx context.Context, options ...cms.GetOption) (*Settings, error) {
	return s.document.Get(ctx, options...)
}

// Update changes only the settings that params sets, and returns all settings: POST
// cms/v2/settings. It is retried as an update is. See [cms.Document.Update].
func (s *Service) Update(ctx context.Context, params *Params, options ...cms.CallOption) (*Settings, error) {
	return s.document.Update(ctx, params, options...)
}

// UpdateRequest returns the request of [Service.Update]. A stock site rejects it in a
// batch.
func (s *Service) UpdateRequest(params *Params) cms.Request[Settings] {
	return s.document.UpdateRequest(params)
}
