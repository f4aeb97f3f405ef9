// Command museum uses the code that cmsgen wrote for a site with the plugin
// specimens.php, as a person would: it creates, reads, lists with every filter,
// updates and deletes.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"reflect"
	"time"

	"github.com/fontcms/fontcms-go/cms"

	"museum/shop"
)

func main() {
	site, err := cms.New(os.Getenv("FONTCMS_SITE"), cms.WithPrefix(os.Getenv("FONTCMS_PREFIX")),
		cms.WithUserAgent("museum"),
		cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")), cms.WithVerifiedLogin())
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for _, part := range []struct {
		name string
		run  func(context.Context, *cms.Client) error
	}{
		{"specimens", specimens},
		{"categories", categories},
		{"users", users},
		{"comments", comments},
		{"menus", menus},
		{"others", others},
	} {
		if err := part.run(ctx, site); err != nil {
			log.Fatalf("%s: %v", part.name, err)
		}
		fmt.Println(part.name, "ok")
	}
}

// filter is a list, and whether a record is in it.
type filter[L any] struct {
	options L
	has     bool
}

// lister and deleter are a cms.Collection or a cms.Content.
type lister[T, L any] interface {
	List(ctx context.Context, options *L, callOptions ...cms.CallOption) (*cms.ListPage[T], error)
}

type deleter[T any] interface {
	Get(ctx context.Context, id int64, options ...cms.GetOption) (*T, error)
	Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[T], error)
}

// everyFilter lists with each of the filters, of which each field of the options has
// to be in one.
func everyFilter[T, L any](ctx context.Context, all lister[T, L], is func(*T) bool, filters []filter[L]) error {
	used := map[string]bool{}
	for _, f := range filters {
		value := reflect.ValueOf(f.options)
		for i := range value.NumField() {
			if !value.Field(i).IsZero() {
				used[value.Type().Field(i).Name] = true
			}
		}
		page, err := all.List(ctx, &f.options)
		if err != nil {
			return fmt.Errorf("%+v: %w", f.options, err)
		}
		found := false
		for i := range page.Items {
			found = found || is(&page.Items[i])
		}
		if found != f.has {
			return fmt.Errorf("%+v: the record is in the list: %v", f.options, found)
		}
	}
	of := reflect.TypeFor[L]()
	for i := range of.NumField() {
		if !used[of.Field(i).Name] {
			return fmt.Errorf("no filter uses %s", of.Field(i).Name)
		}
	}
	return nil
}

// gone deletes a record, and checks that it is not there any more.
func gone[T any](ctx context.Context, all deleter[T], id int64) error {
	deleted, err := all.Delete(ctx, id)
	if err != nil || !deleted.Deleted || deleted.Previous == nil {
		return fmt.Errorf("delete: %+v, %w", deleted, err)
	}
	if _, err := all.Get(ctx, id); !errors.Is(err, cms.ErrNotFound) {
		return fmt.Errorf("it is still there: %w", err)
	}
	return nil
}

