package cmstest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (s userPlane) userKind() seedKind {
	return seedKind{
		name:   "users",
		next:   func() *int64 { return &s.nextUser },
		insert: s.insertUser,
		record: s.userRecord,
		export: s.exportUser,
		ids: func() []int64 {
			var ids []int64
			for _, u := range s.users {
				ids = append(ids, u.id)
			}
			return ids
		},
	}
}

// insertUser adds an account with an application password, or replaces a default one.
func (s userPlane) insertUser(record map[string]any) (int64, error) {
	u := &user{registered: firstDay}
	held := []string{"subscriber"}
	texts := map[string]*string{
		"username": &u.login, "name": &u.name, "email": &u.mail, "first_name": &u.first, "last_name": &u.last, "nickname": &u.nickname,
		"description": &u.description, "url": &u.url, "locale": &u.locale, "slug": &u.slug, "registered_date": &u.registered,
	}
	for _, name := range php.SortedKeys(record) {
		var err error
		switch value := record[name]; name {
		case "id":
			u.id, err = seedInt(name, value)
		case "role":
			held = make([]string, 1)
			held[0], err = seedText(name, value)
		case "roles":
			held, err = seedTexts(name, value)
		case "preferences":
			u.preferences = value
		default:
			to, ok := texts[name]
			if !ok {
				return 0, noField(name)
			}
			*to, err = seedText(name, value)
		}
		if err != nil {
			return 0, err
		}
	}
	if u.login == "" {
		return 0, fmt.Errorf("a user needs a username")
	}
	for _, role := range held {
		if !slices.Contains(roles(), role) {
			return 0, fmt.Errorf("there is no role %q", role)
		}
	}
	if _, err := time.Parse(php.StampLayout, u.registered); err != nil {
		return 0, fmt.Errorf("registered_date is %q, not like %s", u.registered, php.StampLayout)
	}
	u.name, u.nickname, u.mail = cmp.Or(u.name, u.login), cmp.Or(u.nickname, u.login), cmp.Or(u.mail, u.login+"@site.test")
	u.slug = cmp.Or(u.slug, php.SanitizeSlug(u.login))
	_, given := record["url"]
	u.home = u.id == founder && !given
	u.setRoles(held...)
	return s.placeUser(u)
}

func (s userPlane) placeUser(u *user) (int64, error) {
	old := slices.IndexFunc(s.users, func(other *user) bool { return u.id != 0 && other.id == u.id })
	for _, other := range s.users {
		if other.id != u.id && (strings.EqualFold(other.login, u.login) || strings.EqualFold(other.mail, u.mail)) {
			return 0, fmt.Errorf("user %d has that username or email already", other.id)
		}
	}
	switch {
	case old >= 0 && u.id > int64(len(roles())):
		return 0, fmt.Errorf("id %d is taken", u.id)
	case old >= 0:
		if strings.EqualFold(s.users[old].login, u.login) {
			u.passwords = s.users[old].passwords
		}
		s.password.giveAppPassword(u)
		s.users[old] = u
		return u.id, nil
	case u.id == 0:
		u.id = s.nextUser
	}
	s.password.giveAppPassword(u)
	s.nextUser = max(s.nextUser, u.id+1)
	at, _ := slices.BinarySearchFunc(s.users, u.id, func(other *user, id int64) int { return int(other.id - id) })
	s.users = slices.Insert(s.users, at, u)
	return u.id, nil
}

func (s userPlane) userRecord(id int64) map[string]any {
	u := s.userByID(id)
	if u == nil {
		return nil
	}
	role := ""
	if len(u.roles) > 0 {
		role = u.roles[0]
	}
	return map[string]any{
		"id": u.id, "username": u.login, "name": u.name, "role": role, "roles": append([]string{}, u.roles...), "email": u.mail,
		"first_name": u.first, "last_name": u.last, "nickname": u.nickname, "description": u.description, "url": s.urlOf(u), "locale": u.locale,
		"slug": u.slug, "registered_date": u.registered, "preferences": php.PlainValue(u.preferences),
	}
}

// exportUser leaves out what follows from the rest, or from the site.
func (s userPlane) exportUser(record map[string]any) map[string]any {
	u := s.userByID(record["id"].(int64))
	delete(record, "role")
	for name, value := range record {
		if value == "" || value == nil || name == "url" && u.home {
			delete(record, name)
		}
	}
	return record
}
