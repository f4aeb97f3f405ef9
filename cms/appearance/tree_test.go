package appearance_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
)

func TestTreeSetsAndRemovesOneValue(t *testing.T) {
	t.Parallel()
	const whole = `{"color":{"background":"#fff","text":"#111"},"css":"a{}"}`
	for name, c := range map[string]struct {
		tree   string
		change func(*appearance.Tree) error
		want   string
	}{
		"a value that is there": {whole, func(t *appearance.Tree) error { return t.Set("#222", "color", "text") },
			`{"color":{"background":"#fff","text":"#222"},"css":"a{}"}`},
		"a new place": {"", func(t *appearance.Tree) error { return t.Set(1.5, "blocks", "core/code", "size") },
			`{"blocks":{"core/code":{"size":1.5}}}`},
		"a place below a text": {whole, func(t *appearance.Tree) error { return t.Set("b", "css", "a") },
			`{"color":{"background":"#fff","text":"#111"},"css":{"a":"b"}}`},
		"a place below an empty list": {`{"color":[]}`, func(t *appearance.Tree) error {
			return t.Set("b", "color",
				"text")
		},
			`{"color":{"text":"b"}}`},
		"a value removed": {whole, func(t *appearance.Tree) error { return t.Remove("color", "text") },
			`{"color":{"background":"#fff"},"css":"a{}"}`},
		"an object removed": {whole, func(t *appearance.Tree) error { return t.Remove("color") },
			`{"css":"a{}"}`},
		"a missing value removed": {whole, func(t *appearance.Tree) error { return t.Remove("color", "none", "a") },
			whole},
	} {
		tree := appearance.Tree(c.tree)
		if err := c.change(&tree); err != nil || tree.String() != c.want {
			t.Errorf("%s: %s, error %v, want %s", name, tree, err, c.want)
		}
	}
}

func TestTreeRefusesWhatHasNoPlaceOrNoJSON(t *testing.T) {
	t.Parallel()
	tree := appearance.Tree(`{"a":1}`)
	for name, err := range map[string]error{
		"Set without a path": tree.Set(1), "Set of a channel": tree.Set(make(chan int), "a"),
		"Remove without a path": tree.Remove(),
	} {
		if !errors.Is(err, cms.ErrInvalidArgument) || tree.String() != `{"a":1}` {
			t.Errorf("%s: error %v, tree %s, want ErrInvalidArgument and no change", name, err, tree)
		}
	}
}

func TestTreeGetTellsAbsentFromUnfit(t *testing.T) {
	t.Parallel()
	tree := appearance.Tree(`{"color":{"text":"red"}}`)
	var text string
	if ok, err := tree.Get(&text, "color", "text"); !ok || text != "red" {
		t.Errorf("Get: %q, %t, error %v, want red", text, ok, err)
	}
	if ok, err := tree.Get(&text, "color", "none"); ok || err != nil {
		t.Errorf("Get of a missing value: %t, error %v, want false", ok, err)
	}
	if ok, err := tree.Get(&text, "color", "text", "below"); ok || err != nil {
		t.Errorf("Get below a text: %t, error %v, want false", ok, err)
	}
	if ok, err := tree.Get(new(int), "color"); !ok || err == nil {
		t.Errorf("Get of an object into a number: %t, error %v, want an error", ok, err)
	}
	if ok, err := appearance.Tree(nil).Get(&text); ok || err != nil {
		t.Errorf("Get of a nil tree: %t, error %v, want false", ok, err)
	}
}

func TestTreeIsReadInEveryForm(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{`[]`: "{}", ` [ ] `: "{}", `null`: "{}", `{"a":[1]}`: `{"a":[1]}`} {
		var tree appearance.Tree
		if err := cms.Unmarshal([]byte(sent), &tree); err != nil || tree.String() != want {
			t.Errorf("Unmarshal of %s: %s, error %v, want %s", sent, tree, err, want)
		}
	}
	for _, sent := range []string{`[1]`, `[[]]`, `"a"`, `5`, `true`} {
		if err := json.Unmarshal([]byte(sent), new(appearance.Tree)); err == nil {
			t.Errorf("Unmarshal of %s: error nil, want one", sent)
		}
	}
	for want, tree := range map[string]appearance.Tree{"{}": nil, `{"a":1}`: appearance.Tree(`{"a":1}`)} {
		if got, err := cms.Marshal(tree); err != nil || string(got) != want {
			t.Errorf("Marshal: %s, error %v, want %s", got, err, want)
		}
	}
}

func TestEqualIgnoresWhatASiteShowsAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{``, `{}`, true},
		{`{"a":1,"b":{"c":[]}}`, `{"a":1}`, true},
		{`{"a":1,"b":2}`, `{"b":2,"a":1.0}`, true},
		{`{"a":"var:preset|font-family|inter"}`, `{"a":"var(--wp--preset--font-family--inter)"}`, true},
		{`{"a":[{"b":{}},1]}`, `{"a":[{},1]}`, true},
		{`{"a":[1,2]}`, `{"a":[2,1]}`, false},
		{`{"a":"1"}`, `{"a":1}`, false},
		{`{"a":1}`, `{"a":1,"b":""}`, false},
		{`{"a":`, `{}`, false},
	} {
		if got := appearance.Tree(c.a).Equal(appearance.Tree(c.b)); got != c.want {
			t.Errorf("Equal of %s and %s: %v, want %v", c.a, c.b, got, c.want)
		}
		if got := appearance.Tree(c.b).Equal(appearance.Tree(c.a)); got != c.want {
			t.Errorf("Equal of %s and %s: %v, want %v", c.b, c.a, got, c.want)
		}
	}
}
