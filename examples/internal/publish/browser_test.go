package publish

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/examples/internal/browser"
)

// canvas is the document in which the editor shows blocks: newer editors have a frame for it.
const canvas = "(document.querySelector('iframe[name=editor-canvas]')?.contentDocument ?? document)"

// typed is what a person types into a paragraph.
const typed = " Typed by a person."

// TestLiveBrowserOpensEditsAndSavesWhatWasPublished opens all posts and pages of the eight folders
// in the editor, types into one of each folder, and saves it. A folder takes a minute, so CI opens
// one. FONTCMS_EDITOR=all opens all eight.
//
//nolint:paralleltest // it shares the pictures of a site
func TestLiveBrowserOpensEditsAndSavesWhatWasPublished(t *testing.T) {
	for kind, folder := range eight() {
		if kind != "mkdocs" && os.Getenv("FONTCMS_EDITOR") != "all" {
			continue
		}
		t.Run(kind, func(t *testing.T) { //nolint:paralleltest // as above
			b := live(t, kind)
			w := browser.Open(t)
			b.logIn(w)
			b.complete()
			records := b.records()
			for _, path := range slices.Sorted(maps.Keys(records)) {
				b.open(w, records[path].id)
				b.checkBlocks(w, path)
			}

			// What no file speaks of is the person's, and a run leaves it.
			b.open(w, records[folder.edited].id)
			w.Eval("wp.data.dispatch('core/editor').editPost({excerpt: 'Of a person'})")
			b.save(w)
			out := b.complete()
			if !strings.Contains(out, "0 created, 0 updated") {
				t.Errorf("publish of %s after a person wrote an excerpt printed\n%s\nwant no change", kind, out)
			}

			b.open(w, records[folder.edited].id)
			b.typeInto(w)
			b.save(w)
			edited := b.records()[folder.edited]
			if edited == nil || !strings.Contains(edited.fields.text("content"), typed) {
				t.Fatalf("the editor stored %v of %s, want the mark, and %q in the content", edited, folder.edited, typed)
			}
			text := eightOf(t, kind)
			for _, path := range []string{folder.edited, folder.from} {
				put(t, b.dir, path, text[path]+"\n\nFrom the file.\n")
			}
			out, err := b.publish()
			for _, want := range []string{
				"refuse     " + folder.edited, "was changed on the site", "update     " + folder.from,
			} {
				if err == nil || !strings.Contains(out, want) {
					t.Errorf("publish of %s after a person typed: error %v, want status 3, and %q in\n%s", kind, err, want, out)
				}
			}
			if now := b.records()[folder.edited]; now.fields.sum() != edited.fields.sum() {
				t.Errorf("publish of %s after a person typed: the content is %s, want it as the person left it",
					kind, now.fields.text("content"))
			}

			b.complete("-force")
			now := b.records()[folder.edited]
			if got := now.fields.text("content"); strings.Contains(got, typed) || !strings.Contains(got, "From the file.") {
				t.Errorf("publish of %s with -force stored %s, want the text of the file", kind, got)
			}
			if got := now.fields.text("excerpt"); got != "Of a person" {
				t.Errorf("publish of %s with -force stored the excerpt %q, want the person's", kind, got)
			}
			for _, path := range []string{folder.edited, folder.from} {
				b.open(w, records[path].id)
				b.checkBlocks(w, path)
			}
			b.still(kind)
		})
	}
}

