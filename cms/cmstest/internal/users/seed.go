package users

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Kind returns the kind "users" of [Server.Insert].
func (s Plane) Kind() seed.Kind {
	return seed.Kind{
		Name:   "users",
		Next:   func() *int64 { return &s.NextUser },
		Insert: s.insert,
		Record: s.record,
		Export: s.export,
		IDs:    func() []int64 { return seed.IDsOf(s.Users, func(u *site.User) int64 { return u.ID }) },
	}
}

// insert adds a user with an application password, or replaces a default user.
func (s Plane) insert(record map[string]any) (int64, error) {
	u := &site.User{Registered: firstDay}
	held := []string{"subscriber"}
	fields := places(u)
	fields["roles"] = &held
	fields["role"] = func(value any) error {
		role, err := seed.Text("role", value)
		held = []string{role}
		return err
	}
	fields["preferences"] = func(value any) error {
		u.Preferences = value
		return nil
	}
	if err := seed.Fields(record, fields); err != nil {
		return 0, err
	}
	if u.Login == "" {
		return 0, fmt.Errorf("a user needs a username")
	}
	for _, role := range held {
		if !slices.Contains(site.Roles(), role) {
			return 0, fmt.Errorf("there is no role %q", role)
		}
	}
	u.Name, u.Nickname, u.Mail = cmp.Or(u.Name, u.Login), cmp.Or(u.Nickname, u.Login), cmp.Or(u.Mail, u.Login+"@site.test")
	u.Slug = cmp.Or(u.Slug, php.SanitizeSlug(u.Login))
	_, given := record["url"]
	u.Home = u.ID == founder && !given
	u.SetRoles(held...)
	return s.place(u)
}

func (s Plane) place(u *site.User) (int64, error) {
	old := slices.IndexFunc(s.Users, func(other *site.User) bool { return u.ID != 0 && other.ID == u.ID })
	for _, other := range s.Users {
		if other.ID != u.ID && (strings.EqualFold(other.Login, u.Login) || strings.EqualFold(other.Mail, u.Mail)) {
			return 0, fmt.Errorf("user %d has that username or email already", other.ID)
		}
	}
	switch {
	case old >= 0 && u.ID > int64(len(site.Roles())):
		return 0, fmt.Errorf("id %d is taken", u.ID)
	case old >= 0:
		if strings.EqualFold(s.Users[old].Login, u.Login) {
			u.Passwords = s.Users[old].Passwords
		}
		s.GivePassword(u)
		s.Users[old] = u
		return u.ID, nil
	case u.ID == 0:
		u.ID = s.NextUser
	}
	s.GivePassword(u)
	s.NextUser = max(s.NextUser, u.ID+1)
	at, _ := slices.BinarySearchFunc(s.Users, u.ID, func(other *site.User, id int64) int { return int(other.ID - id) })
	s.Users = slices.Insert(s.Users, at, u)
	return u.ID, nil
}

func (s Plane) record(id int64) map[string]any {
	u := s.UserByID(id)
	if u == nil {
		return nil
	}
	role := ""
	if len(u.Roles) > 0 {
		role = u.Roles[0]
	}
	out := places(u).Record()
	out["role"], out["roles"], out["url"] = role, append([]string{}, u.Roles...), s.UserURL(u)
	out["preferences"] = php.PlainValue(u.Preferences)
	return out
}

func places(u *site.User) seed.Places {
	return seed.Places{
		"id": &u.ID, "username": &u.Login, "name": &u.Name, "email": &u.Mail, "first_name": &u.First, "last_name": &u.Last,
		"nickname": &u.Nickname, "description": &u.Description, "url": &u.URL, "locale": &u.Locale, "slug": &u.Slug,
		"registered_date": seed.Date{To: &u.Registered},
	}
}

// export removes empty fields and fields that Insert sets by itself.
func (s Plane) export(record map[string]any) map[string]any {
	u := s.UserByID(record["id"].(int64))
	delete(record, "role")
	for name, value := range record {
		if value == "" || value == nil || name == "url" && u.Home {
			delete(record, name)
		}
	}
	return record
}
