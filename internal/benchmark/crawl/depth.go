package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// depth prints how long the site takes for pages at several positions in the list of posts.
// For comparison it also selects posts without a page number: see [plan.ways].
func (p *plan) depth(ctx context.Context, out io.Writer) error {
	site, err := cms.New(p.site, cms.WithPrefix(p.prefix), cms.WithApplicationPassword(p.user, p.password))
	if err != nil {
		return err
	}
	total, err := site.Posts.Count(ctx, nil)
	if err != nil {
		return err
	}
	last := total / perPage
	fmt.Fprintf(out, "%d posts; ms for a page of %d, median of %d\n", total, perPage, p.runs)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "page\tby page\tby id and offset\tby a window of ids\tby a window of dates\t")
	for _, number := range []int{1, max(last/4, 1), max(last/2, 1), max(last*3/4, 1), max(last, 1)} {
		ways, err := p.ways(ctx, site, number)
		if err != nil {
			return err
		}
		took := make([][]float64, len(ways))
		for range p.runs {
			for i, options := range ways {
				began := time.Now()
				if _, err := site.Posts.List(ctx, options, cms.Fields("id", "title")); err != nil {
					return err
				}
				took[i] = append(took[i], ms(time.Since(began)))
			}
		}
		fmt.Fprintf(table, "%d", number)
		for _, times := range took {
			fmt.Fprintf(table, "\t%.0f", median(times))
		}
		fmt.Fprintln(table, "\t")
	}
	return table.Flush()
}

// ways returns the options of four requests:
//   - The first requests the page with the given number.
//   - The second requests posts from the same position, in a list that is sorted by id.
//   - The third requests the posts of this page by their ids.
//   - The fourth requests posts that are not newer than the newest post of this page.
func (p *plan) ways(ctx context.Context, site *cms.Client, number int) ([]*cms.PostListOptions, error) {
	byPage := &cms.PostListOptions{Page: number, PerPage: perPage}
	page, err := site.Posts.List(ctx, byPage, cms.Fields("id", "date_gmt"))
	if err != nil {
		return nil, err
	}
	var ids []int64
	var dates []string
	for _, post := range page.Items {
		ids, dates = append(ids, post.ID), append(dates, string(post.DateGMT))
	}
	newest, err := cms.GMTTime(slices.Max(dates)).Time()
	if err != nil {
		return nil, err
	}
	return []*cms.PostListOptions{
		byPage,
		{Offset: (number - 1) * perPage, PerPage: perPage, OrderBy: cms.ByID, Order: cms.Ascending},
		{Include: ids, PerPage: perPage, OrderBy: cms.ByID, Order: cms.Ascending},
		{Before: newest.Add(time.Second), PerPage: perPage},
	}, nil
}
