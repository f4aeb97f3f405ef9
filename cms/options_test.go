package cms_test

import (
	"context"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestOptionsThatMakeNoSenseDoNotCompile type-checks a call for each option and
// verb against the package as it is.
func TestOptionsThatMakeNoSenseDoNotCompile(t *testing.T) {
	t.Parallel()
	verbs := map[string]string{
		"Get":     "site.Posts.Get(ctx, 1, %)",
		"Create":  "site.Posts.Create(ctx, nil, %)",
		"Update":  "site.Posts.Update(ctx, 1, nil, %)",
		"Trash":   "site.Posts.Trash(ctx, 1, %)",
		"Delete":  "site.Posts.Delete(ctx, 1, %)",
		"List":    "site.Posts.List(ctx, nil, %)",
		"Count":   "site.Posts.Count(ctx, nil, %)",
		"Pages":   "site.Posts.Pages(ctx, nil, %)",
		"All":     "site.Posts.All(ctx, nil, %)",
		"GetMany": "site.Posts.GetMany(ctx, nil, nil, %)",
		"Do":      "cms.Do(ctx, site, cms.Request[cms.Post]{}, %)",
		"Verify":  "site.Verify(ctx, %)",
	}
	everywhere := []string{`cms.Fields("id")`, `cms.Embed()`, `cms.Attempts(1)`, `cms.Timeout(1)`, `cms.Header("A", "b")`,
		`cms.Capture(nil)`, `cms.UpdateMethod("PATCH")`, `cms.AllowUnverified()`}
	only := map[string]string{
		`cms.Prefetch(1)`:       "Pages All GetMany",
		`cms.Resume(nil)`:       "Pages All GetMany",
		`cms.InContext("edit")`: "Get",
		`cms.PostPassword("x")`: "Get",
		`cms.ExcerptLength(1)`:  "Get",
		`cms.WithPrefix("wp")`:  "",
	}
	check := compiler(t)
	for verb, call := range verbs {
		for _, option := range everywhere {
			if err := check(strings.Replace(call, "%", option, 1)); err != nil {
				t.Errorf("%s does not take %s: %v", verb, option, err)
			}
		}
		for option, allowed := range only {
			err := check(strings.Replace(call, "%", option, 1))
			if want := strings.Contains(" "+allowed+" ", " "+verb+" "); (err == nil) != want {
				t.Errorf("%s with %s compiles: %v, want %v (%v)", verb, option, err == nil, want, err)
			}
		}
	}
	if err := check(`cms.New("x", cms.Fields("id"))`); err == nil {
		t.Error("an option of a call is taken for one of a client: error nil, want an error")
	}
}

// compiler returns a function that type-checks an expression in a program that
// imports the package, from what the go command has compiled of it.
func compiler(t *testing.T) func(expression string) error {
	t.Helper()
	list, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}",
		".").Output()
	if err != nil {
		t.Skipf("the go command does not say where the package is: %v", err)
	}
	compiled := map[string]string{}
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		compiled[path] = file
	}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(compiled[path])
	})
	return func(expression string) error {
		source := "package p\nimport (\"context\"; \"github.com/fontcms/fontcms-go/cms\")\n" +
			"func f(ctx context.Context, site *cms.Client) { g(" + expression + ") }\nfunc g(...any) {}\n"
		file, err := parser.ParseFile(files, "p.go", source, 0)
		if err != nil {
			return err
		}
		_, err = (&types.Config{Importer: imports}).Check("p", files, []*ast.File{file}, nil)
		return err
	}
}

