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

func TestAnUnknownCertificateIsRefusedOnce(t *testing.T) {
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
			t.Errorf("%v", err)
		}
		tells(t, "the error", err.Error())
	}
	if errors.Is(creating, cms.ErrOutcomeUnknown) {
		t.Error("nothing was sent, and the outcome is unknown")
	}
	if greeted.Load() != 4 || asked.Load() != 0 {
		t.Errorf("%d handshakes, %d requests", greeted.Load(), asked.Load())
	}
}

func TestTheUsersTLSSettingsAreLeftAlone(t *testing.T) {
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
	if transport.TLSClientConfig != settings || settings.RootCAs != pool || settings.MinVersion != before.MinVersion ||
		settings.ServerName != before.ServerName ||
		settings.InsecureSkipVerify || settings.MaxVersion != before.MaxVersion || len(settings.Certificates) != 0 ||
		settings.VerifyConnection != nil {
		t.Error("the settings were changed")
	}
	if client.Transport != beforeClient.Transport || client.CheckRedirect != nil || client.Jar != nil ||
		client.Timeout != 0 {
		t.Error("the client was changed")
	}
	// They count: with another name in them the same server is refused.
	wrong := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "other.test"}}
	t.Cleanup(wrong.CloseIdleConnections)
	strict, err := site.With(cms.WithHTTPClient(&http.Client{Transport: wrong}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strict.Posts.Get(t.Context(), 1); err == nil {
		t.Error("another name was accepted")
	}
}
