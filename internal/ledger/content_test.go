package ledger_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

var (
	contexts = []cms.Context{cms.ContextView, cms.ContextEmbed, cms.ContextEdit}
	settable = []cms.Status{cms.StatusPublish, cms.StatusFuture, cms.StatusDraft, cms.StatusPending,
		cms.StatusPrivate}
	allStatuses = append(settable[:len(settable):len(settable)], cms.StatusTrash, cms.StatusAutoDraft,
		cms.StatusInherit, cms.StatusRequestPending, cms.StatusRequestConfirmed, cms.StatusRequestFailed,
		cms.StatusRequestCompleted, cms.StatusAny)
	formats = []cms.Format{cms.FormatStandard, cms.FormatAside, cms.FormatChat, cms.FormatGallery, cms.FormatLink,
		cms.FormatImage, cms.FormatQuote, cms.FormatStatus, cms.FormatVideo, cms.FormatAudio}
	orders = []cms.OrderBy{cms.ByAuthor, cms.ByDate, cms.ByID, cms.ByInclude, cms.ByModified, cms.ByParent,
		cms.ByRelevance, cms.BySlug, cms.ByIncludeSlugs, cms.ByTitle}
	revisionOrders = []cms.OrderBy{cms.ByDate, cms.ByID, cms.ByInclude, cms.ByRelevance, cms.BySlug,
		cms.ByIncludeSlugs, cms.ByTitle}
	columns       = []cms.SearchColumn{cms.SearchTitle, cms.SearchContent, cms.SearchExcerpt}
	menuItemTypes = []cms.MenuItemType{cms.MenuItemTaxonomy, cms.MenuItemPostType, cms.MenuItemPostTypeArchive,
		cms.MenuItemCustom}
	syncStatuses    = []cms.SyncStatus{cms.SyncPartial, cms.SyncUnsynced}
	openStatuses    = []cms.DiscussionStatus{cms.DiscussionOpen, cms.DiscussionClosed}
	updateMethods   = []string{http.MethodPost, http.MethodPut, http.MethodPatch}
	moment          = time.Date(2026, 8, 28, 17, 0, 0, 0, time.UTC)
	localMoment     = cms.LocalTime("2026-08-28T19:00:00")
	gmtMoment       = cms.GMTTime("2026-08-28T17:00:00")
	sharedArguments = "context=edit&page=2&per_page=100&search=serif&after=2026-08-28T17:00:00Z&" +
		"before=2026-08-28T18:00:00Z" +
		"&modified_after=2026-08-28T19:00:00Z&modified_before=2026-08-28T20:00:00Z&exclude[]=3&exclude[]=4&include[]=5&" +
		"include[]=6" +
		"&search_semantics=exact&offset=7&order=asc&orderby=title&search_columns[]=post_title&" +
		"search_columns[]=post_content&search_columns[]=post_excerpt" +
		"&slug[]=one&slug[]=two&tax_relation=OR"
)

// statusArguments is the argument status with every value.
func statusArguments() string {
	var b strings.Builder
	for _, s := range allStatuses {
		fmt.Fprintf(&b, "&status[]=%s", s)
	}
	return b.String()
}

// getting is the calls that read one record in each context, and with the
// further arguments that its type takes.
func getting[T, P, L any, C sitetest.RecordsWithoutDelete[T, P, L]](name, path string, of func(s *services) C,
	more bool) (out []call) {
	for _, c := range contexts {
		options, query := []cms.GetOption{cms.InContext(c)}, "context="+string(c)
		if more {
			options = append(options, cms.ExcerptLength(20), cms.PostPassword("letmein"))
			query += "&excerpt_length=20&password=letmein"
		}
		out = append(out, call{name + ".Get", func(ctx context.Context, s *services) error {
			_, err := of(s).Get(ctx, 7, options...)
			return err
		}, []want{{"GET", path + "/7", query, ""}}})
	}
	return out
}

// writing is the calls that create, update by each method, delete and, where there is one, trash.
func writing[T, P, L any, C sitetest.Records[T, P, L]](name, path string, of func(s *services) C, params *P,
	body string) []call {
	out := append(one(name, path, of, params, body), call{name + ".Delete", func(ctx context.Context, s *services) error {
		_, err := of(s).Delete(ctx, 7)
		return err
	}, []want{{"DELETE", path + "/7", "force=true", ""}}})
	var none C
	if _, trashes := any(none).(trasher[T]); trashes {
		out = append(out, call{name + ".Trash", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"id":7,"status":"trash"}` }
			_, err := any(of(s)).(trasher[T]).Trash(ctx, 7)
			return err
		}, []want{{"DELETE", path + "/7", "", ""}}})
	}
	return out
}

// trasher is a type of records with a trash.
type trasher[T any] interface {
	Trash(ctx context.Context, id int64, options ...cms.CallOption) (*T, error)
}

// one is the calls that set fields: a create, and an update by each method.
func one[T, P, L any, C sitetest.RecordsWithoutDelete[T, P, L]](name, path string, of func(s *services) C, params *P,
	body string) []call {
	out := []call{{name + ".Create", func(ctx context.Context, s *services) error {
		_, err := of(s).Create(ctx, params)
		return err
	}, []want{{"POST", path, "", body}}}}
	for _, method := range updateMethods {
		out = append(out, call{name + ".Update by " + method, func(ctx context.Context, s *services) error {
			_, err := of(s).Update(ctx, 7, params, cms.UpdateMethod(method))
			return err
		}, []want{{method, path + "/7", "", body}}})
	}
	return out
}

// listing is the calls of a list: one page, and the verbs that walk.
func listing[T, P, L any, C sitetest.RecordsWithoutDelete[T, P, L]](name, path string, of func(s *services) C,
	options *L, query string) []call {
	list := call{name + ".List", func(ctx context.Context, s *services) error {
		_, err := of(s).List(ctx, options)
		return err
	}, []want{{"GET", path, query, ""}}}
	return []call{list}
}

// walking is the verbs that walk, without arguments.
func walking[T, P, L any, C sitetest.RecordsWithoutDelete[T, P, L]](name, path string, of func(s *services) C) []call {
	query := "page=1&per_page=100"
	if name != "comments" { // a site loses records that are equal in its own order, but not comments
		query = "orderby=id&" + query
	}
	return []call{
		{name + ".List without arguments", func(ctx context.Context, s *services) error {
			_, err := of(s).List(ctx, nil)
			return err
		}, []want{{"GET", path, "", ""}}},
		{name + ".All", func(ctx context.Context, s *services) error { return drain(of(s).All(ctx, nil)) },
			[]want{{"GET", path, query, ""}}},
		{name + ".Pages", func(ctx context.Context, s *services) error { return drain(of(s).Pages(ctx, nil)) },
			[]want{{"GET", path, query, ""}}},
		{name + ".Count", func(ctx context.Context, s *services) error {
			_, err := of(s).Count(ctx, nil)
			return err
		}, []want{{"GET", path, "per_page=1&_fields=id", ""}}},
		{name + ".GetMany", func(ctx context.Context, s *services) error {
			return drain(of(s).GetMany(ctx, []int64{9, 8}, nil))
		}, twice("GET", path, "per_page=100&orderby=include&include[]=9&include[]=8")},
	}
}

// twice is a request that is sent again, since it found nothing.
func twice(method, path, query string) []want {
	return []want{{method, path, query, ""}, {method, path, query, ""}}
}

func drain[T any](walk iter.Seq2[T, error]) error {
	for _, err := range walk {
		if err != nil {
			return err
		}
	}
	return nil
}