func specimens(ctx context.Context, site *cms.Client) error {
	minerals, all := shop.NewMinerals(site), shop.NewSpecimens(site)
	mineral, err := minerals.Create(ctx, &shop.MineralParams{Name: new("Fluorite"), Slug: new("fluorite")})
	if err != nil {
		return err
	}
	made, err := all.Create(ctx, &shop.SpecimenParams{
		Title: new("Cube of Weardale"), Content: new("Green by day."),
		Excerpt: new("Green"), Slug: new("weardale"), Status: new(cms.StatusPublish),
		Minerals: []int64{mineral.ID}, Price: new(12.5), Date: cms.LocalTime("2026-05-01T10:00:00").Date(),
		Meta: &shop.SpecimenMetaParams{
			Locality: new("Rogerley"), WeightG: new(220.5), Drawer: new(4), OnLoan: new(true), Collectors: []string{"Ann", "Bo"},
			Grade: new(shop.SpecimenMetaGradeWorldClass), Assays: []shop.SpecimenMetaAssay{{Element: "F", Percent: 48.7}},
			Position: &shop.SpecimenMetaPositionParams{Lat: new(54.74), Lng: new(-2.05)},
		},
	})
	if err != nil {
		return err
	}
	read, err := all.Get(ctx, made.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		return err
	}
	meta := read.Meta
	if read.Title.Raw != "Cube of Weardale" || read.Price != 12.5 ||
		meta.WeightG != 220.5 || !meta.OnLoan || len(meta.Collectors) != 2 ||
		meta.Grade != shop.SpecimenMetaGradeWorldClass || meta.Assays[0].Percent != 48.7 || meta.Position.Lat != 54.74 ||
		read.Shown != (read.ID%2 == 1) || len(read.Labels) != 2 ||
		(read.Loan != nil) != (read.ID%2 == 1) || (read.Box != nil) != (read.ID%2 == 1) ||
		read.X3DModel != "model.glb" || read.Extra["$%"] == nil || read.Extra["no_schema"] == nil {
		return fmt.Errorf("read %+v", read)
	}
	day := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	is := func(s *shop.Specimen) bool { return s.ID == made.ID }
	if err := everyFilter(ctx, all, is, []filter[shop.SpecimenListOptions]{
		{shop.SpecimenListOptions{Context: cms.ContextEdit, PerPage: 100}, true},
		{shop.SpecimenListOptions{Page: 1, PerPage: 100}, true},
		{shop.SpecimenListOptions{Search: "weardale"}, true},
		{shop.SpecimenListOptions{Search: "weardale", SearchSemantics: cms.SearchExact}, false},
		{shop.SpecimenListOptions{Search: "weardale", SearchColumns: []cms.SearchColumn{cms.SearchContent}}, false},
		{shop.SpecimenListOptions{After: day, Before: day.AddDate(0, 0, 2)}, true},
		{shop.SpecimenListOptions{ModifiedAfter: day.AddDate(50, 0, 0)}, false},
		{shop.SpecimenListOptions{ModifiedBefore: day}, false},
		{shop.SpecimenListOptions{Author: []int64{read.Author}, PerPage: 100}, true},
		{shop.SpecimenListOptions{AuthorExclude: []int64{read.Author}}, false},
		{shop.SpecimenListOptions{Include: []int64{made.ID}}, true},
		{shop.SpecimenListOptions{Exclude: []int64{made.ID}}, false},
		{shop.SpecimenListOptions{Offset: 1, Include: []int64{made.ID}}, false},
		{shop.SpecimenListOptions{Order: cms.Ascending, OrderBy: cms.ByTitle, PerPage: 100}, true},
		{shop.SpecimenListOptions{Slug: []string{"weardale"}}, true},
		{shop.SpecimenListOptions{Status: []cms.Status{cms.StatusDraft}}, false},
		{shop.SpecimenListOptions{Minerals: cms.Terms(mineral.ID), TaxRelation: cms.TaxAnd}, true},
		{shop.SpecimenListOptions{MineralsExclude: cms.Terms(mineral.ID)}, false},
	}); err != nil {
		return err
	}
	if n, err := minerals.Count(ctx, &shop.MineralListOptions{Post: &made.ID}); err != nil || n != 1 {
		return fmt.Errorf("%d terms, %w", n, err)
	}
	changed, err := all.Update(ctx, made.ID, &shop.SpecimenParams{
		Price: new(15.0), Meta: &shop.SpecimenMetaParams{Drawer: new(5), Collectors: []string{}},
	})
	if err != nil || changed.Price != 15 || changed.Meta.Drawer != 5 ||
		len(changed.Meta.Collectors) != 0 || changed.Meta.WeightG != 220.5 {
		return fmt.Errorf("updated %+v, %w", changed, err)
	}
	trashed, err := all.Trash(ctx, made.ID)
	if err != nil || trashed.Status != cms.StatusTrash {
		return fmt.Errorf("trashed %+v, %w", trashed, err)
	}
	if err := gone(ctx, all, made.ID); err != nil {
		return err
	}
	return gone(ctx, minerals, mineral.ID)
}

