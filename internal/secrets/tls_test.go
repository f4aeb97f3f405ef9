package secrets

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/fonts"
)

func TestUnknownCertificateIsRefusedOnce(t *testing.T) {
	t.Parallel()
	var greeted, asked atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	server.TLS = &tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
		greeted.Add(1)
		return nil, nil //nolint:nilnil // stands for the configuration as it is
	}}
	server.Config.ErrorLog = discarded()
	server.StartTLS()
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, cms.WithApplicationPassword(user, password))
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := fonts.New(server.URL, fonts.WithHeader("Authorization", "Bearer "+key))
	if err != nil {
		t.Fatal(err)
	}
	_, getting := site.Posts.Get(t.Context(), 1)
	_, creating := site.Posts.Create(t.Context(), nil)
	_, listing := catalogue.List(t.Context(), nil)
	_, discovering := connect.Discover(t.Context(), server.URL)
	for _, err := range []error{getting, creating, listing, discovering} {
		if _, ok := errors.AsType[*tls.CertificateVerificationError](err); !ok {
			t.Errorf("Call to an unknown certificate: error %v, want a CertificateVerificationError", err)
		}
		tells(t, "the error", err.Error())
	}
	if errors.Is(creating, cms.ErrOutcomeUnknown) {
		t.Error("Create that sent nothing fails with ErrOutcomeUnknown, want another error")
	}
	if greeted.Load() != 4 || asked.Load() != 0 {
		t.Errorf("Calls to an unknown certificate: %d handshakes, %d requests, want 4 and none", greeted.Load(), asked.Load())
	}
}

func TestTLSSettingsOfTheUserStayUnchanged(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(handle))
	server.Config.ErrorLog = discarded()
	server.StartTLS()
	t.Cleanup(server.Close)
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	settings := &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13, ServerName: "example.com"}
	transport := &http.Transport{TLSClientConfig: settings}
	t.Cleanup(transport.CloseIdleConnections)
	client := &http.Client{Transport: transport}
	before, beforeClient := settings.Clone(), *client
	site, err := cms.New(server.URL, cms.WithApplicationPassword(user, password), cms.WithHTTPClient(client))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Get(t.Context(), 1); err != nil {
		t.Error(err)
	}
	catalogue, err := fonts.New(server.URL, fonts.WithHTTPClient(client), fonts.WithFirstPage(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := catalogue.List(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if transport.TLSClientConfig != settings || settings.RootCAs != pool {
		t.Error("Settings of TLS: others or another pool after the calls, want those of the user")
	} else if settings.MinVersion != before.MinVersion || settings.ServerName != before.ServerName {
		t.Errorf("Settings of TLS: %d, %q after the calls, want MinVersion and ServerName unchanged", settings.MinVersion,
			settings.ServerName)
	} else if settings.InsecureSkipVerify || settings.MaxVersion != before.MaxVersion {
		t.Errorf("Settings of TLS: InsecureSkipVerify %t, MaxVersion %d, want both unchanged", settings.InsecureSkipVerify,
			settings.MaxVersion)
	} else if len(settings.Certificates) != 0 || settings.VerifyConnection != nil {
		t.Error("Settings of TLS: certificates or a VerifyConnection were added, want none")
	}
	if client.Transport != beforeClient.Transport || client.CheckRedirect != nil {
		t.Error("Client of the user: another Transport or CheckRedirect, want them unchanged")
	} else if client.Jar != nil || client.Timeout != 0 {
		t.Error("Client of the user: another Jar or Timeout, want them unchanged")
	}
	// They count: with another name in them the same server is refused.
	wrong := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "other.test"}}
	t.Cleanup(wrong.CloseIdleConnections)
	strict, err := site.With(cms.WithHTTPClient(&http.Client{Transport: wrong}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strict.Posts.Get(t.Context(), 1); err == nil {
		t.Error("Get with another server name succeeded, want an error")
	}
}
