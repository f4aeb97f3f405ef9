package main

import (
	"fmt"
	"strings"
	"testing"
)

// calling is the description of routes that each take one method.
func calling(routes ...string) string {
	var all []string
	for _, one := range routes {
		method, pattern, _ := strings.Cut(one, " ")
		all = append(all, fmt.Sprintf(`%q: {"endpoints": [{"methods": [%q]}]}`, pattern, method))
	}
	return strings.Join(all, ", ")
}

func TestCallsOfANamespaceAreMethodsOfOneService(t *testing.T) {
	t.Parallel()
	source := made(t, `{"prefix": "wp", "routes": {`+
		calling("POST /shop/v1/cart/add", "GET /shop/v1/rates", "DELETE /shop/v1/cache",
			"PUT /shop/v1/stock", "POST /shop/v1/orders/(?P<id>[\\d]+)/pay", "GET /wp/v2/stock", "GET /shop/v2/rates")+`}}`)
	for _, want := range []string{
		"type ShopService struct{ site *cms.Client }", "type ShopV2Service struct{ site *cms.Client }",
		"type CMSService struct{",
		"func (s *ShopService) CartAdd(ctx context.Context, params *CartAddParams, callOptions",
		"func (s *ShopService) Rates(ctx context.Context, callOptions",
		"func (s *ShopService) DeleteCache(ctx context.Context, ",
		"func (s *ShopService) UpdateStock(", "func (s *ShopService) OrderPay(ctx context.Context, id int64, params " +
			"*OrderPayParams, ",
		"func (s *CMSService) Stock(", "func (s *ShopV2Service) ",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("generate of calls: %s\nwant %s", source, want)
		}
	}
	if n := strings.Count(source, "func New"); n != 3 {
		t.Errorf("generate of calls: %d constructors, want 3", n)
	}
}

func TestServiceKeepsItsNameWhenANamespaceIsAdded(t *testing.T) {
	t.Parallel()
	d, err := load([]byte(`{"routes": {` + calling("GET /shop/v2/rates") + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	all, err := resources(d, wants{})
	if err != nil {
		t.Fatal(err)
	}
	pin(d, all)
	if want := "ShopService /shop/v2"; d.Names[len(d.Names)-1] != want {
		t.Fatalf("pin: names %q, want %q last", d.Names, want)
	}
	grown, err := load([]byte(`{"routes": {` + calling("GET /shop/v1/rates", "GET /shop/v2/rates") + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	grown.Names = d.Names
	source, err := generate(t.Context(), grown, wants{}, "made")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"returns a service for shop/v1.\nfunc NewShopV1Service(",
		"returns a service for shop/v2.\nfunc NewShopService("} {
		if !strings.Contains(string(source), want) {
			t.Errorf("generate with a pinned name: %s\nwant %q", source, want)
		}
	}
}