func categories(ctx context.Context, site *cms.Client) error {
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("About rooms"), Status: new(cms.StatusPublish)})
	if err != nil {
		return err
	}
	all := shop.NewCategories(site)
	made, err := all.Create(ctx, &shop.CategoryParams{Name: new("Ores"), Slug: new("ores"), Description: new("Metals")})
	if err != nil {
		return err
	}
	is := func(c *shop.Category) bool { return c.ID == made.ID && c.Name == "Ores" && c.Description == "Metals" }
	if err := everyFilter(ctx, all, is, []filter[shop.CategoryListOptions]{
		{shop.CategoryListOptions{Context: cms.ContextEdit, Page: 1, PerPage: 100}, true},
		{shop.CategoryListOptions{Search: "ores"}, true},
		{shop.CategoryListOptions{Exclude: []int64{made.ID}}, false},
		{shop.CategoryListOptions{Include: []int64{made.ID}}, true},
		{shop.CategoryListOptions{Order: cms.Descending, OrderBy: shop.CategoryOrderByCount, PerPage: 100}, true},
		{shop.CategoryListOptions{HideEmpty: new(true)}, false},
		{shop.CategoryListOptions{HideEmpty: new(false), PerPage: 100}, true},
		{shop.CategoryListOptions{Parent: new(int64(0)), PerPage: 100}, true},
		{shop.CategoryListOptions{Post: &post.ID}, false},
		{shop.CategoryListOptions{Slug: []string{"ores"}}, true},
	}); err != nil {
		return err
	}
	changed, err := all.Update(ctx, made.ID, &shop.CategoryParams{Name: new("Ore")})
	if err != nil || changed.Name != "Ore" || changed.Slug != "ores" {
		return fmt.Errorf("updated %+v, %w", changed, err)
	}
	if _, err := site.Posts.Delete(ctx, post.ID); err != nil {
		return err
	}
	return gone(ctx, all, made.ID)
}

func users(ctx context.Context, site *cms.Client) error {
	all := shop.NewUsers(site)
	made, err := all.Create(ctx, &shop.UserParams{
		Username: new("curator"), Email: new("curator@site.test"), Password: new("a long one, 1876"),
		Roles: []string{"author"}, FirstName: new("Ida"),
	})
	if err != nil {
		return err
	}
	is := func(u *shop.User) bool { return u.ID == made.ID }
	if err := everyFilter(ctx, all, is, []filter[shop.UserListOptions]{
		{shop.UserListOptions{Context: cms.ContextEdit, Page: 1, PerPage: 100}, true},
		{shop.UserListOptions{Search: "curator"}, true},
		{shop.UserListOptions{Exclude: []int64{made.ID}}, false},
		{shop.UserListOptions{Include: []int64{made.ID}}, true},
		{shop.UserListOptions{Offset: 1, Include: []int64{made.ID}}, false},
		{shop.UserListOptions{Order: cms.Descending, OrderBy: shop.UserOrderByEmail, PerPage: 100}, true},
		{shop.UserListOptions{Slug: []string{"curator"}}, true},
		{shop.UserListOptions{Roles: []string{"author"}, PerPage: 100}, true},
		{shop.UserListOptions{Capabilities: []string{"manage_options"}}, false},
		{shop.UserListOptions{Who: "authors", PerPage: 100}, true},
		{shop.UserListOptions{HasPublishedPosts: []string{"post"}}, false},
		{shop.UserListOptions{Search: "curator@site.test", SearchColumns: []shop.UserSearchColumn{"email"}}, true},
	}); err != nil {
		return err
	}
	changed, err := all.Update(ctx, made.ID, &shop.UserParams{LastName: new("Noddack")})
	if err != nil || changed.FirstName != "Ida" || changed.LastName != "Noddack" ||
		len(changed.AvatarURLs) == 0 || len(changed.Capabilities) == 0 {
		return fmt.Errorf("updated %+v, %w", changed, err)
	}
	deleted, err := shop.DeleteUser(ctx, site, made.ID, 1)
	if err != nil || !deleted.Deleted || deleted.Previous.Username != "curator" {
		return fmt.Errorf("deleted %+v, %w", deleted, err)
	}
	return nil
}

