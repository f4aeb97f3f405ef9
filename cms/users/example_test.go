package users_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// office is a site with a user and an application password, in place of a server.
func office() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == http.MethodPost:
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, made)
		case r.Method == http.MethodDelete:
			_, _ = io.WriteString(w, gone)
		default:
			_, _ = io.WriteString(w, me)
		}
	}))
}

func ExamplePasswordCatalog_Create() {
	server := office()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	password, err := users.New(site).MyPasswords.Create(context.Background(), &users.PasswordParams{Name: new("ci")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(password.Name, password.Secret)     // what is printed and logged
	fmt.Println(len(password.Secret.Reveal()) > 20) // what goes into the vault
	// Output:
	// ci [redacted]
	// true
}

func ExampleUsers_Delete() {
	server := office()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	deleted, err := users.New(site).Delete(context.Background(), 5, users.ReassignTo(1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(deleted.Previous.Username, "is gone")
	// Output: ada is gone
}
