package terms_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// lots returns n tags to ensure.
func lots(n int) (all []cms.Wanted[terms.Params]) {
	for i := range n {
		all = append(all, cms.Wanted[terms.Params]{Slug: fmt.Sprintf("type-design-%04d", i),
			Params: &terms.Params{Name: new(fmt.Sprintf("Type %d", i)), Description: new("Pairs.")}})
	}
	return all
}

// manyDone collects the results of EnsureMany. It checks that there is one for each term, in order.
func manyDone(t *testing.T, of *terms.Terms, all []cms.Wanted[terms.Params], options *cms.EnsureManyOptions[terms.Term],
	callOptions ...cms.CallOption) (done []cms.Ensured[terms.Term], counts map[cms.EnsureAction]int) {
	t.Helper()
	counts = map[cms.EnsureAction]int{}
	for i, one := range of.EnsureMany(t.Context(), all, options, callOptions...) {
		if i != len(done) {
			t.Fatalf("EnsureMany yielded the result %d after %d others, want them in order", i, len(done))
		}
		done = append(done, one)
		counts[one.Action]++
		if one.Err == nil && one.Record != nil && one.Record.Slug != all[i].Slug {
			t.Errorf("EnsureMany: term %d has the slug %q, want %q", i, one.Record.Slug, all[i].Slug)
		}
	}
	if len(done) != len(all) {
		t.Fatalf("EnsureMany yielded %d results for %d terms, want one for each", len(done), len(all))
	}
	return done, counts
}

// writes returns how many requests other than reads a server has got.
func writes(server *cmstest.Server) (n int) {
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet {
			n++
		}
	}
	return n
}

func TestEnsureManyWritesNothingIfNoTermDiffers(t *testing.T) {
	t.Parallel()
	const n = 1000
	server, site := memory(t)
	all := lots(n)
	done, counts := manyDone(t, terms.Tags(site), all, nil)
	if counts[cms.EnsureCreated] != n {
		t.Fatalf("EnsureMany of new tags: %v, first error %v, want %d created", counts, done[0].Err, n)
	}
	if sent := len(server.Requests()); sent > 90 {
		t.Errorf("EnsureMany of %d new tags sent %d requests, want at most 90", n, sent)
	}
	server.ResetRequests()
	done, counts = manyDone(t, terms.Tags(site), all, nil)
	if counts[cms.EnsureUnchanged] != n {
		t.Errorf("EnsureMany of unchanged tags: %v, first error %v, want %d unchanged", counts, done[0].Err, n)
	}
	if sent := len(server.Requests()); writes(server) > 0 || sent > 25 {
		t.Errorf("EnsureMany of %d unchanged tags sent %d requests and wrote %d times, want at most 25 and no write", n, sent,
			writes(server))
	}
}

func TestEnsureManyBringsATreeLevelByLevel(t *testing.T) {
	t.Parallel()
	_, site := memory(t)
	categories := terms.Categories(site)
	top, _ := manyDone(t, categories, lots(2), nil)
	below := lots(4)[2:]
	for i := range below {
		below[i].Params.Parent = &top[i].Record.ID
	}
	done, counts := manyDone(t, categories, below, nil)
	if counts[cms.EnsureCreated] != 2 || done[1].Record.Parent != top[1].Record.ID {
		t.Errorf("EnsureMany below others: %v, the second %+v, want both created, the second below %d", counts,
			done[1].Record, top[1].Record.ID)
	}
	below[0].Params.Parent = &top[1].Record.ID
	done, counts = manyDone(t, categories, below, nil)
	if moved := done[0].Record.Parent == top[1].Record.ID; !moved || counts[cms.EnsureUpdated] != 1 {
		t.Errorf("EnsureMany with another parent: %v, the first %+v, want it moved below %d", counts, done[0].Record,
			top[1].Record.ID)
	}
}

func TestEnsureManyLooksUpAsManySlugsAsAnAddressHolds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ length, create, again int }{
		{13, 3, 1}, // a hundred slugs of 16 bytes with their commas, 29 with the ids of new terms
		{14, 4, 2},
		{29, 5, 2},
		{30, 6, 3},
	} {
		server, site := memory(t)
		all := lots(100)
		for i := range all {
			all[i].Slug = fmt.Sprintf("%0*d", c.length, i)
		}
		for n, want := range []int{c.create, c.again} {
			server.ResetRequests()
			done, _ := manyDone(t, terms.Tags(site), all, nil)
			if done[0].Err != nil {
				t.Fatalf("EnsureMany %d of slugs of %d bytes: error %v, want nil", n, c.length, done[0].Err)
			}
			if lists := len(server.Requests()) - writes(server); lists != want {
				t.Errorf("EnsureMany %d of 100 slugs of %d bytes sent %d lists, want %d", n, c.length, lists, want)
			}
		}
	}
}

