// Package menus reads and writes the menus of a site, the places where a theme shows
// them, and the navigation of block themes. The items of a menu are
// cms.Client.MenuItems.
//
//	menu, err := menus.New(site).Ensure(ctx, "Main", nil)
//	…
//	_, err = site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new("Fonts"), URL: new("/fonts"), Menus: &menu.ID})
//
// # Three things that a site does silently
//
// An update without a description empties the description, even an update that sets
// nothing: see [ErrDescriptionDue].
//
// Deleting a menu deletes its items: [Menus.Delete] refuses to without [DeleteItems].
//
// A menu takes a location away from the menu that has it: see [ErrLocationTaken].
package menus