func TestOptionsOfACallAreChecked(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	site := s.Client(t)
	for _, test := range []struct {
		argument string
		option   cms.GetOption
	}{
		{"fields", cms.Fields("id", "")}, {"fields", cms.Fields("a,b")}, {"attempts", cms.Attempts(0)},
		{"timeout", cms.Timeout(0)}, {"timeout", cms.Timeout(-time.Second)},
		{"excerpt_length", cms.ExcerptLength(0)}, {"header", cms.Header("", "x")}, {"header", cms.Header("X", "")},
		{"header", cms.Header("X", "a\r\nEvil: b")},
		{"header", cms.Header("X\n", "a")}, {"header", cms.Header("X:Y", "a")}, {"header", cms.Header("X Y", "a")},
		{"header", cms.Header("X(Y)", "a")}, {"header", cms.Header("Ä", "a")},
		{"header", cms.Header("X", "a\x00")}, {"header", cms.Header("authorization", "Basic x")},
		{"header", cms.Header("cookie", "a=b")}, {"header", cms.Header("Host", "evil")},
		{"header", cms.Header("X-HTTP-Method-Override", "DELETE")}, {"header", cms.Header("Accept", "text/html")},
		{"header", cms.Header("Content-Length", "1")},
		{"header", cms.Header("Upgrade", "h2c")}, {"header", cms.Header("te", "trailers")},
		{"header", cms.Header("Trailer", "X")}, {"header", cms.Header("Range", "bytes=0-1")},
		{"header", cms.Header("Proxy_Authorization", "Basic x")}, {"header", cms.Header("Keep-Alive", "5")},
		{"header", cms.Header("Expect", "100-continue")},
	} {
		_, err := site.Posts.Get(t.Context(), 5, test.option)
		switch e, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("Posts.Get(5): error %v, want a *cms.ArgumentError for %q", err, test.argument)
		case e.Argument != test.argument || e.Operation != "Posts.Get":
			t.Errorf("Posts.Get(5): argument %q of %q refused, want %q of %q", e.Argument, e.Operation, test.argument,
				"Posts.Get")
		}
	}
	for _, method := range []string{"", "GET", "DELETE", "post"} {
		if _, err := site.Posts.Update(t.Context(), 5, nil, cms.UpdateMethod(method)); !errors.Is(err,
			cms.ErrInvalidArgument) {
			t.Errorf("UpdateMethod(%q): %v, want ErrInvalidArgument", method, err)
		}
	}
	for _, n := range []int{-1, 65} {
		for _, err := range site.Posts.All(t.Context(), nil, cms.Prefetch(n)) {
			if !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("Prefetch(%d): %v, want ErrInvalidArgument", n, err)
			}
		}
	}
	if len(s.Seen()) > 0 {
		t.Errorf("a request was sent: requests sent: %d, want at most 0", len(s.Seen()))
	}
	if _, err := site.Posts.Get(t.Context(), 5, nil, cms.Header("X-Trace", "a\tb ü"), nil); err != nil {
		t.Error(err)
	}
	if got := s.Seen()[0].Header.Get("X-Trace"); got != "a\tb ü" {
		t.Errorf("the header came as %q, want %q", got, "a\tb ü")
	}
}