func TestEnsureManyFindsTermsWhoseSlugIsEscaped(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	long := make([]cms.Wanted[terms.Params], 40)
	for i := range long {
		long[i] = cms.Wanted[terms.Params]{Slug: strings.Repeat("%e5%ad%97", 20) + fmt.Sprint(i),
			Params: &terms.Params{Name: new(fmt.Sprint("字", i))}}
	}
	done, counts := manyDone(t, terms.Tags(site), long, nil)
	if counts[cms.EnsureCreated] != len(long) {
		t.Fatalf("EnsureMany of tags with long slugs: %v, first error %v, want all created", counts, done[0].Err)
	}
	for _, r := range server.Requests() {
		if len(r.Path)+len(r.Query) > 2000 {
			t.Errorf("EnsureMany sent an address of %d bytes, want at most 2000", len(r.Path)+len(r.Query))
		}
	}
	for i := range long {
		long[i].Slug = strings.ToUpper(long[i].Slug)
	}
	for i, one := range terms.Tags(site).EnsureMany(t.Context(), long, nil) {
		if !errors.Is(one.Err, cms.ErrInvalidArgument) {
			t.Errorf("EnsureMany of a slug in capitals: result %d has the error %v, want ErrInvalidArgument", i, one.Err)
		}
	}
}

func TestEnsureManyRefusesWhatEnsureSlugRefuses(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all := lots(7)
	all[2].Slug, all[3].Slug, all[4].Params = all[0].Slug, "Not a slug", nil
	all[5].Params.Slug, all[6].Slug = new("other"), all[0].Slug
	done, _ := manyDone(t, terms.Tags(site), all, nil)
	for i, one := range done {
		if invalid := errors.Is(one.Err, cms.ErrInvalidArgument); invalid != (i != 1) {
			t.Errorf("EnsureMany with invalid terms: result %d has the error %v, want ErrInvalidArgument: %t", i, one.Err,
				i != 1)
		}
	}
	if done[1].Action != cms.EnsureCreated {
		t.Errorf("EnsureMany with invalid terms: term 1 is %q, error %v, want it created", done[1].Action, done[1].Err)
	}
	for place, both := range map[int]string{0: "0 and 2", 2: "0 and 2", 6: "0 and 6"} {
		err := done[place].Err
		if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "wanted" {
			t.Errorf("EnsureMany with one slug three times: term %d: %v, want an *ArgumentError of wanted", place, err)
		} else if !strings.Contains(e.Reason, "the terms "+both+" both") {
			t.Errorf("EnsureMany with one slug three times: term %d: %v, want the terms %s in it", place, err, both)
		}
	}
	if page, err := terms.Tags(site).List(t.Context(), nil); err != nil || len(page.Items) != 1 {
		t.Errorf("List after EnsureMany with invalid terms: %+v, error %v, want the tag of term 1 only", page, err)
	}
	if n := len(server.Requests()); n != 4 {
		t.Errorf("EnsureMany with invalid terms, and List, sent %d requests, want a batch, two lists, and List", n)
	}
	server.ResetRequests()
	for i, one := range terms.Tags(site).EnsureMany(t.Context(), lots(2), nil, cms.Fields("id")) {
		if !errors.Is(one.Err, cms.ErrInvalidArgument) || len(server.Requests()) > 0 {
			t.Errorf("EnsureMany with Fields: result %d has the error %v after %d requests, want ErrInvalidArgument and none", i,
				one.Err, len(server.Requests()))
		}
	}
}

func TestEnsureManyOfTermsAsksBeforeEachWrite(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all := lots(6)
	manyDone(t, terms.Tags(site), all[:4], nil)
	all[2].Params.Description, all[3].Params.Description = new("New"), new("New")
	for _, batches := range []bool{true, false} {
		if !batches {
			server.Fail(cmstest.Fault{Route: "/batch/v1", Times: 1000, Status: http.StatusNotFound, Code: "rest_no_route",
				Message: "m"})
			all[2].Params.Description, all[4].Slug = new("Newer"), "other"
		}
		asked := map[int]string{}
		done, _ := manyDone(t, terms.Tags(site), all, &cms.EnsureManyOptions[terms.Term]{
			MayWrite: func(i int, now *terms.Term) bool {
				if asked[i] = "new"; now != nil {
					asked[i] = now.Slug
				}
				return i%2 == 0
			}})
		want := map[int]string{2: all[2].Slug, 3: all[3].Slug, 4: "new", 5: "new"}
		if fmt.Sprint(asked) != fmt.Sprint(want) {
			t.Errorf("EnsureMany, batches %t, asked about %v, want %v", batches, asked, want)
		}
		for i, want := range []cms.EnsureAction{cms.EnsureUnchanged, cms.EnsureUnchanged, cms.EnsureUpdated,
			cms.EnsureRefused, cms.EnsureCreated, cms.EnsureRefused} {
			if done[i].Action != want || done[i].Err != nil {
				t.Errorf("EnsureMany with MayWrite, batches %t: term %d is %q, error %v, want %q", batches, i, done[i].Action,
					done[i].Err, want)
			}
		}
		if done[3].Record == nil || done[5].Record != nil {
			t.Errorf("EnsureMany with MayWrite, batches %t: records %+v and %+v, want that of an update and nil", batches,
				done[3].Record, done[5].Record)
		}
	}
}

