package site

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"
)

// AppPassword is an application password of a user.
type AppPassword struct {
	UUID, AppID, Name, Secret string // the secret without spaces
	Created                   string // GMT
	Used                      time.Time
	IP                        string
	Given                     bool // the one of [Server.AppPassword]
}

// RandomPassword makes up a secret of 24 letters and digits.
func RandomPassword() string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	raw := make([]byte, 24)
	rand.Read(raw) // never fails
	for i, b := range raw {
		raw[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(raw)
}

// RandomUUID makes up a UUID of version 4.
func RandomUUID() string {
	raw := make([]byte, 16)
	rand.Read(raw)
	raw[6], raw[8] = raw[6]&15|64, raw[8]&63|128
	return fmt.Sprintf("%x-%x-%x-%x-%x", raw[:4], raw[4:6], raw[6:8], raw[8:10], raw[10:])
}

// Alphanumeric drops what the site drops from an application password before it compares.
func Alphanumeric(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, s)
}

// InGroups is a password as the site shows it.
func InGroups(secret string) string {
	var groups []string
	for part := range slices.Chunk([]byte(secret), 4) {
		groups = append(groups, string(part))
	}
	return strings.Join(groups, " ")
}

// Use notes that a password was used, once a day.
func (p *AppPassword) Use(now time.Time, remote string) {
	if now.Sub(p.Used) > 24*time.Hour {
		p.Used, p.IP = now, cmp.Or(HostOf(remote), "127.0.0.1")
	}
}

// HostOf is the address of a caller without its port.
func HostOf(address string) string {
	host, _, _ := net.SplitHostPort(address)
	return host
}