func TestOptionsOfAClientAreChecked(t *testing.T) {
	t.Parallel()
	for argument, options := range map[string][]cms.Option{
		"user": {cms.WithApplicationPassword("", "x"), cms.WithApplicationPassword(" ", "x"),
			cms.WithApplicationPassword("a:b", "x"), cms.WithApplicationPassword("a\x00", "x"),
			cms.WithApplicationPassword("a\nb", "x"), cms.WithApplicationPassword("a\u0085", "x"),
			cms.WithCredentials(cms.Credentials{User: "a\x7f", Password: "x"})},
		"password": {cms.WithApplicationPassword("a", ""), cms.WithApplicationPassword("a", "  "),
			cms.WithApplicationPassword("a", "x\x00y"), cms.WithApplicationPassword("a", "x\r\ny")},
		"token":       {cms.WithToken(""), cms.WithToken("Bearer a")},
		"credentials": {cms.WithCredentials(cms.Credentials{User: "a", Password: "b", Token: "c"})},
		"cookie":      {cms.WithCredentials(cms.Credentials{Cookie: "a\n", Nonce: "b"})},
		"WithCredentials": {cms.WithCredentials(nil), cms.WithCredentials(cms.CredentialsFunc(nil)),
			cms.WithCredentials(cms.CacheCredentials(nil))},
		"WithCredentialsHeader": {cms.WithCredentialsHeader("")},
		"WithProxyCredentials": {cms.WithProxyCredentials("a header", cms.Credentials{Token: "a"}),
			cms.WithProxyCredentials("Authorization", nil),
			cms.WithProxyCredentials("Authorization", cms.CacheCredentials(nil))},
		"WithRoot":           {cms.WithRoot("")},
		"WithCallTimeout":    {cms.WithCallTimeout(-1)},
		"WithoutLinks":       {cms.WithoutLinks("")},
		"WithPrefix":         {cms.WithPrefix(""), cms.WithPrefix("Wp"), cms.WithPrefix("a/b"), cms.WithPrefix("..")},
		"WithHTTPClient":     {cms.WithHTTPClient(nil)},
		"WithDownloadClient": {cms.WithDownloadClient(nil)},
		"WithMiddleware":     {cms.WithMiddleware(nil)},
		"WithMiddlewareOrigins": {cms.WithMiddlewareOrigins(""), cms.WithMiddlewareOrigins("files.example.org"),
			cms.WithMiddlewareOrigins("https://files.example.org/a"),
			cms.WithMiddlewareOrigins("https://files.example.org", "https://a:b@files.example.net")},
		"WithLimiter":       {cms.WithLimiter(nil)},
		"WithMaxConcurrent": {cms.WithMaxConcurrent(0)},
		"WithUserAgent":     {cms.WithUserAgent(""), cms.WithUserAgent("a\nb")},
		"WithRetry": {cms.WithRetry(cms.Retry{Attempts: -1}), cms.WithRetry(cms.Retry{MinWait: -1}),
			cms.WithRetry(cms.Retry{MaxWait: -1}), cms.WithRetry(cms.Retry{MaxRetryAfter: -1})},
		"header": {cms.WithHeader("", "a"), cms.WithHeader("Idempotency-Key", "a"),
			cms.WithHeader("Authorization", "x"), cms.WithHeader("X", "a\r\nb"),
			cms.WithHeader("Cookie", "x"), cms.WithHeader("Upgrade", "h2c"), cms.WithHeader("proxy-connection", "x")},
		"WithMaxResponseSize": {cms.WithMaxResponseSize(0)},
	} {
		for i, option := range options {
			_, err := cms.New("https://docs.example.org", option)
			switch e, ok := errors.AsType[*cms.ArgumentError](err); {
			case !ok:
				t.Errorf("option %d of %s: %v, want a *cms.ArgumentError", i, argument, err)
			case e.Argument != argument:
				t.Errorf("New with option %d: argument %q refused, want %q", i, e.Argument, argument)
			}
			site := stub.Dial(t, "https://docs.example.org")
			if _, err := site.With(option); !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("With, option %d of %s: %v, want ErrInvalidArgument", i, argument, err)
			}
		}
	}
	if _, err := cms.New("https://docs.example.org", nil, cms.WithLogger(nil)); err != nil {
		t.Error(err)
	}
}

