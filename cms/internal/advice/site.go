package advice

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

// Unknown is the name of the last row.
const Unknown = "unknown"

// site returns the rows for addresses without the REST API, and for errors of the REST API.
func site() []Row { return slices.Concat(places(), pages(), values(), outcomes()) }

// places returns the rows for a REST API at another address.
func places() []Row {
	const wrong = "wrong address"
	return []Row{
		{
			Name: "plain permalinks", Cause: "permalinks off",
			Seen: "the REST API responds only at ?rest_route=/",
			Means: "the REST API is not at {asked}, but at {root}: the permalinks of WordPress are \"Plain\", or the " +
				"server does not rewrite addresses",
			Do: "use the address {root}, which works. Or let the administrator make {asked} work: by another " +
				"structure in Settings, Permalinks, which changes the addresses of all pages, or by a server that " +
				"rewrites addresses (Apache: .htaccess; nginx: try_files)",
			Go: `cms.WithRoot("index.php?rest_route=/"), or connect.Discover`,
			when: func(s *Seen) bool {
				root := s.linked()
				return s.absent() && root != nil && root.Query().Has("rest_route")
			},
		},
		{
			Name: "another prefix", Cause: "wrong prefix",
			Seen:  "the header Link names a root with another prefix, or the index names other namespaces",
			Means: "the REST API of this site is at {root} and has the prefix {other}, not {prefix}",
			Do:    "use the prefix {other}",
			Go:    "{option}",
			when:  func(s *Seen) bool { root := s.linked(); return s.absent() && root != nil && prefixOf(root) != "" },
		},
		{
			Name: "another root", Cause: "wrong root",
			Seen:  "the header Link or the page names another root",
			Means: "the REST API is not at {asked}, but at {root}",
			Do:    "use the root {root}",
			Go:    `cms.WithRoot("{root}")`,
			when:  func(s *Seen) bool { return s.absent() && s.linked() != nil },
		},
		{
			Name: "WordPress and another prefix", Cause: "wrong prefix",
			Seen:  `a page of WordPress or its error rest_no_route, and a prefix that is not "wp"`,
			Means: "this looks like a WordPress, whose routes begin with wp, and not with {prefix}",
			Do:    "use the prefix wp",
			Go:    `cms.WithPrefix("wp")`,
			when: func(s *Seen) bool {
				return s.absent() && s.Prefix != "" && s.Prefix != "wp" && webpage.IsWordPress(s.Header, s.Body)
			},
		},
		{
			Name: "not an index", Cause: wrong,
			Seen:  "JSON that is not the index of a REST API",
			Means: "the response at {root} is JSON, but not an index of a REST API",
			Do:    "use the address of the site's home page",
		},
		{
			Name: "no namespace", Cause: wrong,
			Seen:  "an index without the routes of posts",
			Means: "the REST API has no {prefix}/v2, only {namespaces}",
			Do:    "use the address of a site that has these routes",
			Go:    "cms.WithPrefix",
		},
		{
			Name: "no REST API anywhere", Cause: wrong,
			Seen:  "no REST API at the usual places, and no page that names one",
			Means: "there is no REST API at {root}, and the page at {site} gives no other address for it",
			Do: "open {site}/wp-login.php in a browser. If there is no login page, WordPress is at another address, " +
				"such as blog.example.org. If there is one, ask the administrator of the site which plugin or which " +
				"setting of the server hides the REST API",
		},
		{
			Name: "named, and not there", Cause: "closed",
			Seen: "the page names a root, and the response there is 404",
			Means: "the page of the site gives {root} as the address of its REST API, but the status there is {status}: " +
				"a plugin or the server hides it",
			Do: "ask the administrator of the site to open the REST API, at least for users who log in",
		},
	}
}

