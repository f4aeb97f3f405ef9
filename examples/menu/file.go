package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// file is a menu as it is wanted.
type file struct {
	Name  string  `yaml:"menu"`
	Items []*item `yaml:"items"`
}

// item is one of its items: with one of URL, Page, Post, Category and Tag.
type item struct {
	Title    string   `yaml:"title"`
	URL      string   `yaml:"url"`
	Page     string   `yaml:"page"` // slugs
	Post     string   `yaml:"post"`
	Category string   `yaml:"category"`
	Tag      string   `yaml:"tag"`
	Target   string   `yaml:"target"`
	Classes  []string `yaml:"classes"`
	Items    []*item  `yaml:"items"`

	above *item // nil at the top
	order int   // in the whole menu, from 1
	leads destination

	there *cms.MenuItem // what the site had of it before it was written, nil for nothing
	id    int64         // 0 until it has one
}

// destination is where an item leads.
type destination struct {
	kind   cms.MenuItemType
	object string
	id     int64
	url    string // of a custom one
}

// read reads the file.
func read(name string) (*file, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%w: check the path in -file", err)
	}
	wanted := &file{}
	if err := files.UnmarshalYAML(content, wanted); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if strings.TrimSpace(wanted.Name) == "" {
		return nil, fmt.Errorf("%s: the menu has no name", name)
	}
	number(wanted.Items, nil, 0)
	var wrong []error
	for _, it := range wanted.all() {
		if err := it.check(); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
		}
	}
	return wanted, errors.Join(wrong...)
}

// number gives items their places, and returns the last one.
func number(items []*item, above *item, last int) int {
	for _, it := range items {
		last++
		it.above, it.order = above, last
		last = number(it.Items, it, last)
	}
	return last
}

// all are the items in the order of the menu.
func (f *file) all() []*item { return flat(f.Items) }

func flat(items []*item) (all []*item) {
	for _, it := range items {
		all = append(append(all, it), flat(it.Items)...)
	}
	return all
}

func (it *item) check() error {
	leads := 0
	for _, given := range []string{it.URL, it.Page, it.Post, it.Category, it.Tag} {
		if given != "" {
			leads++
		}
	}
	switch {
	case leads != 1:
		return fmt.Errorf("item %d, %q: it needs one of url, page, post, category and tag", it.order, it.name())
	case it.URL != "" && it.Title == "":
		return fmt.Errorf("item %d, %q: with a url it needs a title", it.order, it.name())
	case it.Target != "" && it.Target != "_blank":
		return fmt.Errorf("item %d, %q: its target is %q, neither %s nor nothing", it.order, it.name(), it.Target, "_blank")
	}
	return nil
}

// name is what people know the item by.
func (it *item) name() string { return cmp.Or(it.Title, it.Page, it.Post, it.Category, it.Tag, it.URL) }

// depth is how many items are above it.
func (it *item) depth() (n int) {
	for above := it.above; above != nil; above = above.above {
		n++
	}
	return n
}
