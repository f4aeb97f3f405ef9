package cmstest

import (
	"fmt"
	"slices"
	"strings"
)

func userKind() seedKind {
	return seedKind{
		name:   "users",
		next:   func(s *Server) *int64 { return &s.nextUser },
		insert: (*Server).insertUser,
		record: (*Server).userRecord,
		ids: func(s *Server) []int64 {
			var ids []int64
			for _, u := range s.users {
				ids = append(ids, u.id)
			}
			return ids
		},
	}
}

// insertUser adds an account with an application password, or replaces a default one.
func (s *Server) insertUser(record map[string]any) (int64, error) {
	u := &user{role: "subscriber", password: randomPassword()}
	for _, name := range sortedKeys(record) {
		var err error
		switch value := record[name]; name {
		case "id":
			u.id, err = seedInt(name, value)
		case "username":
			u.login, err = seedText(name, value)
		case "name":
			u.name, err = seedText(name, value)
		case "role":
			u.role, err = seedText(name, value)
		case "email":
			u.mail, err = seedText(name, value)
		default:
			err = noField(name)
		}
		if err != nil {
			return 0, err
		}
	}
	if u.login == "" {
		return 0, fmt.Errorf("a user needs a username")
	}
	if !slices.Contains(roles(), u.role) {
		return 0, fmt.Errorf("there is no role %q", u.role)
	}
	if u.name == "" {
		u.name = u.login
	}
	if u.mail == "" {
		u.mail = u.login + "@site.test"
	}
	u.caps = roleCapabilities(u.role)
	return s.placeUser(u)
}

func (s *Server) placeUser(u *user) (int64, error) {
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
			u.password = s.users[old].password
		}
		s.users[old] = u
		return u.id, nil
	case u.id == 0:
		u.id = s.nextUser
	}
	s.nextUser = max(s.nextUser, u.id+1)
	at, _ := slices.BinarySearchFunc(s.users, u.id, func(other *user, id int64) int { return int(other.id - id) })
	s.users = slices.Insert(s.users, at, u)
	return u.id, nil
}

func (s *Server) userRecord(id int64) map[string]any {
	u := s.userByID(id)
	if u == nil {
		return nil
	}
	return map[string]any{"id": u.id, "username": u.login, "name": u.name, "role": u.role, "email": u.mail}
}
