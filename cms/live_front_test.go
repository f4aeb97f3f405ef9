package cms_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/freeport"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// nginxConfig asks for a password. The site names itself by the address of nginx.
const nginxConfig = `
daemon off; master_process off; pid %[1]s/pid; error_log %[1]s/error.log;
events {}
http {
	access_log off;
	client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u;
	scgi_temp_path %[1]s/s;
	server {
		listen %[2]s;
		auth_basic "Staging"; auth_basic_user_file %[1]s/users;
		location / {
			proxy_pass %[3]s; proxy_set_header Host %[4]s; proxy_set_header Accept-Encoding ""; %[5]s
			sub_filter_types application/json; sub_filter_once off; sub_filter '%[4]s' '%[2]s';
		}
	}
}
`

// TestLiveSiteIsUsedThroughNginx runs where nginx is installed.
func TestLiveSiteIsUsedThroughNginx(t *testing.T) {
	t.Parallel()
	admin := sitetest.Live(t)
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not installed")
	}
	address := nginx(t, program, admin.Site(), "proxy_set_header Authorization $http_x_authorization;")
	login := cms.Credentials{User: os.Getenv("FONTCMS_USER"), Password: os.Getenv("FONTCMS_APP_PASSWORD")}
	passing := cms.Credentials{User: frontUser, Password: frontPassword}
	site, err := cms.New(address, append(bothLogins(passing, login), cms.WithPrefix(admin.Prefix()))...)
	if err != nil {
		t.Fatal(err)
	}
	for call, err := range tried(t.Context(), site) {
		if err != nil {
			t.Errorf("%s through nginx: error %v, want none", call, err)
		}
	}
	wrong := cms.Credentials{User: frontUser, Password: "wrong"}
	site, err = cms.New(address, append(bothLogins(wrong, login), cms.WithPrefix(admin.Prefix()))...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = site.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), `"Staging"`) {
		t.Errorf("Verify with a wrong password of nginx: error %v, want one that names its realm", err)
	}
}

// TestLiveSessionIsUsedThroughNginx logs in by the login page, since nginx has the
// Authorization header for itself. By default nginx also passes it on to WordPress.
func TestLiveSessionIsUsedThroughNginx(t *testing.T) {
	t.Parallel()
	admin := sitetest.Live(t)
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not installed")
	}
	const password = "a long pass phrase"
	name := "nginx-session"
	author, err := users.New(admin).Create(t.Context(), &users.Params{Username: &name, Email: new(name + "@site.test"),
		Password: new(password), Roles: []string{"author"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context())
	t.Cleanup(func() { _, _ = users.New(admin).Delete(ctx, author.ID, users.ReassignTo(1)) })
	for how, directive := range map[string]string{
		"drops its login": `proxy_set_header Authorization "";`, "passes its login on": "",
	} {
		anonymous, err := cms.New(nginx(t, program, admin.Site(), directive), cms.WithPrefix(admin.Prefix()),
			cms.WithProxyCredentials("Authorization", cms.Credentials{User: frontUser, Password: frontPassword}))
		if err != nil {
			t.Fatal(err)
		}
		site, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, name, password)))
		if err != nil {
			t.Fatal(err)
		}
		for call, err := range tried(t.Context(), site) {
			if err != nil {
				t.Errorf("%s by a session through nginx that %s: error %v, want none", call, how, err)
			}
		}
	}
}

// nginx starts a server in front of a site, and returns its address.
func nginx(t *testing.T, program, site, directive string) string {
	t.Helper()
	folder := t.TempDir()
	listen := freeport.Addresses(t, 1)[0]
	address := "http://" + listen
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"nginx.conf": fmt.Sprintf(nginxConfig, folder, listen, target, target.Host, directive),
		"users":      frontUser + ":{PLAIN}" + frontPassword + "\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, program, "-p", folder, "-c", filepath.Join(folder, "nginx.conf"))
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = server.Wait() })
	for range 500 {
		if resp, err := http.Get(address); err == nil {
			_ = resp.Body.Close()
			return address
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("nginx at %s: no response, want one", address)
	return ""
}
