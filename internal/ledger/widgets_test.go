package ledger_test

import (
	"context"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/widgets"
)

func widgetCalls() []call {
	return slices.Concat(widgetReads(), widgetWrites(), sidebarCalls(), widgetTypeCalls())
}

const widgetPath = "/cms/v2/widgets"

// widget is a widget in the context "edit".
func widget(request) string {
	return `{"id":"text-3","sidebar":"footer","rendered_form":"","instance":{}}`
}

// widgetReads is the reads of widgets, and a create that reads first.
func widgetReads() (out []call) {
	list := func(options *widgets.ListOptions, query string) {
		out = append(out, call{"widgets.List", func(ctx context.Context, s *services) error {
			_, err := widgets.New(s.site).List(ctx, options)
			return err
		}, []want{{"GET", widgetPath, query, ""}}})
	}
	list(nil, "")
	list(&widgets.ListOptions{Sidebar: "footer"}, "sidebar=footer")
	for _, c := range contexts {
		list(&widgets.ListOptions{Context: c}, "context="+string(c))
	}
	for _, c := range contexts {
		out = append(out, call{"widgets.Get", func(ctx context.Context, s *services) error {
			s.cms.answer = widget
			_, err := widgets.New(s.site).Get(ctx, "text-3", cms.InContext(c))
			return err
		}, []want{{"GET", widgetPath + "/text-3", "context=" + string(c), ""}}})
	}
	form := &widgets.Params{ID: new("text-3"), IDBase: new("text"), FormData: new("widget-text[3][text]=x")}
	return append(out, call{"widgets.Create with an id", func(ctx context.Context, s *services) error {
		s.cms.answer = func(r request) string {
			if r.method == "GET" {
				return `{"code":"rest_widget_not_found","message":"m","data":{"status":404}}`
			}
			return widget(r)
		}
		_, err := widgets.New(s.site).Create(ctx, form)
		return err
	}, []want{
		{"GET", widgetPath + "/text-3", "_fields=id", ""},
		{"POST", widgetPath, "", `{"id":"text-3","id_base":"text","sidebar":"wp_inactive_widgets",` +
			`"form_data":"widget-text[3][text]=x"}`},
	}})
}

func widgetWrites() (out []call) {
	add := func(verb string, want []want, do func(ctx context.Context, all *widgets.Widgets) error) {
		out = append(out, call{"widgets." + verb, func(ctx context.Context, s *services) error {
			s.cms.answer = func(r request) string {
				switch {
				case r.path == "/cms/v2/sidebars/footer":
					return `{"id":"footer","widgets":[]}`
				case r.method == "DELETE" && r.query.Get("force") == "true":
					return `{"deleted":true,"previous":` + widget(r) + `}`
				}
				return widget(r)
			}
			return do(ctx, widgets.New(s.site))
		}, want})
	}
	create := func(params *widgets.Params, want ...want) {
		add("Create", want, func(ctx context.Context, all *widgets.Widgets) error {
			_, err := all.Create(ctx, params)
			return err
		})
	}
	raw := func() *widgets.InstanceParams { return &widgets.InstanceParams{Raw: map[string]string{"text": "x"}} }
	encoded := func() *widgets.InstanceParams { return &widgets.InstanceParams{Encoded: new("YQ=="), Hash: new("h")} }
	footer := want{"GET", "/cms/v2/sidebars/footer", "", ""}
	create(&widgets.Params{IDBase: new("text"), Sidebar: new("footer"), Instance: raw()}, footer,
		want{"POST", widgetPath, "", `{"id_base":"text","sidebar":"wp_inactive_widgets","instance":{"raw":{"text":"x"}}}`},
		want{"POST", widgetPath + "/text-3", "", `{"sidebar":"footer"}`})
	create(&widgets.Params{IDBase: new("text"), Instance: encoded()}, want{"POST", widgetPath, "",
		`{"id_base":"text","sidebar":"wp_inactive_widgets","instance":{"encoded":"YQ==","hash":"h"}}`})
	for _, method := range updateMethods {
		update := func(params *widgets.Params, want ...want) {
			add("Update by "+method, want, func(ctx context.Context, all *widgets.Widgets) error {
				_, err := all.Update(ctx, "text-3", params, cms.UpdateMethod(method))
				return err
			})
		}
		update(&widgets.Params{IDBase: new("text"), Sidebar: new("footer"), Instance: raw()}, footer,
			want{method, widgetPath + "/text-3", "", `{"id_base":"text","sidebar":"footer","instance":{"raw":{"text":"x"}}}`})
		update(&widgets.Params{Instance: encoded()},
			want{method, widgetPath + "/text-3", "", `{"instance":{"encoded":"YQ==","hash":"h"}}`})
		update(&widgets.Params{FormData: new("widget-text[3][text]=x")},
			want{method, widgetPath + "/text-3", "", `{"form_data":"widget-text[3][text]=x"}`})
	}
	add("Deactivate", []want{{"DELETE", widgetPath + "/text-3", "", ""}},
		func(ctx context.Context, all *widgets.Widgets) error {
			_, err := all.Deactivate(ctx, "text-3")
			return err
		})
	add("Delete", []want{{"DELETE", widgetPath + "/text-3", "force=true", ""}},
		func(ctx context.Context, all *widgets.Widgets) error {
			_, err := all.Delete(ctx, "text-3")
			return err
		})
	return out
}

