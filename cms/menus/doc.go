// Package menus reads and writes the menus of a site, their locations in a theme, and
// the navigations of block themes. The items of menus are in cms.Client.MenuItems.
//
//	menu, err := menus.New(site).Ensure(ctx, "Main", nil) // site is a *cms.Client
//	…
//	_, err = site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new("Fonts"), URL: new("/fonts"), Menus: &menu.ID})
//
// [Menus.EnsureItems] brings all items of a menu to what a list says.
//
// # Three silent effects
//
// An update without a description empties the description, even if it sets nothing else:
// see [ErrDescriptionDue].
//
// Deleting a menu deletes its items. So [Menus.Delete] requires [DeleteItems].
//
// Assigning a location to a menu silently removes it from the menu that has it: see
// [ErrLocationTaken].
package menus
