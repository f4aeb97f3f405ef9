package snippets

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// Snippet is a piece of code (specification, section 2, "Snippet").
type Snippet struct {
	ID    int64          `json:"id"`
	Name  string         `json:"name"`
	Desc  string         `json:"desc"` // HTML
	Code  string         `json:"code"` // without <?php
	Tags  cms.StringList `json:"tags"`
	Scope Scope          `json:"scope"`
	// ConditionID is the id of the condition under which the snippet runs, 0 for
	// none. Version 3.6.4 has no conditions.
	ConditionID int64 `json:"condition_id,omitzero"`
	Active      bool  `json:"active"`
	// Trashed means that the snippet is in the trash and does not run. Newer
	// versions of the plugin list such snippets among the others. It is false where
	// the plugin does not say, as version 3.6.4 does not.
	Trashed bool `json:"trashed,omitzero"`
	// Locked means that the snippet can neither be deleted nor get another name or
	// other code: an update leaves these two unchanged, without an error. An update
	// with the member "locked" in Extra unlocks it. Newer versions only.
	Locked bool `json:"locked,omitzero"`
	// Priority orders the snippets that run: the lowest first. 10 by default, never
	// negative.
	Priority int `json:"priority"`
	// Network says that the snippet belongs to a network of sites rather than to
	// one; SharedNetwork, that each site of the network switches it on for itself.
	// They are nil where the site does not say.
	Network       *bool `json:"network"`
	SharedNetwork *bool `json:"shared_network"`
	// Modified is when the snippet was last changed, on the second:
	// "2026-11-21 04:53:55".
	Modified cms.GMTTime `json:"modified"`
	// CodeError is what is wrong with the code, found when the site last tested
	// it; zero if nothing is known to be.
	CodeError CodeError `json:"code_error"`
	// Revision is how often the snippet was saved, 0 where the site does not say.
	Revision cms.Number `json:"revision,omitzero"`
	// CloudID is the id in the plugin's library, "" for none.
	CloudID string `json:"cloud_id,omitzero"`

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether it was read whole.
	Reading cms.Reading `json:"-"`
}

// Params is what a create or update of a snippet sets. A nil field is left
// alone; an empty slice that is not nil clears the list.
type Params struct {
	Name *string `json:"name,omitzero"`
	Desc *string `json:"desc,omitzero"`
	Code *string `json:"code,omitzero"`
	// Tags may hold spaces. The site splits them at commas: ["a b,c"] is read as
	// ["a b","c"]. The response to the write may show them unsplit.
	Tags []string `json:"tags,omitzero"`
	// Scope is where the code runs. The site silently takes one that it does not
	// know for the default, "global".
	Scope *Scope `json:"scope,omitzero"`
	// ConditionID links a condition. Version 3.6.4 ignores it.
	ConditionID *int64 `json:"condition_id,omitzero"`
	// Active switches the snippet on or off. Default false.
	Active *bool `json:"active,omitzero"`
	// Priority defaults to 10. The site makes it absolute: -3 is stored as 3.
	Priority *int `json:"priority,omitzero"`
	// Network and SharedNetwork may be null, which the plugin takes for absent.
	Network       cms.Nullable[bool] `json:"network,omitzero"`
	SharedNetwork cms.Nullable[bool] `json:"shared_network,omitzero"`
	// Extra holds members that other versions of the plugin take: see
	// [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a snippet, to write it elsewhere or
// change it. A snippet read with [cms.Fields] is [cms.ErrIncomplete]: what was
// not read would be written as empty. So is one without a scope. Of the others, a member
// that a site leaves out without being asked to counts as empty: no version of the plugin
// does that. Extra is left out.
func (s *Snippet) Params() (*Params, error) {
	if s.Reading.Partial || s.Scope == "" { // a site always names a scope
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
	return p, nil
}

// nullable leaves a field alone that the site did not state.
func nullable(v *bool) cms.Nullable[bool] {
	if v == nil {
		return cms.Nullable[bool]{}
	}
	return cms.NullableOf(*v)
}

// ListOptions are the arguments of GET code-snippets/v1/snippets.
type ListOptions struct {
	// Context is in the specification; the plugin answers alike in all of them.
	Context cms.Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 where Page is given,
	// and 100 for a walk. Without both a List is of all snippets.
	PerPage int `url:"per_page,omitempty"`
	// Search is in the specification; no version of the plugin that was looked at
	// heeds it.
	Search string `url:"search,omitempty"`
}
