package byhand

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// Site is what a program without an SDK knows about a site.
type Site struct {
	Client         *http.Client
	Root           string // "http://localhost:8080/wp-json"
	User, Password string
	Query          url.Values                           // arguments of lists; per_page=100 if nil
	Decode         func(from io.Reader, into any) error // decodes a body; encoding/json if nil
}

// do sends a request and decodes the response into v.
func (s *Site) do(ctx context.Context, method, path string, body io.Reader, v any) (http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.Root+path, body)
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth(s.User, s.Password)
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	return resp.Header, s.decode(resp.Body, v)
}

func (s *Site) decode(from io.Reader, into any) error {
	if s.Decode != nil {
		return s.Decode(from, into)
	}
	return json.NewDecoder(from).Decode(into)
}

// Post reads a post.
func (s *Site) Post(ctx context.Context, id int64) (*Post, error) {
	post := new(Post)
	_, err := s.do(ctx, http.MethodGet, fmt.Sprintf("/wp/v2/posts/%d", id), nil, post)
	return post, err
}

// Posts reads all posts as T, a hundred at a time, and hands each to use.
func Posts[T any](ctx context.Context, s *Site, use func(*T)) error {
	query := url.Values{"per_page": {"100"}}
	if s.Query != nil {
		query = s.Query
	}
	for page := 1; ; page++ {
		query.Set("page", strconv.Itoa(page))
		var posts []T
		header, err := s.do(ctx, http.MethodGet, "/wp/v2/posts?"+query.Encode(), nil, &posts)
		if err != nil {
			return err
		}
		for i := range posts {
			use(&posts[i])
		}
		last, err := strconv.Atoi(header.Get("X-WP-TotalPages"))
		if err != nil {
			return err
		}
		if page >= last {
			return nil
		}
	}
}

// batchItem is a request in a batch. batchAnswer is the body of the response to the batch.
type (
	batchItem struct {
		Method string         `json:"method"`
		Path   string         `json:"path"`
		Body   map[string]any `json:"body"`
	}
	batchAnswer struct {
		Responses []struct {
			Status int             `json:"status"`
			Body   json.RawMessage `json:"body"`
		} `json:"responses"`
	}
)

// CreateAll creates posts with these titles in one batch.
func (s *Site) CreateAll(ctx context.Context, titles []string) ([]Post, error) {
	var requests []batchItem
	for _, title := range titles {
		body := map[string]any{"title": title, "status": "draft"}
		requests = append(requests, batchItem{http.MethodPost, "/wp/v2/posts", body})
	}
	return s.batch(ctx, requests, http.StatusCreated)
}

// UpdateAll sets the title of the posts first to first+n-1, in one batch.
func (s *Site) UpdateAll(ctx context.Context, first int64, n int, title string) ([]Post, error) {
	var requests []batchItem
	for id := first; id < first+int64(n); id++ {
		path := fmt.Sprint("/wp/v2/posts/", id)
		requests = append(requests, batchItem{http.MethodPost, path, map[string]any{"title": title}})
	}
	return s.batch(ctx, requests, http.StatusOK)
}

func (s *Site) batch(ctx context.Context, requests []batchItem, status int) ([]Post, error) {
	body, err := json.Marshal(map[string]any{"requests": requests})
	if err != nil {
		return nil, err
	}
	var answer batchAnswer
	if _, err := s.do(ctx, http.MethodPost, "/batch/v1", bytes.NewReader(body), &answer); err != nil {
		return nil, err
	}
	posts := make([]Post, len(answer.Responses))
	for i, response := range answer.Responses {
		if response.Status != status {
			return nil, fmt.Errorf("item %d: %d", i, response.Status)
		}
		if err := s.decode(bytes.NewReader(response.Body), &posts[i]); err != nil {
			return nil, err
		}
	}
	return posts, nil
}

// Fonts reads a page of a hundred fonts of a catalogue.
func Fonts(ctx context.Context, client *http.Client, base string, page int) ([]Font, error) {
	body, err := json.Marshal(map[string]any{"pageData": map[string]int{"page": page, "size": 100}})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/fonts/list", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var envelope struct {
		Code int `json:"code"`
		Data struct {
			DataList []Font `json:"dataList"`
		} `json:"data"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&envelope); err != nil {
		return nil, err
	}
	if envelope.Code != http.StatusOK {
		return nil, fmt.Errorf("code %d", envelope.Code)
	}
	return envelope.Data.DataList, nil
}
