package cmstest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// equals is a site with 60 posts, 60 tags and 60 users that are equal in all that lists are ordered by, except ids
// and slugs.
func equals(t testing.TB, opts ...cmstest.Option) *client {
	t.Helper()
	c := start(t, opts...)
	const day = "2026-05-01T10:00:00"
	for i := range 60 {
		c.site.Insert("posts", map[string]any{"title": "Equal", "date": day, "modified": day, "categories": []int{1}})
		c.site.Insert("tags", map[string]any{"name": "Equal", "slug": fmt.Sprintf("equal-%d", i)})
		name := fmt.Sprintf("equal-%d", i)
		c.site.Insert("users", map[string]any{"username": name, "name": "Equal", "registered_date": day})
	}
	return c
}

// walked are the ids of six pages of ten records each.
func (c *client) walked(list string) []string {
	var ids []string
	for page := 1; page <= 6; page++ {
		body := c.get("admin", fmt.Sprintf("/%s&page=%d&_fields=id", list, page)).body
		ids = append(ids, strings.Split(strings.Trim(body, "[]"), ",")...)
	}
	return ids
}

// The table follows walks on WordPress 7.1, 6.8 and 6.1 over equal records.
func TestPagesShuffleEqualRecordsUnlessTheOrderEndsInTheID(t *testing.T) {
	t.Parallel()
	c := equals(t)
	for list, lost := range map[string]bool{
		"posts?":                                          false,
		"posts?orderby=date&order=asc":                    false,
		"posts?status=publish":                            false,
		"posts?after=2020-01-01T00:00:00":                 false,
		"posts?exclude=999":                               false,
		"posts?orderby=id&categories=1":                   false,
		"posts?orderby=slug&categories=1":                 false,
		"posts?orderby=title&categories=1":                false,
		"posts?categories=1":                              true,
		"posts?status=publish,draft":                      true,
		"posts?author=1":                                  true,
		"posts?modified_after=2020-01-01":                 true,
		"posts?orderby=modified":                          true,
		"posts?orderby=author":                            true,
		"posts?orderby=relevance&search=equal":            true,
		"tags?orderby=id":                                 false,
		"tags?orderby=slug":                               false,
		"tags?":                                           true,
		"tags?orderby=count":                              true,
		"tags?orderby=description":                        true,
		"tags?orderby=term_group":                         true,
		"users?exclude=1,2,3,4,5":                         false,
		"users?exclude=1,2,3,4,5&orderby=email":           false,
		"users?roles=subscriber":                          true,
		"users?exclude=1,2,3,4,5&orderby=registered_date": true,
		"search?type=term&subtype=post_tag&search=equal":  true,
		"search?type=post&subtype=post&search=equal":      true,
	} {
		ids := c.walked(list + "&per_page=10")
		slices.Sort(ids)
		if got := len(slices.Compact(ids)) < 60; got != lost {
			t.Errorf("six pages of %s hold %d different records, want fewer than 60: %t", list, len(slices.Compact(ids)), lost)
		}
	}
}

func TestTiesFollowTheirSeed(t *testing.T) {
	t.Parallel()
	const list = "posts?orderby=modified&per_page=10"
	c := equals(t)
	again, other := equals(t, cmstest.WithTieSeed(c.site.TieSeed())), equals(t, cmstest.WithTieSeed(c.site.TieSeed()+1))
	first := c.walked(list)
	if got := again.walked(list); !slices.Equal(got, first) {
		t.Errorf("six pages of %s with the same seed: %v, want %v", list, got, first)
	}
	if got := other.walked(list); slices.Equal(got, first) {
		t.Errorf("six pages of %s with another seed: %v, want another order", list, got)
	}
	if got := c.walked(list); slices.Equal(got, first) {
		t.Errorf("the same six pages of %s requested again: %v, want another order", list, got)
	}
	c.site.Restore(c.site.Snapshot())
	if got := c.walked(list); !slices.Equal(got, first) {
		t.Errorf("six pages of %s after Restore: %v, want %v", list, got, first)
	}
}

// pretendTest records what a server does to a test.
type pretendTest struct {
	failed bool
	ends   []func()
	log    string
}

func (p *pretendTest) Cleanup(do func())                 { p.ends = append(p.ends, do) }
func (p *pretendTest) Failed() bool                      { return p.failed }
func (p *pretendTest) Logf(format string, values ...any) { p.log += fmt.Sprintf(format, values...) }

func TestOnlyAFailedTestLogsTheSeed(t *testing.T) {
	t.Parallel()
	for _, failed := range []bool{false, true} {
		p := &pretendTest{failed: failed}
		site := cmstest.NewServer(cmstest.WithTest(p), cmstest.WithTieSeed(123))
		for _, end := range p.ends {
			end()
		}
		if got := strings.Contains(p.log, "cmstest.WithTieSeed(123)"); got != failed {
			t.Errorf("log of a test that failed (%t): %q, want the seed only if it failed", failed, p.log)
		}
		if got := site.TieSeed(); got != 123 {
			t.Errorf("TieSeed() = %d, want 123", got)
		}
	}
}
