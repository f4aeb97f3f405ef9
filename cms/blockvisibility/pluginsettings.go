package blockvisibility

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// PluginSettings are the settings of the plugin itself. A nil field is absent from the
// document.
type PluginSettings struct {
	// DefaultControls are the controls of a new block.
	DefaultControls            cms.StringList `json:"default_controls,omitzero"`
	EnableContextualIndicators *bool          `json:"enable_contextual_indicators,omitzero"`
	ContextualIndicatorColor   *string        `json:"contextual_indicator_color,omitzero"`
	EnableBlockOpacity         *bool          `json:"enable_block_opacity,omitzero"`
	// BlockOpacity is the opacity of hidden blocks in the editor, in percent.
	BlockOpacity               *int  `json:"block_opacity,omitzero"`
	EnableToolbarControls      *bool `json:"enable_toolbar_controls,omitzero"`
	EnableEditorNotices        *bool `json:"enable_editor_notices,omitzero"`
	EnableUserRoleRestrictions *bool `json:"enable_user_role_restrictions,omitzero"`
	// EnabledUserRoles are the roles that may use the controls, if these are restricted.
	EnabledUserRoles      cms.StringList `json:"enabled_user_roles,omitzero"`
	EnableFullControlMode *bool          `json:"enable_full_control_mode,omitzero"`
	// RemoveOnUninstall removes all settings together with the plugin.
	RemoveOnUninstall         *bool `json:"remove_on_uninstall,omitzero"`
	EnableControlSetUtilities *bool `json:"enable_control_set_utilities,omitzero"`
	// Extra holds the fields that this package does not know, and values of another type
	// than their field.
	Extra cms.Extra `json:",embed"`
}

// pluginObject is PluginSettings without methods. So decoding a pluginObject does not call
// UnmarshalJSONFrom again.
type pluginObject PluginSettings

// UnmarshalJSONFrom reads the object. A server may write an empty one as []. The site
// stores values without checking their type. So a value that does not fit its field is
// kept in Extra.
func (p *PluginSettings) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return wire.UnmarshalMisfits(dec, (*pluginObject)(p), false)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (p *PluginSettings) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, p) }

// MarshalJSON writes the object, with the fields of Extra next to the known ones.
// It returns an error if Extra has a value that belongs in a field of this struct: set
// the field instead.
func (p PluginSettings) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(pluginObject(p)) }