// pages returns the rows for web pages in place of JSON.
func pages() []Row {
	const wrong = "wrong address"
	return []Row{
		{
			Name: "web page", Cause: wrong,
			Seen: "200 with a web page",
			Means: "{address} is a web page {page}, not the REST API: either the site is not WordPress, or this is not the " +
				"address of its home page, or its permalinks are \"Plain\"",
			Do: "open the address of the site in a browser, and use the address of its home page; if that is right, " +
				"ask the administrator to choose another structure than \"Plain\" in Settings, Permalinks",
			Go:   `connect.Discover, or cms.WithRoot("index.php?rest_route=/")`,
			when: func(s *Seen) bool { return s.page() == webpage.OfSite },
		},
		{
			Name: "no REST API", Cause: wrong,
			Seen:  "404 with a web page",
			Means: "there is no REST API at {address}: the server responded with its \"not found\" page",
			Do:    "make the client with the address of the site's home page",
			Go:    "connect.Discover(ctx, homePage), or cms.WithPrefix and cms.WithRoot",
			when:  func(s *Seen) bool { return s.page() == webpage.Missing },
		},
		{
			Name: "compressed", Cause: "unavailable",
			Seen: "a response that is compressed in another form than the program accepts, or than its header names",
			Means: "the response of {address} is compressed {encoding} in a form that this program did not ask for, or not " +
				"in the form that its header names",
			Do: "ask the administrator of the site to compress responses only once, in PHP or a plugin or the server, and to " +
				"empty the cache",
			when: (*Seen).packed,
		},
		{
			Name: "no description", Cause: "methods blocked",
			Seen: "a response to OPTIONS that is not from the REST API",
			Means: "the server of {host} or a plugin responds to OPTIONS itself (status {status}), so the arguments of the " +
				"route cannot be read",
			Do: "ask the administrator of the site to let OPTIONS reach the REST API, or do not let the program check " +
				"arguments",
			Go:   "remove cms.WithCheckedArguments; describe.Of instead of describe.OfRoute",
			when: func(s *Seen) bool { return s.Method == http.MethodOptions && s.page() != webpage.Unknown },
		},
		{
			Name: "refused by the server", Cause: wrong,
			Seen: "any other status from 400 to 499, without an error of the REST API",
			Means: "the server of {host} refused {method} with the status {status} {page}, which is not a response of " +
				"WordPress",
			Do: "check the address of the site; if it is right, ask the hosting company why the server refuses this request",
			Go: "connect.Discover",
			when: func(s *Seen) bool {
				page := s.page()
				return s.Status/100 == 4 && s.Code == "" && errors.Is(s.Reason, fault.ErrNotREST) &&
					(page == webpage.Unknown || page == webpage.Empty && s.Method != http.MethodHead)
			},
		},
		{
			Name: "empty", Cause: wrong,
			Seen:  "a response without content",
			Means: "the response of {address} is empty (status {status})",
			Do: "{again} if it lasts, ask the administrator to look into the error log of the server: WordPress or a " +
				"plugin may stop before it responds",
			when: func(s *Seen) bool { return s.page() == webpage.Empty },
		},
		{
			Name: "broken JSON", Cause: wrong,
			Seen:  "JSON that is cut short or broken",
			Means: "the body is not complete JSON: it was cut short, or something changed it",
			Do: "{again} if it lasts, ask the hosting company whether a proxy or a cache in front of WordPress cuts " +
				"responses, and the administrator of the site whether a plugin minifies them as if they were web pages",
			when: func(s *Seen) bool { return s.page() == webpage.Cut },
		},
		{
			Name: "other JSON", Cause: wrong,
			Seen: `an error in JSON without the code of the REST API, such as {"message":"…"}`,
			Means: "the response of {address} is JSON, but not an error of the REST API {said}: a server or a firewall in " +
				"front of WordPress, or a plugin, sent it with the status {status}",
			Do:   "ask the administrator of the site or the hosting company what the response means",
			when: func(s *Seen) bool { return s.page() == webpage.Foreign },
		},
		{
			Name: "not JSON", Cause: wrong,
			Seen:  "any other response that is not JSON",
			Means: "the response of {address} {page} is not JSON",
			Do:    "use the address of the site's home page",
			Go:    "connect.Discover",
			when:  func(s *Seen) bool { return s.Status != 0 && s.Code == "" && errors.Is(s.Reason, fault.ErrNotREST) },
		},
		{
			Name: "no plugin", Cause: wrong,
			Seen:  "rest_no_route, for a route of a known plugin",
			Means: "the site has no route {method} {route}, because the plugin {plugin} is not active there",
			Do:    "install and activate this plugin, or update it",
			when:  func(s *Seen) bool { return s.Code == reply.NoRoute && s.plugin() != "" },
		},
		{
			Name: "no batches", Cause: wrong, OnlyCall: true,
			Seen:  "rest_no_route, for batch/v1",
			Means: "the site takes no batches: its WordPress is older than 5.6, or a plugin has removed their route",
			Do:    "update WordPress, ask the administrator about the plugin, or let the program send the requests one by one",
			Go:    "the method OneByOne of batch.Builder",
			when:  func(s *Seen) bool { return s.Code == reply.NoRoute && strings.Trim(s.Route, "/") == "batch/v1" },
		},
		{
			Name: "no such route", Cause: wrong,
			Seen:  "rest_no_route",
			Means: "the site has no route {method} {route}",
			Do: "check the spelling of the route; if it is right, activate the plugin that has this route, or update " +
				"WordPress",
			when: func(s *Seen) bool { return s.Code == reply.NoRoute },
		},
		{
			Name: "page past the end", Cause: wrong, OnlyCall: true,
			Seen:  "400 with a code such as rest_post_invalid_page_number",
			Means: "the list has fewer pages",
			Do:    "ask for a lower page number; each response to a lower one says how many pages there are",
			Go:    "All reads a list to its end, without page numbers",
			when:  func(s *Seen) bool { return strings.HasSuffix(s.Code, "_invalid_page_number") },
		},
		{
			Name: "another record", Cause: wrong, OnlyCall: true,
			Seen:  "the response has another record than the requested one",
			Means: "the response of {address} has another record than the requested one, so it was discarded",
			Do: "{again} if it lasts, and the site has several languages, name the language of the record, because a " +
				"plugin may respond with its translation; if not, ask the administrator whether a cache or a plugin " +
				"of the site changes the responses of the REST API",
			Go:   `cms.Argument("lang", "de")`,
			when: func(s *Seen) bool { return errors.Is(s.Reason, fault.ErrForeignRecord) },
		},
		{
			Name: "page in place of a file", Cause: wrong, OnlyCall: true,
			Seen: "a download whose response is a web page",
			Means: "the server sent the web page {address} in place of the file: it does not have the file, or a plugin or " +
				"a firewall shows this page first",
			Do: "open the address of the file in a browser; if it is missing, restore it on the site; if it is there, ask " +
				"the administrator of the site to let programs download it",
			when: func(s *Seen) bool {
				return s.download() && errors.Is(s.Reason, fault.ErrDecode) &&
					strings.HasPrefix(strings.ToLower(s.Header.Get("Content-Type")), "text/html")
			},
		},
		{
			Name: "another shape", Cause: wrong, OnlyCall: true,
			Seen:  "a response of valid JSON that does not fit the expected type",
			Means: "the response is JSON, but not in the form that this call expects",
			Do: "compare the response with the type of the call: a plugin of the site may change responses, or this " +
				"route has records of another kind",
			Go: "errors.AsType[*cms.Error](err), and its field Body",
			when: func(s *Seen) bool {
				return s.Status/100 == 2 && errors.Is(s.Reason, fault.ErrDecode) && !s.download()
			},
		},
	}
}

