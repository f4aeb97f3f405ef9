package secrets

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/cmstest/record"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/editor"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// world is a site with a client that knows all secrets.
type world struct {
	t       *testing.T
	address string
	log     *journal
	http    *http.Client
	site    *cms.Client
	fonts   *fonts.Client
	memory  *cmstest.Server
	letters *fontstest.Server
}

// source is a source of credentials that holds them in plain sight.
type source struct{ User, Password string }

func (s source) Credentials(context.Context) (cms.Credentials, error) {
	return cms.Credentials{User: s.User, Password: s.Password}, nil
}

// patience is a limiter of a user's that knows a key.
type patience struct{ wait func() error }

func (p patience) Wait(context.Context) error { return p.wait() }

// journal is a log that several goroutines write.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// handle answers with all that a server might give away, and with what the path asks for.
func handle(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Set-Cookie", "session="+cookie+"; Path=/")
	w.Header().Set("X-Wp-Nonce", key)
	w.Header().Set("Link", `<https://`+user+":"+url.PathEscape(argument)+`@other.test/?token=`+key+`>; rel="next"`)
	switch {
	case strings.HasSuffix(r.URL.Path, "/batch/v1"):
		w.WriteHeader(http.StatusMultiStatus)
		fmt.Fprintf(w, `{"responses":[{"status":200,"headers":{"Set-Cookie":"session=%s"},"body":{"id":1}}]}`, cookie)
	case strings.HasSuffix(r.URL.Path, "/posts/404"):
		w.Header().Set("Location", "https://"+user+":"+url.QueryEscape(argument)+"@other.test/x?token="+key+"#"+cookie)
		w.WriteHeader(http.StatusFound)
	case strings.HasSuffix(r.URL.Path, "/posts/401"):
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"code":"rest_not_logged_in","message":"no","data":{"status":401}}`)
	case strings.HasSuffix(r.URL.Path, "/media") && r.Method == http.MethodPost:
		w.Header().Set("X-WP-Upload-Attachment-ID", "7")
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, `{"code":"internal_server_error","message":"out of memory","data":{"status":500}}`)
	case strings.HasSuffix(r.URL.Path, "/post-process"):
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, `{"code":"rest_forbidden","message":"no","data":{"status":403}}`)
	case strings.HasSuffix(r.URL.Path, "/api/fonts/list"):
		status := http.StatusOK
		if strings.Contains(string(body), "nothing") {
			status = http.StatusUnauthorized
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"code":%d,"message":"m","data":{"dataList":[{"id":"1"}],"page":1,"pageTotal":1,"total":1}}`, status)
	case strings.HasSuffix(r.URL.Path, "/posts"):
		io.WriteString(w, `[{"id":1}]`)
	default:
		io.WriteString(w, `{"id":1}`)
	}
}

