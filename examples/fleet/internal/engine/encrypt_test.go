package engine

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/internal/freeport"
)

// authority writes a certificate of 127.0.0.1 that is its own authority.
func authority(t *testing.T) TLS {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "fleet"}, IPAddresses: []net.IP{{127, 0, 0, 1}},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	files := TLS{Cert: filepath.Join(folder, "cert"), Key: filepath.Join(folder, "key")}
	files.CA = files.Cert
	for name, block := range map[string]*pem.Block{
		files.Cert: {Type: "CERTIFICATE", Bytes: cert}, files.Key: {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestEncryptedEngineRefusesOthers(t *testing.T) {
	t.Parallel()
	files := authority(t)
	folder := t.TempDir()
	e, err := Start(Config{Folder: folder, Listen: freeport.Addresses(t, 1)[0], TLS: files})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	access, err := Beside(folder, false)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := access.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.TLSConnectionState(); err != nil {
		t.Errorf("TLSConnectionState: error %v, want encrypted traffic", err)
	}
	conn.Close()
	access.CA = authority(t).CA
	if conn, err := access.Connect("test"); err == nil {
		conn.Close()
		t.Error("Connect with a certificate of another authority: no error, want one")
	}
}

func TestNodesOfAClusterEncryptTheirTraffic(t *testing.T) {
	t.Parallel()
	files, other := authority(t), authority(t)
	addresses := freeport.Addresses(t, 6)
	clients, cluster := addresses[:3], addresses[3:]
	var engines []*Engine
	for i, with := range []TLS{files, files, other} { // the third is not of this cluster
		e, err := Start(Config{
			Folder: t.TempDir(), Name: fmt.Sprint("n", i), Listen: clients[i], Cluster: cluster[i],
			Routes: []string{cluster[(i+1)%3], cluster[(i+2)%3]}, Token: "token", TLS: with,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Close)
		engines = append(engines, e)
	}
	for end := time.Now().Add(20 * time.Second); engines[0].server.NumRoutes() == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("Two nodes of one authority did not connect within 20 seconds, want a route")
		}
	}
	time.Sleep(500 * time.Millisecond) // the third has tried it by then
	if n := engines[2].server.NumRoutes(); n != 0 {
		t.Errorf("A node of another authority has %d routes, want none", n)
	}
}

func TestOtherMachinesWithoutEncryptionAreRefused(t *testing.T) {
	t.Parallel()
	for _, config := range []Config{
		{Listen: "0.0.0.0:4222"}, {Listen: "10.0.0.1:4222"}, {Listen: "n1.example.org:4222"},
		{Name: "n1", Token: "t", Cluster: "10.0.0.1:6222"},
		{Name: "n1", Token: "t", Cluster: "127.0.0.1:6222", Routes: []string{"10.0.0.2:6222"}},
	} {
		config.Folder = t.TempDir()
		if _, err := Start(config); !errors.Is(err, errPlain) {
			t.Errorf("Start of %+v: error %v, want errPlain", config, err)
		}
	}
	for address, want := range map[string]error{
		"nats://10.0.0.1:4222": errPlain, "nats://127.0.0.1:4222,nats://10.0.0.2:4222": errPlain,
		"nats://127.0.0.1:4222": nil, "nats://localhost:4222": nil, "tls://10.0.0.1:4222": nil,
	} {
		if err := (Access{Address: address}).Check(false); !errors.Is(err, want) {
			t.Errorf("Check of %s: error %v, want %v", address, err, want)
		}
		if err := (Access{Address: address}).Check(true); err != nil {
			t.Errorf("Check of %s that allows plain traffic: error %v, want none", address, err)
		}
	}
	if _, err := Start(Config{Folder: t.TempDir(), TLS: TLS{Cert: "cert"}}); err == nil {
		t.Error("Start with a certificate without its key: no error, want one")
	}
}