// values returns the rows for values that do not fit into the database.
func values() []Row {
	const long, taken, refused = "value too long", "name taken", "file refused"
	return []Row{
		{
			Name: "term exists", Cause: taken, OnlyCall: true,
			Seen:  "term_exists, after the create of a term",
			Means: "the site has a term with this name or slug already {id}",
			Do:    "use the term that exists, or find or create it in one call with Ensure",
			Go:    "Ensure(ctx, name, params)",
			when:  func(s *Seen) bool { return s.Code == "term_exists" },
		},
		{
			Name: "menu exists", Cause: taken, OnlyCall: true,
			Seen:  "menu_exists, after the create of a menu",
			Means: "the site has a menu with this name already",
			Do:    "choose another name, or find or create the menu in one call with Ensure",
			Go:    "menus.New(site).Ensure(ctx, name, params)",
			when:  func(s *Seen) bool { return s.Code == "menu_exists" },
		},
		{
			Name: "user exists", Cause: taken, OnlyCall: true,
			Seen:  "existing_user_login or existing_user_email, after the create of a user",
			Means: "another user of the site has this user name or this e-mail address",
			Do:    "choose another one, or find or create the user in one call with Ensure",
			Go:    "users.New(site).Ensure(ctx, username, params)",
			when: func(s *Seen) bool {
				return s.Code == "existing_user_login" || s.Code == "existing_user_email"
			},
		},
		{
			Name: "file refused", Cause: refused, OnlyCall: true,
			Seen:  "rest_upload_unknown_error or rest_upload_sideload_error",
			Means: "WordPress did not store the file",
			Do: "if the message is about the type, send a file whose content fits its extension, or ask the " +
				"administrator to allow this type; if it is about the size, or if the file is not empty and the message says " +
				"so, send a smaller file, or ask the hosting company to raise its limit (PHP: upload_max_filesize, " +
				"post_max_size); if it is about a folder or space, ask the hosting company",
			when: func(s *Seen) bool {
				return s.Code == "rest_upload_unknown_error" || s.Code == "rest_upload_sideload_error"
			},
		},
		{
			Name: "dropped by PHP", Cause: "too large", OnlyCall: true,
			Seen:  "rest_upload_no_data, although a file was sent",
			Means: "WordPress received nothing of the {sent}: PHP drops a request that is larger than its limit",
			Do: "send a smaller file, or ask the hosting company to raise its limit (PHP: post_max_size, " +
				"upload_max_filesize)",
			when: func(s *Seen) bool { return s.Code == "rest_upload_no_data" && s.Size != 0 },
		},
		{
			Name: "slug too long", Cause: long,
			Seen:  "db_insert_error about the slug, after the create of a term",
			Means: "the slug that WordPress makes of the term's name is too long for the database: the term was not stored",
			Do:    "give the term a short slug: 200 characters fit, and each letter other than a to z takes at least six",
			Go:    `terms.Params{Slug: new("…")}`,
			when:  func(s *Seen) bool { return strings.Contains(s.field(), "slug") },
		},
		{
			Name: "value too long", Cause: long,
			Seen: "db_insert_error or db_update_error about another field",
			Means: "the {field} is too long for the database, or holds a character that it cannot store; nothing was " +
				"stored",
			Do: "shorten the {field}, or leave out emoji and rare letters; to store them, ask the administrator of the site " +
				"to convert the tables of its database to utf8mb4",
			when: func(s *Seen) bool { return s.field() != "" },
		},
	}
}

