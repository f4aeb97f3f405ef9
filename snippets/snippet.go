package snippets

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Snippet is a piece of code.
type Snippet struct {
	ID    int64          `json:"id"`
	Name  string         `json:"name"`
	Desc  string         `json:"desc"` // HTML
	Code  string         `json:"code"` // without <?php
	Tags  cms.StringList `json:"tags"`
	Scope Scope          `json:"scope"`
	// ConditionID is the id of the condition under which the snippet runs, 0 for none.
	// Version 3.6.4 has no conditions.
	ConditionID int64 `json:"condition_id,omitzero"`
	Active      bool  `json:"active"`
	// Trashed means that the snippet is in the trash and does not run. Newer versions of
	// the plugin list such snippets with the others. It is false if the plugin does not
	// send it, such as version 3.6.4.
	Trashed bool `json:"trashed,omitzero"`
	// Locked means that the snippet cannot be deleted, and that updates silently keep its
	// name and code. An update with the field "locked" in Extra unlocks it. Newer versions
	// only.
	Locked bool `json:"locked,omitzero"`
	// Priority orders the snippets that run, lowest first. Default 10, never negative.
	Priority int `json:"priority"`
	// Network means that the snippet belongs to a network of sites. SharedNetwork means
	// that each site of the network activates it for itself. They are nil if the site
	// does not send them.
	Network       *bool `json:"network"`
	SharedNetwork *bool `json:"shared_network"`
	// Modified is the time of the last change, to the second: "2026-11-21 04:53:55".
	Modified cms.GMTTime `json:"modified"`
	// CodeError is the error that the site found when it last checked the code; zero if
	// it knows of none.
	CodeError CodeError `json:"code_error"`
	// Revision is the number of times the snippet was saved, 0 if the site does not send
	// it.
	Revision cms.Number `json:"revision,omitzero"`
	// CloudID is the id in the plugin's library, "" if it has none.
	CloudID string `json:"cloud_id,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole snippet was read.
	Reading cms.Reading `json:"-"`
}

// Params are the fields that a create or update of a snippet sets. A nil field is not
// changed. An empty slice that is not nil clears the list.
type Params struct {
	Name *string `json:"name,omitzero"`
	Desc *string `json:"desc,omitzero"`
	Code *string `json:"code,omitzero"`
	// Tags may contain spaces. The site splits them at commas: ["a b,c"] is read as ["a
	// b","c"]. The response to the write may show them unsplit.
	Tags []string `json:"tags,omitzero"`
	// Scope sets where the code runs. An unknown scope silently becomes the default,
	// "global".
	Scope *Scope `json:"scope,omitzero"`
	// ConditionID links a condition. Version 3.6.4 ignores it.
	ConditionID *int64 `json:"condition_id,omitzero"`
	// Active activates or deactivates the snippet. Default false.
	Active *bool `json:"active,omitzero"`
	// Priority sets the order. Default 10. The site removes the sign: -3 is stored as 3.
	Priority *int `json:"priority,omitzero"`
	// Network and SharedNetwork may be null, which the plugin treats as absent.
	Network       cms.Nullable[bool] `json:"network,omitzero"`
	SharedNetwork cms.Nullable[bool] `json:"shared_network,omitzero"`
	// Extra holds fields that other versions of the plugin accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a snippet, to change it or write it elsewhere.
// Extra is left out. For a snippet that was read with [cms.Fields], the error is
// [cms.ErrIncomplete]: fields that were not read would be written as empty. A snippet
// without a scope also counts as incomplete. All versions of the plugin send the other
// fields, so an absent one is treated as empty.
func (s *Snippet) Params() (*Params, error) {
	if s.Reading.Partial || s.Scope == "" { // Scope is empty only if the response did not contain it
		return nil, incomplete()
	}
	p := &Params{
		Name:          new(s.Name),
		Desc:          new(s.Desc),
		Code:          new(s.Code),
		Tags:          slices.Clone([]string(s.Tags)),
		Scope:         new(s.Scope),
		Active:        new(s.Active),
		Priority:      new(s.Priority),
		Network:       nullable(s.Network),
		SharedNetwork: nullable(s.SharedNetwork),
	}
	if s.ConditionID != 0 {
		p.ConditionID = new(s.ConditionID)
	}
	wire.LeaveOut(p, s.Extra)
	return p, nil
}

// nullable returns an absent field if v is nil.
func nullable(v *bool) cms.Nullable[bool] {
	if v == nil {
		return cms.Nullable[bool]{}
	}
	return cms.NullableOf(*v)
}

// ListOptions are the arguments of GET code-snippets/v1/snippets.
type ListOptions struct {
	// Context has no effect with the tested versions of the plugin.
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 with Page, 100 for a walk.
	// A List without Page and PerPage returns all snippets.
	PerPage int `url:"per_page,omitempty"`
	// Search has no effect: no tested version of the plugin supports it.
	Search string `url:"search,omitempty"`
}