func comments(ctx context.Context, site *cms.Client) error {
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Talked about"), Status: new(cms.StatusPublish)})
	if err != nil {
		return err
	}
	all := shop.NewComments(site)
	made, err := all.Create(ctx, &shop.CommentParams{Post: &post.ID, Content: new(fmt.Sprint("Found at ", time.Now()))})
	if err != nil {
		return err
	}
	is := func(c *shop.Comment) bool { return c.ID == made.ID }
	day := 24 * time.Hour
	if err := everyFilter(ctx, all, is, []filter[shop.CommentListOptions]{
		{shop.CommentListOptions{Context: cms.ContextEdit, Page: 1, PerPage: 100}, true},
		{shop.CommentListOptions{Search: "found at"}, true},
		{shop.CommentListOptions{After: time.Now().Add(-day), Before: time.Now().Add(day)}, true},
		{shop.CommentListOptions{Author: []int64{made.Author}}, true},
		{shop.CommentListOptions{AuthorExclude: []int64{made.Author}}, false},
		{shop.CommentListOptions{AuthorEmail: "nobody@site.test"}, false},
		{shop.CommentListOptions{Exclude: []int64{made.ID}}, false},
		{shop.CommentListOptions{Include: []int64{made.ID}}, true},
		{shop.CommentListOptions{Offset: 1, Include: []int64{made.ID}}, false},
		{shop.CommentListOptions{Order: cms.Ascending, OrderBy: shop.CommentOrderByDateGMT, PerPage: 100}, true},
		{shop.CommentListOptions{Parent: []int64{1 << 30}}, false},
		{shop.CommentListOptions{ParentExclude: []int64{1 << 30}, PerPage: 100}, true},
		{shop.CommentListOptions{Post: []int64{post.ID}}, true},
		{shop.CommentListOptions{Status: "hold"}, false},
		{shop.CommentListOptions{Type: "comment", Password: "none", PerPage: 100}, true},
	}); err != nil {
		return err
	}
	changed, err := all.Update(ctx, made.ID, &shop.CommentParams{
		Content: new("Found <em>again</em>"), Status: new("hold"),
	})
	if err != nil || changed.Content.Raw != "Found <em>again</em>" || changed.Status != "hold" {
		return fmt.Errorf("updated %+v, %w", changed, err)
	}
	if err := gone(ctx, all, made.ID); err != nil {
		return err
	}
	_, err = site.Posts.Delete(ctx, post.ID)
	return err
}

func menus(ctx context.Context, site *cms.Client) error {
	all := shop.NewMenus(site)
	made, err := all.Create(ctx, &shop.MenuParams{Name: new("Rooms"), Slug: new("rooms"), Description: new("All of them")})
	if err != nil {
		return err
	}
	item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{
		Title: new("Hall"), URL: new("/hall"), Status: new(cms.StatusPublish), Menus: &made.ID,
	})
	if err != nil {
		return err
	}
	is := func(m *shop.Menu) bool { return m.ID == made.ID && m.Name == "Rooms" }
	if err := everyFilter(ctx, all, is, []filter[shop.MenuListOptions]{
		{shop.MenuListOptions{Context: cms.ContextEdit, Page: 1, PerPage: 100}, true},
		{shop.MenuListOptions{Search: "rooms"}, true},
		{shop.MenuListOptions{Exclude: []int64{made.ID}}, false},
		{shop.MenuListOptions{Include: []int64{made.ID}}, true},
		{shop.MenuListOptions{Offset: 1, Include: []int64{made.ID}}, false},
		{shop.MenuListOptions{Order: cms.Descending, OrderBy: shop.MenuOrderBySlug, PerPage: 100}, true},
		{shop.MenuListOptions{HideEmpty: new(true), PerPage: 100}, true},
		{shop.MenuListOptions{Post: &item.ID}, true},
		{shop.MenuListOptions{Slug: []string{"rooms"}}, true},
	}); err != nil {
		return err
	}
	// Without AutoAdd the site forgets it.
	changed, err := all.Update(ctx, made.ID, &shop.MenuParams{AutoAdd: new(true), Description: new("All of them")})
	if err != nil || !changed.AutoAdd || changed.Description != "All of them" {
		return fmt.Errorf("updated %+v, %w", changed, err)
	}
	return gone(ctx, all, made.ID)
}

// others are what is no collection: a document, and an object of records.
func others(ctx context.Context, site *cms.Client) error {
	cabinets, err := shop.NewCatalogueService(site).Cabinets(ctx, &shop.CabinetOptions{Floor: new(2)})
	if err != nil || len(cabinets) != 1 || cabinets["south"].Drawers != 24 {
		return fmt.Errorf("%+v, %w", cabinets, err)
	}
	document := shop.NewOpeningHours(site)
	changed, err := document.Update(ctx, &shop.OpeningHoursParams{To: new(20)})
	if err != nil || changed.To != 20 {
		return fmt.Errorf("%+v, %w", changed, err)
	}
	read, err := document.Get(ctx)
	if err != nil || read.To != 20 || read.From == 0 {
		return fmt.Errorf("%+v, %w", read, err)
	}
	return nil
}
