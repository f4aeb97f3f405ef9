// Package site has the accounts of a site: users, their roles and rights, and their application passwords. It has the
// values of its settings, and its clock. It knows no records.
package site

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// User is an account of the site.
type User struct {
	ID                          int64
	Login, Slug, Mail           string
	Name, First, Last, Nickname string // HTML, as the site stores it
	Description, URL, Locale    string
	Roles                       []string
	Registered                  string // GMT
	Preferences                 any    // of the editor; nil if there are none
	Home                        bool   // the address is that of the site
	Passwords                   []AppPassword
	Caps                        map[string]bool
}

// Clone shares nothing with u that may change.
func (u *User) Clone() *User {
	next := *u
	next.Passwords = slices.Clone(u.Passwords)
	return &next
}

// Can says whether a user has a capability. Whatever is done to menu items takes the same one.
func (u *User) Can(capability string) bool {
	if strings.HasSuffix(capability, "_menu_items") {
		capability = "edit_theme_options"
	}
	return u != nil && u.Caps[capability]
}

// SetRoles replaces the roles of a user, and with them all that the user may do.
func (u *User) SetRoles(roles ...string) {
	u.Roles, u.Caps = nil, map[string]bool{}
	for _, role := range roles {
		if !slices.Contains(u.Roles, role) {
			u.Roles = append(u.Roles, role)
			u.Caps[role] = true
			maps.Copy(u.Caps, RoleCapabilities(role))
		}
	}
}

// roleTable has a role on each line, the mightiest first, with what it may do beyond the roles below it.
//
//go:embed roles.txt
var roleTable string

// Roles are those of every site, the mightiest first.
func Roles() []string {
	var out []string
	for line := range strings.Lines(roleTable) {
		out = append(out, strings.Fields(line)[0])
	}
	return out
}

// RoleCapabilities lists what a role may do, under the capability names of the real site.
func RoleCapabilities(role string) map[string]bool {
	caps := map[string]bool{}
	for line := range strings.Lines(roleTable) {
		words := strings.Fields(line)
		if words[0] != role && len(caps) == 0 {
			continue
		}
		for _, name := range words[1:] {
			caps[name] = true
		}
	}
	return caps
}

// GivenPassword is the password that the server made for the tests, nil if it was revoked.
func (u *User) GivenPassword() *AppPassword {
	if i := slices.IndexFunc(u.Passwords, func(p AppPassword) bool { return p.Given }); i >= 0 {
		return &u.Passwords[i]
	}
	return nil
}

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

// Avatars are the addresses of the pictures of an address for mail, by their sizes.
func Avatars(email string) php.Object {
	hash := ""
	if email != "" {
		sum := sha256.Sum256([]byte(strings.ToLower(email)))
		hash = hex.EncodeToString(sum[:])
	}
	out := php.Object{}
	for _, size := range []string{"24", "48", "96"} {
		out.Add(size, fmt.Sprintf("https://secure.gravatar.com/avatar/%s?s=%s&d=mm&r=g", hash, size))
	}
	return out
}