func TestRequestNamesTheSDKAfterTheProgram(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{"id":5}`))
	for i, test := range []struct {
		options []cms.Option
		want    string
	}{
		{nil, "fontcms-go/"},
		{[]cms.Option{cms.WithUserAgent("mirror/1.2")}, "mirror/1.2 fontcms-go/"},
	} {
		if _, err := s.Client(t, test.options...).Posts.Get(t.Context(), 5); err != nil {
			t.Fatal(err)
		}
		if got := s.Seen()[i].Header.Get("User-Agent"); !strings.HasPrefix(got, test.want) {
			t.Errorf("User-Agent %q, want the prefix %q", got, test.want)
		}
	}
}

// turns is a limiter that counts.
type turns struct{ n int }

func (l *turns) Wait(context.Context) error { l.n++; return nil }

func TestDerivedClientDoesNotChangeTheFirst(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	wrap := func(name string) func(http.RoundTripper) http.RoundTripper {
		return func(next http.RoundTripper) http.RoundTripper {
			return stub.Carrier(func(req *http.Request) (*http.Response, error) {
				req.Header.Set("X-Wrapped", req.Header.Get("X-Wrapped")+name)
				return next.RoundTrip(req)
			})
		}
	}
	limiter := &turns{}
	first := s.Client(t, cms.WithApplicationPassword("editor", "secret"), cms.WithHeader("X-A", "1"),
		cms.WithMiddleware(wrap("a")), cms.WithUserAgent("mine/1"))
	derive := func(options ...cms.Option) *cms.Client {
		t.Helper()
		c, err := first.With(options...)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	b := derive(cms.WithHeader("X-A", "2"), cms.WithMiddleware(wrap("b")), cms.WithoutCredentials())
	c := derive(cms.WithMiddleware(wrap("c")), cms.WithPrefix("wp"), cms.WithLimiter(limiter), cms.WithHeader("X-C", "3"))
	want := map[*cms.Client]stub.Request{
		first: {Path: "/cms-json/cms/v2/posts/5", Header: http.Header{"X-A": {"1"}, "X-C": {""}, "X-Wrapped": {"a"},
			"Authorization": {"Basic ZWRpdG9yOnNlY3JldA=="}}},
		b: {Path: "/cms-json/cms/v2/posts/5", Header: http.Header{"X-A": {"2"}, "X-C": {""}, "X-Wrapped": {"ab"},
			"Authorization": {""}}},
		c: {Path: "/wp-json/wp/v2/posts/5", Header: http.Header{"X-A": {"1"}, "X-C": {"3"}, "X-Wrapped": {"ac"},
			"Authorization": {"Basic ZWRpdG9yOnNlY3JldA=="}}},
	}
	for client, want := range want {
		if _, err := client.Posts.Get(t.Context(), 5); err != nil {
			t.Fatal(err)
		}
		seen := s.Seen()
		got := seen[len(seen)-1]
		switch {
		case got.Path != want.Path:
			t.Errorf("%v: Path %q, want %q", client, got.Path, want.Path)
		case got.Header.Get("User-Agent")[:7] != "mine/1 ":
			t.Errorf(`%v: got.Header.Get("User-Agent")[:7] %q, want %q`, client, got.Header.Get("User-Agent")[:7], "mine/1 ")
		case got.Header.Get("Accept") != "application/json":
			t.Errorf(`%v: got.Header.Get("Accept") %q, want %q`, client, got.Header.Get("Accept"), "application/json")
		}
		for name, values := range want.Header {
			if got.Header.Get(name) != values[0] {
				t.Errorf("%v: header %s sent as %q, want %q", client, name, got.Header.Get(name), values[0])
			}
		}
	}
	switch {
	case limiter.n != 1:
		t.Errorf("limiter was asked %d times, want 1", limiter.n)
	case first.Prefix() != "cms":
		t.Errorf("prefix of the first client %q, want %q", first.Prefix(), "cms")
	case c.Prefix() != "wp":
		t.Errorf("prefix of the derived client %q, want %q", c.Prefix(), "wp")
	case first.Root() != s.URL+"/cms-json/":
		t.Errorf("root of the first client %q, want %q", first.Root(), s.URL+"/cms-json/")
	case c.Site() != s.URL:
		t.Errorf("site of the derived client %q, want %q", c.Site(), s.URL)
	}
}

func TestClientsAreDerivedAndUsedAtOnce(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	site := s.Client(t, cms.WithHeader("X-A", "1"), cms.WithMaxConcurrent(3))
	done := make(chan error)
	for range 16 {
		go func() {
			derived, err := site.With(cms.WithHeader("X-A", "2"),
				cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper { return next }))
			if err == nil {
				_, err = derived.Posts.Get(context.Background(), 5)
			}
			if err == nil {
				_, err = site.Posts.Get(context.Background(), 5)
			}
			done <- err
		}()
	}
	for range 16 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestDerivedClientsShareTheLimitOfRequestsInFlight(t *testing.T) {
	t.Parallel()
	const limit, calls = 2, 12
	var mu sync.Mutex
	var inFlight, most int
	full, first := make(chan struct{}), sync.Once{} // closed when as many requests as allowed are in flight
	add := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		inFlight += n
		if most = max(most, inFlight); inFlight == limit {
			first.Do(func() { close(full) })
		}
	}
	s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		add(1)
		defer add(-1)
		<-full
		time.Sleep(time.Millisecond) // another request would arrive now
		stub.Reply(w, 200, `{"id":5}`)
	})
	site := s.Client(t, cms.WithMaxConcurrent(limit))
	derived, err := site.With(cms.WithHeader("X-A", "1"))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range calls {
		group.Go(func() {
			if _, err := []*cms.Client{site, derived}[i%2].Posts.Get(t.Context(), 5); err != nil {
				t.Errorf("Get %d: error %v, want none", i, err)
			}
		})
	}
	group.Wait()
	if most != limit {
		t.Errorf("a client and a derived one sent %d requests at once, want %d", most, limit)
	}
}

func TestMethodsAreOverriddenOnDemand(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5,"deleted":true}`))
	site := s.Client(t, cms.WithMethodOverride())
	if _, err := site.Posts.Delete(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Update(t.Context(), 5, nil, cms.UpdateMethod("PATCH")); err != nil {
		t.Fatal(err)
	}
	for i, method := range []string{"DELETE", "PATCH"} {
		switch got := s.Seen()[i]; {
		case got.Method != "POST":
			t.Errorf("got.Method %q, want %q", got.Method, "POST")
		case got.Header.Get("X-HTTP-Method-Override") != method:
			t.Errorf(`got.Header.Get("X-HTTP-Method-Override") %q, want %q`, got.Header.Get("X-HTTP-Method-Override"), method)
		}
	}
}

