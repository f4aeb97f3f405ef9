package blockvisibility

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Settings is the document of settings. A nil field is one that the document
// does not have.
type Settings struct {
	VisibilityControls Controls        `json:"visibility_controls,omitzero"`
	DisabledBlocks     cms.StringList  `json:"disabled_blocks,omitzero"` // "core/paragraph"
	PluginSettings     *PluginSettings `json:"plugin_settings,omitzero"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ControlName names a control: a condition that a block can be shown under. An
// unknown name passes through.
type ControlName string

// The controls that the plugin has.
const (
	ControlBrowserDevice     ControlName = "browser_device"
	ControlCookie            ControlName = "cookie"
	ControlDateTime          ControlName = "date_time"
	ControlHideBlock         ControlName = "hide_block"
	ControlLocation          ControlName = "location"
	ControlMetadata          ControlName = "metadata"
	ControlQueryString       ControlName = "query_string"
	ControlReferralSource    ControlName = "referral_source"
	ControlScreenSize        ControlName = "screen_size"
	ControlURLPath           ControlName = "url_path"
	ControlVisibilityByRole  ControlName = "visibility_by_role"
	ControlVisibilityPresets ControlName = "visibility_presets"
	ControlACF               ControlName = "acf"
	ControlWooCommerce       ControlName = "woocommerce"
	ControlEDD               ControlName = "edd"
	ControlWPFusion          ControlName = "wp_fusion"
)

// Controls are the controls by name, at most 1,000.
type Controls map[ControlName]Control

// Enabled reports whether a control is there and switched on.
func (c Controls) Enabled(name ControlName) bool {
	control := c[name]
	return control.Enable != nil && *control.Enable
}

// Enable switches a control on or off and leaves its other settings alone. The
// map must not be nil.
func (c Controls) Enable(name ControlName, on bool) {
	control := c[name]
	control.Enable = &on
	c[name] = control
}

// UnmarshalJSONFrom reads the object. A server writes an empty one as [], which
// is an empty map here, and not nil.
func (c *Controls) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*c = Controls{}
	return entries(dec, *c)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (c *Controls) UnmarshalJSON(data []byte) error { return cms.Unmarshal(data, c) }

// Control is the settings of one control.
type Control struct {
	// Enable says whether it can be used; nil if the document does not say.
	Enable *bool
	// Extra holds what else the control has: "enable_scheduling" of date_time,
	// "breakpoints" of screen_size. See [cms.Extra.Decode] and [cms.Extra.Set].
	Extra cms.Extra
}

// UnmarshalJSONFrom reads the object. A server writes an empty one as []. An
// enable that is no boolean stays in Extra.
func (c *Control) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	extra, err := members(dec)
	*c = Control{Extra: extra}
	if err != nil {
		return err
	}
	take(&c.Extra, "enable", &c.Enable)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (c *Control) UnmarshalJSON(data []byte) error { return cms.Unmarshal(data, c) }

// MarshalJSON writes the object, the members of Extra beside the known one. An enable in
// Extra that is a boolean is an error: it belongs into its field.
func (c Control) MarshalJSON() ([]byte, error) {
	var fits Control
	left := maps.Clone(c.Extra)
	take(&left, "enable", &fits.Enable)
	return beside(struct {
		Enable *bool `json:"enable,omitzero"`
	}{c.Enable}, c.Extra, left)
}

// beside writes the members of extra behind those of an object. Left are those that
// have no field, or do not fit it.
func beside(object any, extra, left cms.Extra) ([]byte, error) {
	known, err := cms.Marshal(object)
	if err != nil {
		return nil, err
	}
	var members cms.Extra
	if err := cms.Unmarshal(known, &members); err != nil {
		return nil, err
	}
	for name, raw := range extra {
		_, set := members[name]
		if _, misfit := left[name]; len(raw) > 0 && (set || !misfit) {
			return nil, fmt.Errorf("%s may not stand in Extra: it is a field", name)
		}
	}
	others, err := cms.Marshal(extra)
	switch {
	case err != nil || len(extra) == 0 || string(others) == "{}":
		return known, err
	case len(members) == 0:
		return others, nil
	}
	return slices.Concat(known[:len(known)-1], []byte{','}, others[1:]), nil
}

// object decodes an object into v. A PHP server writes an empty one as [], and
// null is none.
func object(dec *jsontext.Decoder, v any) error {
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	if dec.PeekKind() == '[' {
		list := []jsontext.Value{}
		if err := json.UnmarshalDecode(dec, &list); err != nil {
			return err
		}
		if len(list) > 0 {
			return errors.New("a list stands where an object is due")
		}
		return nil
	}
	return json.UnmarshalDecode(dec, v)
}

// entries decodes an object into m, member by member.
func entries[K ~string, V any](dec *jsontext.Decoder, m map[K]V) error {
	if dec.PeekKind() != '{' {
		return object(dec, &m)
	}
	return wire.Entries(dec, m, wire.Counter{Max: wire.MaxMembers, What: "members"})
}

// members reads the members of an object, nil for none.
func members(dec *jsontext.Decoder) (extra cms.Extra, err error) {
	if err := object(dec, &extra); err != nil {
		return nil, err
	}
	if len(extra) == 0 {
		extra = nil
	}
	return extra, nil
}

// take decodes a member out of extra into v. One that does not fit stays where
// it is, so that it is written again.
func take[T any](extra *cms.Extra, name string, v *T) {
	raw, ok := (*extra)[name]
	if !ok || jsontext.Value(raw).Kind() == 'n' {
		return
	}
	var decoded T
	if cms.Unmarshal(raw, &decoded) != nil {
		return
	}
	*v = decoded
	delete(*extra, name)
	if len(*extra) == 0 {
		*extra = nil
	}
}
