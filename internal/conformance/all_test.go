package conformance

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// scenarios are all of them, collection by collection.
func scenarios() []scenario {
	return slices.Concat(
		historyScenarios(),
		binScenarios(),
		pluginScenarios(),
		postReading(),
		postWriting(),
		postFailing(),
		pageReading(),
		pageWriting(),
		pageFailing(),
		mediaReading(),
		mediaWriting(),
		mediaFailing(),
		oembedScenarios(),
		loginScenarios(),
		indexScenarios(),
		blockScenarios(),
		menuScenarios(),
		termReading(),
		termWriting(),
		userReading(),
		passwordLives(),
		embedCalls(),
		batchBuilders(),
		exchangeScenarios(),
		answerScenarios(),
	)
}

// TestNamesAreUnique keeps a scenario from hiding behind another of the same name.
func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	all, seen := scenarios(), map[string]bool{}
	for _, sc := range all {
		if seen[sc.path()] {
			t.Errorf("Name of a scenario: %s twice, want unique names", sc.path())
		}
		seen[sc.path()] = true
	}
	for _, g := range generations {
		if g.reason == "" || !slices.ContainsFunc(all, func(sc scenario) bool { return g.scenarios.MatchString(sc.path()) }) {
			t.Errorf("Generation %s has no scenario or no reason, want both", g.scenarios)
		}
	}
	for _, d := range differences {
		if !seen[d.scenario] || d.reason == "" {
			t.Errorf("Difference %q has no scenario or no reason, want both", d.scenario)
		}
	}
}

func historyScenarios() []scenario {
	var out []scenario
	for _, h := range histories() {
		for _, part := range [][]scenario{
			h.listing(), h.walks(), h.gets(), h.fieldsOf(), h.readers(), h.saving(), h.drafting(), h.drafts(), h.keeping(),
			h.turns(), h.refused(),
		} {
			out = append(out, part...)
		}
	}
	return out
}

func binScenarios() []scenario {
	var out []scenario
	for _, b := range bins() {
		out = append(out, b.cycles()...)
		out = append(out, b.turns()...)
		out = append(out, b.refused()...)
	}
	return out
}

// The records of plugins come from the documents, which fill a real server with those of the core alone: a real site
// that had a plugin would have to be given the same ones.

// pluginScenarios are those of the four plugins. A site whose index lacks one skips them.
func pluginScenarios() []scenario {
	return slices.Concat(
		snippetReading(), snippetWriting(), snippetFailing(),
		analyticsReading(), analyticsFailing(),
		visibilityReading(), visibilityWriting(), visibilityFailing(),
		archiverScenarios(),
	)
}

func mediaReading() []scenario {
	of := chosen{
		ids: [3]int64{303, 308, 301}, slugs: [2]string{"vv-voice", "aa-notes"}, authors: []int64{2, 4},
		summer: moment("2025-06-20T14:00:00"), winter: moment("2025-02-14T09:15:00"),
		modified: [2]time.Time{moment("2026-07-03T12:00:00"), moment("2026-02-28T20:00:00")},
		bySlugs:  []int64{308, 304},
	}
	shared := slices.DeleteFunc(sharedLists[media.ListOptions](of), func(one listCase[media.ListOptions]) bool {
		return strings.HasPrefix(one.argument, "search") || strings.Contains(one.name, "relevance")
	})
	orders := slices.DeleteFunc(dated(), func(o ordering) bool { return o.by == cms.ByParent })
	orders = append(orders, ordering{cms.ByParent, func(r record) any { return r.int("post") }})
	return slices.Concat(
		mediaLibrary().listing(shared),
		mediaLibrary().listing(mediaLists()),
		mediaLibrary().listing(mediaSearches()),
		mediaLibrary().listing(mediaStatuses()),
		mediaLibrary().orders(orders),
		mediaWindows(),
		mediaSeenBy(),
		mediaSingles(301, 302, 304, 305, 306, 307, 310, 311, 313, 314),
		mediaByField(),
		mediaOfNoType(),
		mediaFiles(),
		mediaEmbedded(),
	)
}