// outcomes returns the rows about the effect of a failed write. The hint of an error has the text of
// such a row in addition to the advice about the cause.
func outcomes() []Row {
	const open = "outcome unknown"
	return []Row{
		{
			Name: "outcome unknown", Cause: open,
			Seen:  "a write without a usable response",
			Means: "the site may have carried out this request",
			Do:    "before you call again, check whether the site has the change",
			Go:    "errors.Is(err, cms.ErrOutcomeUnknown)",
		},
		{
			Name: "written", Cause: open,
			Seen:  "a write whose response does not fit, with the id of the record",
			Means: "the site has written the record",
			Go:    "errors.AsType[*cms.BrokenRecordError](err)",
		},
		{
			Name: "partly written", Cause: open,
			Seen:  "an error about a field of meta or a setting",
			Means: "the other fields were stored",
			Go:    "errors.Is(err, cms.ErrPartlyWritten)",
		},
		{
			Name: "PHP errors", Cause: "PHP errors in the output",
			Seen:  "text before or after the JSON of a response",
			Means: "responses begin with {noise}",
			Do:    "fix what the message names, or set display_errors to Off (WP_DEBUG_DISPLAY to false) on the site",
		},
	}
}

func (s *Seen) download() bool { return s.Operation == "Download" }

// anonymous reports whether the site treats the caller as anonymous, although a login was sent.
func (s *Seen) anonymous() bool {
	return s.Login != None && s.Status == http.StatusUnauthorized && !s.foreign()
}
