package blockvisibility

import (
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Settings is the document of settings. A nil field is absent from the document.
type Settings struct {
	VisibilityControls Controls        `json:"visibility_controls,omitzero"`
	DisabledBlocks     cms.StringList  `json:"disabled_blocks,omitzero"` // "core/paragraph"
	PluginSettings     *PluginSettings `json:"plugin_settings,omitzero"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ControlName is the name of a control: a condition under which a block is shown.
// Unknown names are kept.
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

// Controls are the controls by name.
type Controls map[ControlName]Control

// Enabled reports whether a control exists and is enabled.
func (c Controls) Enabled(name ControlName) bool {
	control := c[name]
	return control.Enable != nil && *control.Enable
}

// Enable enables or disables a control. Its other settings are not changed. The map must
// not be nil.
func (c Controls) Enable(name ControlName, on bool) {
	control := c[name]
	control.Enable = &on
	c[name] = control
}

// UnmarshalJSONFrom reads the object. A server may write an empty one as [], which gives
// an empty map, not nil.
func (c *Controls) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	all := map[ControlName]Control{}
	dec, err := wire.Checked(dec, reflect.TypeOf(all))
	if err == nil {
		err = wire.Element(dec, &all)
	}
	if *c = all; all == nil { // the site sent null
		*c = Controls{}
	}
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (c *Controls) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, c) }

// Control is the settings of one control.
type Control struct {
	// Enable tells whether the control can be used; nil if absent.
	Enable *bool `json:"enable,omitzero"`
	// Extra holds the other settings of the control: "enable_scheduling" of date_time,
	// "breakpoints" of screen_size. See [cms.Extra.Decode] and [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// controlObject is Control without methods. So decoding a controlObject does not call
// UnmarshalJSONFrom again.
type controlObject Control

// UnmarshalJSONFrom reads the object. A server may write an empty one as []. If the field
// "enable" is not a boolean, it is kept in Extra.
func (c *Control) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return wire.UnmarshalMisfits(dec, (*controlObject)(c), false)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (c *Control) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, c) }

// MarshalJSON writes the object, with the fields of Extra next to the known one. It
// returns an error if Extra has the field "enable" with a boolean: set Enable instead.
func (c Control) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(controlObject(c)) }
