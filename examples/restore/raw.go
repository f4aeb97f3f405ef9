package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// rawParams are the members that an update sets.
type rawParams map[string]any

// raw translates a record that has no type of the SDK, member by member: what the site
// takes of it, with the new ids of what every site has. Members that only a plugin
// knows stay as they are.
func (r *restore) raw(kind, name string, id int64, without map[string]bool) (filling, error) {
	var record archive.Record
	if err := r.from.Read(kind, name, &record); err != nil {
		return filling{}, err
	}
	var head struct {
		Status      cms.Status    `json:"status"`
		Slug        string        `json:"slug"`
		Date        cms.LocalTime `json:"date"`
		DateGMT     cms.GMTTime   `json:"date_gmt"`
		ModifiedGMT cms.GMTTime   `json:"modified_gmt"`
	}
	if err := r.from.Read(kind, name, &head); err != nil {
		return filling{}, err
	}
	params := rawParams{}
	here, there := r.termMembers(kind)
	termsOf := map[string]string{}
	for terms, member := range here {
		termsOf[member] = terms
	}
	for _, one := range r.takes[kind].members {
		member := one.Name
		if terms, ok := termsOf[member]; ok {
			if ids, ok := r.termIDs(terms, record[there[terms]]); ok && !without[member] {
				params[member] = ids
			}
			continue
		}
		value, ok := record[member]
		if member == "template" && string(value) == `""` { // see drop
			continue
		}
		if !ok || without[member] || slices.Contains(unsent(), member) {
			continue
		}
		if made, ok := r.member(kind, member, value); ok {
			params[member] = made
		}
	}
	status := &head.Status
	slug, trash := fillable(head.Status, &status, new(archive.Untrashed(head.Slug)))
	params["slug"], params["status"] = archive.Untrashed(head.Slug), *status
	var gmt, local cms.Date
	if head.Status != cms.StatusDraft && head.Status != cms.StatusPending && !head.DateGMT.IsZero() {
		gmt = head.DateGMT.Date()
	}
	draftDate(&gmt, head.Status, head.DateGMT, head.ModifiedGMT)
	r.date(&local, &gmt, head.Date, head.DateGMT)
	if !gmt.IsZero() {
		params["date_gmt"] = gmt
	}
	if !local.IsZero() {
		params["date"] = local
	}
	return filling{update(r, kind, id, &params), slug, fixed(head.Status, head.DateGMT), trash}, nil
}

// unsent are the members that are not copied from one record to the other as they are.
func unsent() []string { return []string{"id", "slug", "status", "date", "date_gmt"} }

// member is what an update sets a member to, false for nothing.
func (r *restore) member(kind, name string, value json.RawMessage) (any, bool) {
	var number int64
	isNumber := json.Unmarshal(value, &number) == nil
	switch name {
	case "author":
		id := r.author(&number)
		return id, isNumber && id != nil
	case "parent":
		return r.journal.id(kind, number), isNumber
	case "featured_media":
		return r.journal.id(archive.Media, number), isNumber
	case "title", "content", "excerpt":
		var text struct {
			Raw *string `json:"raw"`
		}
		if json.Unmarshal(value, &text) != nil || text.Raw == nil {
			return nil, false
		}
		if name == "title" {
			return *text.Raw, true
		}
		return r.content.Content(*text.Raw), true
	case "meta":
		return settable(value)
	}
	return value, string(value) != "null"
}

// termIDs are the new ids of the terms of a record, false for a taxonomy that the site
// does not have.
func (r *restore) termIDs(kind string, value json.RawMessage) (ids []int64, ok bool) {
	var old []int64
	if r.skip[kind] || json.Unmarshal(value, &old) != nil {
		return nil, false
	}
	return r.ids(kind, old), true
}

// ownTerms are the terms of a record whose type has no fields for them. Those for which
// it has some are known.
func (r *restore) ownTerms(kind, name string, known ...string) (extra cms.Extra, err error) {
	var record archive.Record
	here, there := r.termMembers(kind)
	for terms, member := range here {
		if slices.Contains(known, member) || there[terms] == "" {
			continue
		}
		if record == nil {
			if err := r.from.Read(kind, name, &record); err != nil {
				return nil, err
			}
		}
		if ids, ok := r.termIDs(terms, record[there[terms]]); ok {
			if err := extra.Set(member, ids); err != nil {
				return nil, err
			}
		}
	}
	return extra, nil
}

// settable are the members of an object that are not null, false for none.
func settable(value json.RawMessage) (any, bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil { // an empty object is an empty list to a site
		return nil, false
	}
	maps.DeleteFunc(members, func(_ string, value json.RawMessage) bool {
		return string(bytes.TrimSpace(value)) == "null"
	})
	return members, len(members) > 0
}