func sidebarCalls() []call {
	const path, record = "/cms/v2/sidebars", `{"id":"footer","widgets":["text-3"]}`
	options := map[string]*widgets.SidebarListOptions{"": nil}
	for _, c := range contexts {
		options["context="+string(c)] = &widgets.SidebarListOptions{Context: c}
	}
	out := cataloguing("widgets.Sidebars", path, "footer", record,
		func(s *services) *widgets.Sidebars { return widgets.New(s.site).Sidebars }, options)
	for _, method := range updateMethods {
		out = append(out, call{"widgets.Sidebars.Edit by " + method, func(ctx context.Context, s *services) error {
			s.cms.answer = func(r request) string {
				switch {
				case r.path == widgetPath+"/text-4":
					return `{"id":"text-4"}`
				case r.method == "GET":
					return record
				}
				return `{"id":"footer","widgets":["text-4"]}`
			}
			_, err := widgets.New(s.site).Sidebars.Edit(ctx, "footer", func([]string) ([]string, error) {
				return []string{"text-4"}, nil
			}, cms.UpdateMethod(method))
			return err
		}, []want{
			{"GET", path + "/footer", "_embed=random", ""}, {"GET", widgetPath + "/text-4", "_fields=id", ""},
			{method, path + "/footer", "", `{"widgets":["text-4"]}`},
		}})
	}
	return out
}

func widgetTypeCalls() []call {
	const path = "/cms/v2/widget-types"
	options := map[string]*widgets.TypeListOptions{"": nil}
	for _, c := range contexts {
		options["context="+string(c)] = &widgets.TypeListOptions{Context: c}
	}
	out := cataloguing("widgets.Types", path, "text", `{"id":"text"}`,
		func(s *services) *widgets.Types { return widgets.New(s.site).Types }, options)
	instance := &widgets.InstanceParams{Encoded: new("YQ=="), Hash: new("h")}
	return append(out, call{"widgets.Types.Encode", func(ctx context.Context, s *services) error {
		_, err := widgets.New(s.site).Types.Encode(ctx, "text", instance, "a=b")
		return err
	}, []want{{"POST", path + "/text/encode", "", `{"instance":{"encoded":"YQ==","hash":"h"},"form_data":"a=b"}`}}},
		call{"widgets.Types.Render", func(ctx context.Context, s *services) error {
			_, err := widgets.New(s.site).Types.Render(ctx, "text", instance)
			return err
		}, []want{{"POST", path + "/text/render", "", `{"instance":{"encoded":"YQ==","hash":"h"}}`}}})
}