func newWorld(t *testing.T) *world {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(handle))
	t.Cleanup(server.Close)
	w := &world{t: t, address: server.URL, log: &journal{}}
	jar, err := cookiejar.New(nil)
	w.must(err)
	address, err := url.Parse(server.URL)
	w.must(err)
	jar.SetCookies(address, []*http.Cookie{{Name: "session", Value: cookie}})
	w.http = &http.Client{Jar: jar}
	logger := slog.New(slog.NewJSONHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.site, err = cms.New(server.URL, cms.WithCredentials(source{user, password}), cms.WithHeader("X-Token", key),
		cms.WithHTTPClient(w.http),
		cms.WithLogger(logger), cms.WithRetry(cms.Retry{Attempts: 1}))
	w.must(err)
	w.fonts, err = fonts.New(server.URL, fonts.WithHeader("Authorization", "Bearer "+key),
		fonts.WithHeader("Cookie", "session="+cookie),
		fonts.WithHTTPClient(w.http), fonts.WithLogger(logger), fonts.WithRetry(fonts.Retry{Attempts: 1}),
		fonts.WithFirstPage(1))
	w.must(err)
	w.memory = cmstest.NewServer()
	t.Cleanup(w.memory.Close)
	w.memory.SetAppPassword(user, password)
	w.letters = fontstest.NewServer()
	t.Cleanup(w.letters.Close)
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// failed is the error of a call that has to fail.
func (w *world) failed(_ any, err error) error {
	w.t.Helper()
	if err == nil {
		w.t.Fatal("Call succeeded, want an error")
	}
	return err
}

// request is one with a secret in each of its parts.
func request() cms.Request[map[string]any] {
	return cms.Request[map[string]any]{
		Method: http.MethodPost, Path: "cms/v2/posts", Query: url.Values{"password": {argument}},
		Header: http.Header{"X-Token": {key}},
		Body:   map[string]string{"password": argument},
	}
}

// builder is a batch of such requests.
func (w *world) builder() *batch.Builder {
	return batch.New(w.site).Add(request()).Header("X-Token", key)
}

// cached is a source that has fetched its credentials.
func cached(w *world) cms.Renewer {
	fetch := func(context.Context) (cms.Credentials, error) { return cms.Credentials{Token: key}, nil }
	source := cms.CacheCredentials(fetch)
	_, err := source.Credentials(w.t.Context())
	w.must(err)
	return source
}

// asked is what the servers in memory remember of a request with secrets.
func (w *world) asked() (cmstest.Request, fontstest.Request) {
	site, err := cms.New(w.memory.URL, cms.WithApplicationPassword(user, password), cms.WithHeader("X-Token", key),
		cms.WithHTTPClient(&http.Client{}))
	w.must(err)
	_, err = site.Posts.Get(w.t.Context(), 1, cms.PostPassword(argument))
	_ = w.failed(nil, err)
	_, err = site.Posts.Create(w.t.Context(), &cms.PostParams{Title: new("x"), Password: new(argument)})
	w.must(err)
	catalogue, err := fonts.New(w.letters.URL, fonts.WithHeader("Authorization", "Bearer "+key),
		fonts.WithHeader("Cookie", "session="+cookie))
	w.must(err)
	_, err = catalogue.List(w.t.Context(), nil)
	w.must(err)
	requests := w.memory.Requests()
	return requests[len(requests)-1], w.letters.Requests()[0]
}

// holders are values of the types that can hold secrets, each with all that it
// can hold. Interfaces stand here by values that fulfil them.
func (w *world) holders() map[string][]any {
	ctx := w.t.Context()
	var answer cms.Response
	memory := new(changes.Memory)
	unauthorized := w.failed(w.site.Posts.Get(ctx, 401, cms.PostPassword(argument), cms.Capture(&answer)))
	redirected := w.failed(w.site.Posts.Get(ctx, 404, cms.PostPassword(argument)))
	page, err := w.site.Posts.List(ctx, nil)
	w.must(err)
	diagnosis, err := connect.Diagnose(ctx, w.site, "edit_posts")
	w.must(err)
	if len(diagnosis.Findings) == 0 {
		w.t.Fatal("Diagnose found nothing, want a finding")
	}
	report, err := w.builder().Do(ctx)
	w.must(err)
	list, err := w.fonts.List(ctx, nil)
	w.must(err)
	var found fonts.Response
	denied := w.failed(w.fonts.List(ctx, &fonts.ListOptions{Tags: "nothing"}, fonts.Capture(&found)))
	unfinished := w.failed(media.New(w.site).Upload(ctx, media.Bytes("a.png", []byte("x")), nil))
	refused := w.failed(cms.New("https://" + user + ":" + url.QueryEscape(argument) + "@docs.example.org"))
	refusedFonts := w.failed(fonts.New("https://" + user + ":" + url.QueryEscape(argument) + "@docs.example.org"))
	credentials := cms.Credentials{User: user, Password: password}
	item, err := request().BatchItem(w.site, http.Header{"X-Other": {key}})
	w.must(err)
	asked, askedFonts := w.asked()
	recorder, err := record.NewRecorder(w.t.TempDir(), w.http.Transport)
	w.must(err)
	folder := w.t.TempDir()
	w.must(os.WriteFile(filepath.Join(folder, "0001_GET.http.json"),
		[]byte(`{"request":{"method":"GET","path":"/","query":"","headers":{},"body":""},"response":{"status":200,`+
			`"headers":{},"body":""}}`), 0o600))
	replayer, err := record.NewReplayer(folder)
	w.must(err)
	limiter := patience{func() error { return fmt.Errorf("%s", key) }}
	var shown users.Password
	w.must(cms.Unmarshal([]byte(`{"uuid":"1-2","name":"ci","password":"`+password+`"}`), &shown))
	if shown.Secret.Reveal() != password {
		w.t.Fatal("Unmarshal of an application password: another secret, want that of the response")
	}
	login := users.Params{Username: new(user), Password: new(password)}
	moderate := comments.Verb(func(context.Context, int64, ...cms.CallOption) (*comments.Comment, error) {
		return nil, fmt.Errorf("%s", key)
	})
	upload := &cms.Upload{Type: "text/plain", Reader: strings.NewReader(password)}
	file := media.File{Name: "a.png", Reader: strings.NewReader(password)}
	font := fontlibrary.Bytes("a.woff2", []byte(password))
	installer := install.New(w.site, install.File("receipt.json"))
	collection := cms.NewCollection[users.User, users.Params, users.ListOptions](w.site, "cms/v2/users")
	document := cms.NewDocument[settings.Settings, settings.Params](w.site, "cms/v2/settings")
	return map[string][]any{
		"cms.Client":            {w.site, *w.site},
		"cms.Collection":        {collection, *collection},
		"cms.Content":           {w.site.Posts, *w.site.Posts},
		"cms/changes.Options":   {changes.Options{Listed: func(string, int, int) { _, _ = fmt.Fprintln(w.log, key) }}},
		"cms.EnsureManyOptions": {cms.EnsureManyOptions[cms.Post]{MayWrite: func(int, *cms.Post) bool { return key == "" }}},
		"cms.MenuItems":         {w.site.MenuItems, *w.site.MenuItems},
		"cms.Catalog":           {appearance.New(w.site).Templates, *appearance.New(w.site).Templates},
		"cms.Document":          {document, *document},
		"cms/menus.Menus":       {menus.New(w.site), *menus.New(w.site)},
		"cms/search.Search":     {search.New(w.site), *search.New(w.site)},
		"cms/plugins.Plugins":   {plugins.New(w.site), *plugins.New(w.site)},
		"cms.Autosaves":         {w.site.Posts.Autosaves(1), *w.site.Posts.Autosaves(1)},
		"cms.Revisions":         {w.site.Posts.Revisions(1), *w.site.Posts.Revisions(1)},
		"cms.Request":           {request(), new(request())},
		"cms.BatchItem":         {item, &item},
		"cms.DryRunError":       {&cms.DryRunError{Operation: item.Operation, Method: item.Method, Body: item.Body}},
		"cms.Upload":            {upload, *upload},
		"cms.Response":          {answer, &answer},
		"cms.ListPage":          {page, *page},
		"cms/connect.Diagnosis": {diagnosis, *diagnosis},
		"cms/connect.Finding":   {diagnosis.Findings[0], &diagnosis.Findings[0]},
		"cms.Error":             {unauthorized, redirected},
		"cms.ArgumentError":     {refused},
		"cms.BrokenRecordError": {&cms.BrokenRecordError{ID: 1, Err: unauthorized}},
		"cms.Credentials": {
			credentials, &credentials, cms.Credentials{Token: key}, cms.Credentials{Cookie: cookie, Nonce: key},
		},
		"cms.CredentialsFunc":   {cms.CredentialsFunc(source{user, password}.Credentials)},
		"cms/describe.Reader":   {describe.Reader(w.site.Read)},
		"cms.Renewer":           {cached(w)},
		"cms.CredentialsSource": {cached(w), cms.CredentialsFunc(source{user, password}.Credentials)},
		"cms.Limiter":           {limiter},
		"cms.Option": {cms.WithApplicationPassword(user, password), cms.WithCredentials(source{user, password}),
			cms.WithHeader("X-Token", key),
			cms.WithToken(key), cms.WithCredentials(cached(w)), cms.WithProxyCredentials("X-Authorization", cached(w)),
			cms.WithHTTPClient(w.http), cms.WithLimiter(limiter), cms.WithDownloadClient(w.http)},
		"cms.CallOption": {cms.Header("X-Token", key), cms.Capture(&answer)},
		"cms.GetOption":  {cms.PostPassword(argument)},
		"cms.WalkOption": {cms.Header("X-Token", key)},

		"cms/users.Users":           {users.New(w.site), *users.New(w.site)},
		"cms/users.PasswordCatalog": {users.New(w.site).Passwords(1), *users.New(w.site).MyPasswords},
		"cms/users.Password":        {shown, &shown},
		"cms/users.Secret":          {shown.Secret, &shown.Secret},
		"cms/users.Params":          {login, &login},
		"cms/changes.Feed":          {changes.New(w.site, memory), *changes.New(w.site, memory)},
		"cms/changes.Store":         {memory},
		"cms/changes.Folder":        {new(changes.Folder)},
		"cms/comments.Verb":         {moderate},
		"cms/comments.Comments":     {comments.New(w.site), *comments.New(w.site)},
		"cms/terms.Terms":           {terms.Categories(w.site), *terms.Categories(w.site)},
		"cms/settings.Service":      {settings.New(w.site), *settings.New(w.site)},
		"cms/widgets.Widgets":       {widgets.New(w.site), *widgets.New(w.site)},
		"cms/widgets.Sidebars":      {widgets.New(w.site).Sidebars, *widgets.New(w.site).Sidebars},
		"cms/widgets.Types":         {widgets.New(w.site).Types, *widgets.New(w.site).Types},
		"cms/editor.Service":        {editor.New(w.site), *editor.New(w.site)},
		"cms/editor.BlockTypes":     {editor.New(w.site).BlockTypes, *editor.New(w.site).BlockTypes},
		"cms/editor.Icons":          {editor.New(w.site).Icons, *editor.New(w.site).Icons},
		"cms/abilities.Service":     {abilities.New(w.site), *abilities.New(w.site)},
		"cms/abilities.Categories":  {abilities.New(w.site).Categories, *abilities.New(w.site).Categories},
		"cms/appearance.Revisions": {
			appearance.New(w.site).TemplateRevisions("a//b"), *appearance.New(w.site).TemplateRevisions("a//b"),
		},
		"cms/appearance.Autosaves": {
			appearance.New(w.site).TemplateAutosaves("a//b"), *appearance.New(w.site).TemplateAutosaves("a//b"),
		},
		"cms/appearance.Service": {appearance.New(w.site), *appearance.New(w.site)},
		"cms/appearance.Styles":  {appearance.New(w.site).Styles, *appearance.New(w.site).Styles},
		"cms/appearance.StylesRevisions": {
			appearance.New(w.site).Styles.Revisions(1), *appearance.New(w.site).Styles.Revisions(1),
		},
		"cms/appearance.LostError": {&appearance.LostError{ID: 1, Paths: []string{"styles.css"}}},
		"cms/fontlibrary.Library":  {fontlibrary.New(w.site), *fontlibrary.New(w.site)},
		"cms/fontlibrary.Families": {fontlibrary.New(w.site).Families, *fontlibrary.New(w.site).Families},
		"cms/fontlibrary.File":     {font, &font},
		"cms/fontlibrary.FaceParams": {fontlibrary.FaceParams{Files: []fontlibrary.File{font}},
			&fontlibrary.FaceParams{Files: []fontlibrary.File{font}}},
		"cms/fontlibrary/install.Family": {install.Family{Faces: []install.Face{{File: font}}},
			&install.Family{Faces: []install.Face{{File: font}}}},
		"cms/fontlibrary/install.Face":      {install.Face{File: font}, &install.Face{File: font}},
		"cms/fontlibrary/install.File":      {install.File("receipt.json")},
		"cms/fontlibrary/install.Store":     {install.File("receipt.json")},
		"cms/fontlibrary/install.Installer": {installer, *installer},
		"cms/fontlibrary.Faces":             {fontlibrary.New(w.site).Faces(1), *fontlibrary.New(w.site).Faces(1)},
		"cms/health.Service":                {health.New(w.site), *health.New(w.site)},

		"media.Library":         {media.New(w.site), *media.New(w.site)},
		"media.File":            {file, &file},
		"media.UnfinishedError": {unfinished},
		"snippets.Service":      {snippets.New(w.site), *snippets.New(w.site)},
		"batch.Builder":         {w.builder(), *w.builder()},
		"batch.Item":            {request()},
		"batch.Report":          {report, *report},
		"batch.Result":          {report.Results[0], &report.Results[0]},

		"cms/oembed.Service":          {oembed.New(w.site), *oembed.New(w.site)},
		"cms/analytics.Service":       {analytics.New(w.site), *analytics.New(w.site)},
		"cms/analytics.Option":        {analytics.WithNamespace("a/v1")},
		"cms/archiver.Service":        {archiver.New(w.site), *archiver.New(w.site)},
		"cms/archiver.Option":         {archiver.WithNamespace("a/v1")},
		"cms/blockvisibility.Service": {blockvisibility.New(w.site), *blockvisibility.New(w.site)},

		"fonts.Client": {w.fonts, *w.fonts},
		"fonts.Option": {fonts.WithHeader("Authorization", "Bearer "+key), fonts.WithHTTPClient(w.http),
			fonts.WithLimiter(limiter)},
		"fonts.CallOption":    {fonts.Header("Authorization", "Bearer "+key), fonts.Capture(&found)},
		"fonts.WalkOption":    {fonts.Header("Authorization", "Bearer "+key)},
		"fonts.Limiter":       {limiter},
		"fonts.Response":      {found, &found},
		"fonts.Page":          {list, *list},
		"fonts.Error":         {denied},
		"fonts.ArgumentError": {refusedFonts},

		"cms/cmstest.Server":          {w.memory},
		"cms/cmstest.Snapshot":        {w.memory.Snapshot(), *w.memory.Snapshot()},
		"cms/cmstest.Request":         {asked, &asked},
		"cms/cmstest.Option":          {cmstest.WithName("a", "b")},
		"cms/cmstest.Tokens":          {cmstest.Tokens{}, &cmstest.Tokens{Silent: true}},
		"cms/cmstest/record.Recorder": {recorder},
		"cms/cmstest/record.Replayer": {replayer},
		"cms/cmstest.Fault": {
			cmstest.TooMany(time.Second), cmstest.Redirection(302,
				"https://"+user+":"+url.QueryEscape(argument)+"@other.test/?token="+key),
			cmstest.Fault{Header: http.Header{"Set-Cookie": {"session=" + cookie}}},
		},
		"fonts/fontstest.Server":  {w.letters},
		"fonts/fontstest.Request": {askedFonts, &askedFonts},
		"fonts/fontstest.Option":  {fontstest.WithFirstPage(0)},
	}
}