// logIn makes an editor of the site, and logs in as this user.
func (b *bench) logIn(w *browser.Window) {
	b.t.Helper()
	people := users.New(b.site)
	name := fmt.Sprintf("person%08x", rand.Uint32())
	password := "A long enough password of " + name
	who, err := people.Create(b.t.Context(), &users.Params{
		Username: new(name), Email: new(name + "@site.test"), Password: new(password), Roles: []string{"editor"},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { b.removeUser(people, who.ID) })
	w.Do(chromedp.Navigate(b.at.address + "/wp-login.php"))
	w.Wait("document.querySelector('#loginform')")
	shown := w.Eval(fmt.Sprintf(`fetch('', {method: 'POST', body: new URLSearchParams({log: %q, pwd: %q, testcookie: 1})})
		.then(response => response.text()).then(text => text.includes('id="wpadminbar"'))`, name, password))
	if shown != "true" {
		b.t.Fatalf("login of %s: the site did not show its bar for users, want it", name)
	}
}

// removeUser deletes the user that the test made.
func (b *bench) removeUser(people *users.Users, id int64) {
	ctx := context.WithoutCancel(b.t.Context())
	me, err := people.Me(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := people.Delete(ctx, id, users.ReassignTo(me.ID)); err != nil {
		b.t.Errorf("delete of the user %d: %v", id, err)
	}
}

// open opens a record in the editor, and waits until the editor shows its blocks.
func (b *bench) open(w *browser.Window, id int64) {
	b.t.Helper()
	w.Do(chromedp.Navigate(fmt.Sprintf("%s/wp-admin/post.php?post=%d&action=edit", b.at.address, id)))
	w.Wait("window.wp?.data?.select('core/editor')?.getCurrentPostId() == " + fmt.Sprint(id))
	w.Eval(`['core', 'core/edit-post'].forEach(scope => ['welcomeGuide', 'fullscreenMode'].forEach(
		name => wp.data.dispatch('core/preferences')?.set(scope, name, false)))`)
	w.Wait(canvas + ".querySelector('[data-block]')")
}

// checkBlocks reports each block that the editor calls broken, and its HTML as written and as the
// editor writes it.
func (b *bench) checkBlocks(w *browser.Window, path string) {
	b.t.Helper()
	broken := w.Eval(`(() => {
		const found = [];
		const visit = block => {
			if (!block.isValid || block.name === 'core/missing' || block.name === 'core/freeform') {
				const wanted = wp.blocks.getSaveContent(block.name, block.attributes);
				found.push(block.name + ': ' + block.originalContent + '\n' + wanted);
			}
			block.innerBlocks.forEach(visit);
		};
		wp.data.select('core/block-editor').getBlocks().forEach(visit);
		` + canvas + `.querySelectorAll('.block-editor-warning').forEach(warning => found.push(warning.textContent));
		return found.join('\n');
	})()`)
	if broken != "" {
		b.t.Errorf("the editor calls blocks of %s broken, want none:\n%s", path, broken)
	}
}

// typeInto clicks into the first paragraph that is shown, and types at its end.
func (b *bench) typeInto(w *browser.Window) {
	b.t.Helper()
	const paragraph = "[..." + canvas + `.querySelectorAll('[data-type="core/paragraph"]')]
		.find(p => p.checkVisibility())`
	place := strings.Fields(w.Eval(`(() => {
		const frame = document.querySelector('iframe[name=editor-canvas]')?.getBoundingClientRect() ?? {x: 0, y: 0};
		` + paragraph + `.scrollIntoView({block: 'center'});
		const p = ` + paragraph + `.getBoundingClientRect();
		return (frame.x + p.x + p.width / 2) + ' ' + (frame.y + p.y + p.height / 2);
	})()`))
	x, errX := strconv.ParseFloat(place[0], 64)
	y, errY := strconv.ParseFloat(place[1], 64)
	if errX != nil || errY != nil {
		b.t.Fatalf("place of the paragraph: %v, want two numbers", place)
	}
	w.Do(chromedp.MouseClickXY(x, y), chromedp.KeyEvent(kb.End), chromedp.KeyEvent(typed))
	w.Wait(paragraph + ".textContent.includes('" + typed + "')")
}

// save clicks on the button, and waits until the site has the record.
func (b *bench) save(w *browser.Window) {
	b.t.Helper()
	const editor = "wp.data.select('core/editor')"
	w.Wait(editor + ".isEditedPostDirty()")
	w.Do(chromedp.Click(".editor-post-publish-button"))
	w.Wait(editor + ".didPostSaveRequestSucceed() && !" + editor + ".isSavingPost()")
	w.Wait("!" + editor + ".isEditedPostDirty()")
}
