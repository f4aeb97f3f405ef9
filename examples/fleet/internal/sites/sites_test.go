package sites

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestParseReadsSitesByColumn(t *testing.T) {
	t.Parallel()
	sites, err := parse(strings.NewReader("name,site,user,secret,prefix\n# comment\n" +
		"blog, https://blog.example.org, ada, env:FLEET_BLOG, wp\nshop,https://shop.example.org,,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Site{
		{"blog", "https://blog.example.org", "ada", "env:FLEET_BLOG", "wp"},
		{Name: "shop", Address: "https://shop.example.org"},
	}
	if len(sites) != 2 || sites[0] != want[0] {
		t.Errorf("parse of two sites: %+v, want two, the first %+v", sites, want[0])
	} else if sites[1] != want[1] {
		t.Errorf("parse of two sites: %+v, want the second %+v", sites, want[1])
	}
}

func TestParseNamesEachWrongLine(t *testing.T) {
	t.Parallel()
	_, err := parse(strings.NewReader(`name,site,user,secret
a,https://a.example.org,,
A.b,https://b.example.org,,
a,https://c.example.org,,
d,https://A.example.org/,,
e,ftp://e.example.org,,
f,https://u:p@f.example.org,,
g,https://g.example.org,ada,
h,https://h.example.org,ada,abcd efgh
i,https://i.example.org,ada,env:AWS_KEY
j,https://j.example.org,ada,file:../x
k,https://k.example.org
`))
	if err == nil {
		t.Fatal("parse of wrong lines: no error, want one")
	}
	lines := strings.Split(err.Error(), "\n")
	want := []string{
		`line 3: the name "A.b"`, "line 4: the name a is that of line 2",
		"line 5: the address https://A.example.org/ is that of line 2",
		"line 6: the site is not", "line 7: the address holds", "line 8: user and secret", "line 9: the secret is",
		"line 10: the secret is", "line 11: the secret is", "line 12: it has 2 columns",
	}
	if len(lines) != len(want) {
		t.Fatalf("parse of wrong lines: an error of %d lines, want %d:\n%v", len(lines), len(want), err)
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("parse of wrong lines: line %d of the error is %q, want %q first", i+1, lines[i], want[i])
		}
	}
	for _, password := range []string{"abcd", "AWS_KEY", ":p@"} {
		if strings.Contains(err.Error(), password) {
			t.Errorf("parse of wrong lines: the error has the secret %q, want it kept: %v", password, err)
		}
	}
}

func TestRefusesAFileWithoutHeadOrSites(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "blog,https://blog.example.org\n", "name,site\n", "name,site\n\"a,b\n"} {
		if _, err := parse(strings.NewReader(text)); err == nil {
			t.Errorf("parse of %q: no error, want one", text)
		}
	}
}

func TestReadPutsEachMistakeOnALineOfItsOwn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sites.csv")
	text := "name,site\nA.b,https://b.example.org\ne,ftp://e.example.org\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Read(path)
	var said bytes.Buffer
	program.Complain(&said, "fleet", err)
	for n, want := range []string{path + ": line 2: the name ", path + ": line 3: the site "} {
		lines := strings.Split(strings.TrimPrefix(said.String(), "fleet: "), "\n")
		if n >= len(lines) || !strings.HasPrefix(lines[n], want) {
			t.Errorf("line %d of the message of two mistakes: want %q in\n%s", n+1, want, said.String())
		}
	}
}