func TestEnsureManyInADryRunHasARequestForEachTerm(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all := lots(3)
	manyDone(t, terms.Tags(site), all[:2], nil)
	all[1].Params.Description = new("New")
	dry, err := site.With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	server.ResetRequests()
	done, _ := manyDone(t, terms.Tags(dry), all, nil)
	if n := writes(server); n > 0 || len(server.Requests()) != 1 {
		t.Errorf("EnsureMany in a dry run sent %d requests and wrote %d times, want one list", len(server.Requests()), n)
	}
	for i, want := range []string{"", `{"description":"New"}`,
		`{"name":"Type 2","slug":"type-design-0002","description":"Pairs."}`} {
		refused, isDry := errors.AsType[*cms.DryRunError](done[i].Err)
		switch {
		case isDry != (want != ""):
			t.Errorf("EnsureMany in a dry run: term %d has the error %v, want a *DryRunError: %t", i, done[i].Err, want != "")
		case isDry && string(refused.Body) != want:
			t.Errorf("EnsureMany in a dry run: term %d would send %s, want %s", i, refused.Body, want)
		}
	}
}

func TestEnsureManySendsTheArgumentsOfItsOptionsInBatches(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all := lots(2)
	manyDone(t, terms.Tags(site), all[:1], nil)
	all[0].Params.Description = new("New")
	server.ResetRequests()
	manyDone(t, terms.Tags(site), all, nil, cms.Argument("lang", "de"), cms.Header("X-Mark", "7"))
	batches := 0
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet {
			batches++
			body := string(r.Body)
			if !strings.Contains(body, `lang=de`) || !strings.Contains(body, `"X-Mark":"7"`) {
				t.Errorf("EnsureMany with options sent the batch %s, want lang=de and X-Mark in it", body)
			}
		} else if !strings.Contains(r.Query, "lang=de") {
			t.Errorf("EnsureMany with options sent the list %s, want lang=de", r.Query)
		}
	}
	if batches != 2 {
		t.Errorf("EnsureMany with options sent %d batches, want 2", batches)
	}
}

func TestEnsureManyNamesFieldsThatTheSiteRewrites(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all := lots(2)
	all[1].Params.Description = new("<script>x</script>Pairs.")
	for n, action := range []cms.EnsureAction{cms.EnsureCreated, cms.EnsureUnchanged} {
		server.ResetRequests()
		done, _ := manyDone(t, terms.Tags(site), all, nil)
		switch {
		case done[1].Action != action:
			t.Errorf("EnsureMany %d: term 1 is %q, error %v, want %q", n, done[1].Action, done[1].Err, action)
		case len(done[0].Rewritten) > 0 || !slices.Equal(done[1].Rewritten, []string{"description"}):
			t.Errorf("EnsureMany %d: rewritten %q and %q, want none and the description", n, done[0].Rewritten,
				done[1].Rewritten)
		case n == 1 && writes(server) > 0:
			t.Errorf("EnsureMany of rewritten terms wrote %d times, want 0", writes(server))
		}
	}
}

func TestEnsureManyNamesEachRewrittenFieldInOrder(t *testing.T) {
	t.Parallel()
	const stored = `{"id":7,"name":"Serif","slug":"serif","description":"","parent":0,"meta":{"weight":8},"taxonomy":` +
		`"category","colour":"blue"}`
	_, site := sitetest.NewTap(t, listed(stored), replay.Answer(http.StatusMultiStatus,
		`{"responses":[{"status":200,"headers":{},"body":`+stored+`}]}`))
	all := []cms.Wanted[terms.Params]{{Slug: "serif", Params: &terms.Params{Name: new("Sans"), Description: new("New"),
		Parent: new(int64(3)), Meta: &cms.MetaParams{Extra: cms.Extra{"weight": []byte("7")}},
		Extra: cms.Extra{"colour": []byte(`"red"`)}}}}
	done, _ := manyDone(t, terms.Categories(site), all, nil)
	want := []string{"colour", "description", "meta", "name", "parent"}
	if done[0].Err != nil || !slices.Equal(done[0].Rewritten, want) {
		t.Errorf("EnsureMany of a site that keeps all values: rewritten %q, error %v, want %q", done[0].Rewritten,
			done[0].Err, want)
	}
}
