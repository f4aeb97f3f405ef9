package exported

import (
	"reflect"
	"strings"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/editor"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
	"github.com/fontcms/fontcms-go/snippets"
)

// Data returns the types that hold no secret of a client: the content of a site, names,
// numbers and options. A type that is exported and not in the list is one of the holders of
// internal/secrets.
func Data() []reflect.Type {
	return []reflect.Type{
		of[batch.SendOptions](),
		of[cms.Wanted[cms.PostParams]](), of[cms.Ensured[cms.Post]](), of[cms.EnsureAction](),
		of[cms.ApplicationPasswords](), of[cms.Authentication](), of[cms.Autosave](), of[cms.AvatarURLs](),
		of[connect.Cause](), of[connect.Probe](),
		of[cms.Attempt](), of[cms.Block](), of[cms.BlockListOptions](), of[cms.BlockMetaParams](),
		of[cms.BlockParams](), of[cms.Context](), of[cms.Cursor](), of[cms.Reading](),
		of[cms.Deleted[cms.Post]](), of[cms.Written[cms.Post]](),
		of[cms.Embedded](), of[cms.ErrorCode](), of[cms.ErrorDetail](), of[cms.Extra](), of[cms.Format](),
		of[cms.Date](), of[cms.GMTTime](), of[cms.Identity](), of[cms.Index](), of[cms.Link](),
		of[cms.Links](), of[cms.LocalTime](), of[cms.MenuItem](),
		of[cms.MenuItemListOptions](), of[cms.MenuItemParams](), of[cms.MenuItemType](), of[cms.Meta](),
		of[cms.MetaParams](),
		of[cms.Nothing](), of[cms.Nullable[string]](), of[cms.Number](), of[cms.GMTOffset](),
		of[cms.DiscussionStatus](), of[cms.Order](),
		of[cms.OrderBy](), of[cms.Page](), of[cms.PageListOptions](), of[cms.PageParams](), of[cms.Post](),
		of[cms.PostListOptions](), of[cms.PostParams](),
		of[cms.Raw](), of[cms.TaxRelation](), of[cms.Repeat](), of[cms.Retry](), of[cms.Revision](),
		of[cms.RevisionListOptions](),
		of[cms.SearchColumn](), of[cms.SearchSemantics](), of[cms.SlugTakenError](),
		of[cms.AmbiguousError](), of[cms.Status](),
		of[cms.ReadOnly](), of[cms.Node[cms.MenuItem]](), of[terms.Term](), of[terms.Params](),
		of[terms.ListOptions](), of[terms.OrderBy](),
		of[terms.Taxonomy](), of[terms.TaxonomyListOptions](), of[terms.Visibility](),
		of[users.User](), of[users.ListOptions](), of[users.OrderBy](), of[users.SearchColumn](),
		of[users.Reassign](), of[users.DifferentError](), of[users.PasswordParams](),
		of[users.PasswordListOptions](),
		of[comments.Comment](), of[comments.Params](), of[comments.ListOptions](), of[comments.OrderBy](),
		of[comments.Status](), of[comments.Filter](), of[comments.Type](),
		of[comments.Result](),
		of[changes.Change](), of[changes.Op](), of[changes.Kind](),
		of[changes.Memory](),
		of[describe.Description](), of[describe.Route](), of[describe.Endpoint](),
		of[describe.Operation](), of[describe.Path](), of[describe.Segment](),
		of[describe.Schema](), of[describe.Schemas](), of[describe.NamedSchema](),
		of[describe.NamedValue](), of[describe.Limits](),
		of[settings.Settings](), of[settings.Params](),
		of[settings.Type](), of[settings.TypeVisibility](), of[settings.Archive](),
		of[settings.TypeListOptions](), of[settings.Status](), of[settings.StatusListOptions](),
		of[menus.Menu](), of[menus.Params](), of[menus.ListOptions](), of[menus.OrderBy](), of[menus.WantedItem](),
		of[menus.Items](), of[menus.Location](), of[menus.LocationListOptions](),
		of[menus.Navigation](), of[menus.NavigationParams](), of[menus.NavigationListOptions](),
		of[search.Kind](), of[search.Result](), of[search.ListOptions](), of[search.URLDetails](),
		of[plugins.Plugin](), of[plugins.Status](), of[plugins.ListOptions](),
		of[health.Test](), of[health.Status](), of[health.Result](), of[health.Badge](),
		of[health.Sizes](), of[health.Size](),
		of[appearance.Theme](), of[appearance.Tags](), of[appearance.ThemeStatus](),
		of[appearance.ThemeListOptions](),
		of[appearance.Template](), of[appearance.TemplateParams](), of[appearance.TemplateListOptions](),
		of[appearance.Tree](), of[appearance.GlobalStyles](), of[appearance.StylesParams](),
		of[appearance.ThemeStyles](),
		of[appearance.Variation](), of[appearance.StylesRevision](),
		of[appearance.StylesRevisionListOptions](),
		of[fontlibrary.Family](), of[fontlibrary.FamilyParams](), of[fontlibrary.FamilySettings](),
		of[fontlibrary.FamilyListOptions](), of[fontlibrary.Face](),
		of[fontlibrary.FaceSettings](), of[fontlibrary.FaceListOptions](), of[fontlibrary.Display](),
		of[fontlibrary.Sources](), of[fontlibrary.Collection](), of[fontlibrary.Offer](),
		of[fontlibrary.Category](), of[fontlibrary.CollectionListOptions](),
		of[install.Action](), of[install.Place](), of[install.Report](), of[install.Step](),
		of[appearance.Part](), of[appearance.PartParams](), of[appearance.PartListOptions](),
		of[appearance.Area](),
		of[appearance.TemplateRevision](), of[appearance.PartRevision](),
		of[appearance.RevisionListOptions](),
		of[appearance.AutosaveListOptions](), of[appearance.LookUpOptions](),
		of[abilities.Ability](), of[abilities.Meta](), of[abilities.Annotations](),
		of[abilities.ListOptions](),
		of[widgets.Widget](), of[widgets.Instance](), of[widgets.Params](), of[widgets.InstanceParams](),
		of[widgets.ListOptions](),
		of[widgets.Sidebar](), of[widgets.SidebarStatus](), of[widgets.SidebarListOptions](),
		of[widgets.Type](), of[widgets.TypeListOptions](), of[widgets.Encoded](),
		of[editor.BlockType](), of[editor.Attribute](), of[editor.BlockStyle](), of[editor.BlockVariation](),
		of[editor.BlockTypeListOptions](), of[editor.Pattern](), of[editor.PatternCategory](),
		of[editor.RenderOptions](),
		of[editor.DirectoryBlock](), of[editor.BlockSearchOptions](), of[editor.DirectoryPattern](),
		of[editor.PatternSearchOptions](),
		of[editor.Icon](), of[editor.IconListOptions](), of[editor.IconCollection](),
		of[editor.IconCollectionListOptions](),
		of[editor.ViewConfig](), of[editor.ListedView](), of[editor.View](), of[editor.ViewFilter](),
		of[editor.ViewSort](), of[editor.ViewGroup](),
		of[abilities.Category](), of[abilities.CategoryListOptions](),
		of[cms.StringList](), of[cms.SyncStatus](), of[cms.EmbeddedTerm](), of[cms.TermFilter](),
		of[cms.Text](), of[cms.EmbeddedUser](),

		of[media.Crop](), of[media.EditParams](), of[media.Flip](), of[media.ImageMeta](),
		of[media.ImageQuality](), of[media.ListOptions](),
		of[media.Media](), of[media.MediaDetails](), of[media.Modifier](), of[media.Modifiers](),
		of[media.Params](), of[media.ParentImage](),
		of[media.Rotate](), of[media.SideloadParams](), of[media.Size](), of[media.SizeNames](),
		of[media.SubSize](), of[media.Type](),
		of[subsizes.Options](), of[subsizes.Result](), of[subsizes.Size](),

		of[snippets.CodeError](), of[snippets.Export](), of[snippets.ExportedSnippet](),
		of[snippets.ListOptions](),
		of[snippets.Params](), of[snippets.Schema](), of[snippets.Scope](), of[snippets.Snippet](),

		of[oembed.Embed](), of[oembed.EmbedOptions](), of[oembed.Format](), of[oembed.Measure](),
		of[oembed.ProxyOptions](),
		of[oembed.Type](),
		of[analytics.Day](), of[analytics.Post](), of[analytics.PostsOptions](), of[analytics.Referrer](),
		of[analytics.ReferrersOptions](),
		of[analytics.Stat](), of[analytics.StatsOptions](), of[analytics.Totals](),
		of[analytics.TotalsOptions](),
		of[blockvisibility.Control](), of[blockvisibility.ControlName](), of[blockvisibility.Controls](),
		of[blockvisibility.Integration](),
		of[blockvisibility.Integrations](), of[blockvisibility.PluginSettings](),
		of[blockvisibility.PluginVariables](), of[blockvisibility.Scope](),
		of[blockvisibility.Settings](), of[blockvisibility.UserRole](), of[blockvisibility.Variables](),
		of[blockvisibility.VariablesOptions](),

		of[fonts.Attempt](), of[fonts.Cursor](), of[fonts.Date](), of[fonts.Extra](), of[fonts.Face](),
		of[fonts.Font](), of[fonts.ListOptions](), of[fonts.Retry](),
		of[fonts.Slant](), of[fonts.Style](), of[fonts.Subfamily](), of[snapshot.Snapshot](),
		of[snapshot.Query](), of[snapshot.Changes](), of[snapshot.Change](),
		of[snapshot.LicenseReport](), of[snapshot.LicenseGroup](), of[fonts.IncompleteError](),
		of[fontstest.Envelope](), of[fontstest.Subfamily](), of[fontstest.Totals](), of[cmstest.Cut](),
	}
}

// Sent returns the types that are encoded into a request: the params, and the further types
// that are read, changed and sent back.
func Sent() []reflect.Type {
	out := []reflect.Type{
		of[users.Params](), of[fontlibrary.FaceParams](), // Data lacks both, because they may hold a password or files
		of[media.SubSize](), of[settings.Settings](), of[fontlibrary.FaceSettings](),
		of[blockvisibility.Settings](), of[blockvisibility.PluginSettings](), of[blockvisibility.Control](),
	}
	for _, one := range Data() {
		if strings.HasSuffix(one.Name(), "Params") {
			out = append(out, one)
		}
	}
	return out
}

func of[T any]() reflect.Type { return reflect.TypeFor[T]() }