// TestLongestAddressOfTheModuleIsTakenByServers reads the largest ids: servers refuse
// addresses of more than 8,000 bytes.
func TestLongestAddressOfTheModuleIsTakenByServers(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "[]"))
	ids := make([]int64, 100)
	for i := range ids {
		ids[i] = math.MaxInt64 - int64(i)
	}
	for _, err := range s.Client(t).Posts.GetMany(t.Context(), ids, &cms.PostListOptions{Context: cms.ContextEdit},
		cms.Fields("id", "title", "content")) {
		t.Fatal(err)
	}
	for _, got := range s.Seen() {
		switch n := len(got.Path + "?" + got.Query); {
		case got.Method != http.MethodGet:
			t.Errorf("method of the request %q, want %q", got.Method, http.MethodGet)
		case n < 3000:
			t.Errorf("address of %d bytes, want at least 3000", n)
		case n > 4000:
			t.Errorf("address of %d bytes, want at most 4000", n)
		}
	}
	if len(s.Seen()) == 0 {
		t.Error("nothing was sent: requests sent: 0, want more than 0")
	}
}

func TestUpdateMethodAppliesOnlyToUpdates(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5,"parent":5}`))
	site, ctx, put := s.Client(t), t.Context(), cms.UpdateMethod(http.MethodPut)
	for want, call := range map[string]func() error{
		"PUT /cms-json/cms/v2/posts/5": func() error { _, err := site.Posts.Update(ctx, 5, nil, put); return err },
		"PUT /cms-json/shop/v1/cart": func() error {
			_, err := cms.Do(ctx, site, cms.Request[cms.Raw]{Method: "POST", Path: "shop/v1/cart", Repeat: cms.RepeatSafe}, put)
			return err
		},
		"POST /cms-json/cms/v2/posts":     func() error { _, err := site.Posts.Create(ctx, nil, put); return err },
		"DELETE /cms-json/cms/v2/posts/5": func() error { _, err := site.Posts.Trash(ctx, 5, put); return err },
		"GET /cms-json/shop/v1/cart": func() error {
			_, err := cms.Do(ctx, site, cms.Request[cms.Raw]{Path: "shop/v1/cart"}, put)
			return err
		},
		"POST /cms-json/cms/v2/posts/5/autosaves": func() error {
			_, err := site.Posts.Autosaves(5).Create(ctx, nil, put)
			return err
		},
	} {
		if err := call(); err != nil {
			t.Errorf("%s: call: %v", want, err)
		}
		all := s.Seen()
		if last := all[len(all)-1]; last.Method+" "+last.Path != want {
			t.Errorf("last request %s %s, want %s", last.Method, last.Path, want)
		}
	}
}

func TestCredentialsHeaderMustBeThatOfALogin(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string]bool{
		"Authorization": false, "X-Authorization": false, "Proxy-Authorization": false, "X-Api-Key": false,
		"X-Trace": true, "Content-Length": true, "Two Words": true,
	} {
		_, err := cms.New("https://docs.example.org", cms.WithCredentialsHeader(name),
			cms.WithApplicationPassword("editor", "abcd efgh"))
		if errors.Is(err, cms.ErrInvalidArgument) != refused {
			t.Errorf("WithCredentialsHeader(%q): error %v, want ErrInvalidArgument: %t", name, err, refused)
		}
	}
}
