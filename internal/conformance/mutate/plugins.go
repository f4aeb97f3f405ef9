package main

import "slices"

// pluginMutations are mistakes in what the plugins of a site do.
func pluginMutations() []mutation {
	return slices.Concat(snippetMutations(), analyticsMutations(), visibilityMutations(), archiverMutations())
}

func snippetMutations() []mutation {
	const routes, shown, code = "snippetroutes.go", "snippets.go", "snippetcode.go"
	return []mutation{
		{"everyone may do what administrators may", "plugins.go", `if !c.user.can("manage_options") {`, `if false {`},
		{"an unknown snippet is 404", routes, `newFault(500, "rest_cannot_get"`, `newFault(404, "rest_cannot_get"`},
		{"an update of an unknown snippet is 404", routes, `newFault(400, "rest_cannot_update"`, `newFault(404, "rest_cannot_update"`},
		{"a delete of an unknown snippet is 404", routes, `newFault(500, "rest_cannot_delete"`, `newFault(404, "rest_cannot_delete"`},
		{"switching off an unknown snippet has a code of its own", routes, `newFault(500, "rest_cannot_activate"`, `newFault(500, "rest_cannot_deactivate"`},
		{"an active snippet may be activated", routes, ` || active && sn.active`, ``},
		{"a deleted snippet stays", routes, `delete(c.s.plugins.snippets, sn.id)`, `_ = sn`},
		{"a delete takes all snippets", routes, `delete(c.s.plugins.snippets, sn.id)`, `clear(c.s.plugins.snippets)`},
		{"a switch switches nothing", routes, `sn.active, sn.trashed = active, false`, `_ = sn`},
		{"a switch turns everything on", routes, `sn.active, sn.trashed = active, false`, `sn.active = true`},
		{"a switch is answered with a list", routes, `body: emptyObject{}`, `body: object{}`},
		{"a switch tests the code", routes, `sn.active, sn.trashed = active, false`, `_, line := syntaxError(sn.scope, sn.code); sn.active = active && line == 0`},
		{"a switch is a revision", routes, `sn.active, sn.trashed = active, false`, `sn.active = active; sn.revision++`},
		{"saves of a snippet are not counted", routes, `sn.revision++`, `_ = sn.revision`},
		{"a snippet is modified on the clock of the site", routes, `sn.modified = c.s.clock().UTC()`, `sn.modified = c.s.clock().In(c.s.location)`},
		{"a snippet keeps when it was modified", routes, `sn.modified = c.s.clock().UTC().Format(snippetLayout)`, `_ = w`},
		{"code is not tested", routes, `; line > 0 {`, `; line < 0 {`},
		{"broken code is switched on", routes, `sn.active, w.codeError = false,`, `sn.active, w.codeError = true,`},
		{"code is tested that is not to run", routes, `if on, _ := toBool(c.get("active")); on {`, `if true {`},
		{"styles are tested as PHP", code, `if !slices.Contains([]string{"global", "admin", "front-end", "single-use"}, scope) {`, `if slices.Contains([]string{}, scope) {`},
		{"an unknown scope is kept", routes, `sn.scope = c.s.knownScope(sn.scope)`, `_ = sn.scope`},
		{"every scope is taken for the default", shown, `if slices.Contains(known, scope)`, `if slices.Contains(known[:1], scope)`},
		{"the name of a snippet is lost", routes, `"name": &sn.name, `, ``},
		{"the description of a snippet is lost", routes, `"desc": &sn.desc, `, ``},
		{"the code of a snippet is lost", routes, `"code": &sn.code, `, ``},
		{"the priority of a snippet is lost", routes, `if n, ok := toInt(c.get("priority")); ok {`, `if n, ok := toInt(c.get("priority")); ok && n < -9 {`},
		{"a priority of 0 is none", routes, `if n, ok := toInt(c.get("priority")); ok {`, `if n, ok := toInt(c.get("priority")); ok && n != 0 {`},
		{"tags are taken as a list alone", routes, `list, ok := toList(value)`, `list, ok := value.([]any)`},
		{"tags are lost", routes, `sn.tags = append(sn.tags, text)`, `_ = text`},
		{"tags are added", routes, `sn.tags = []string{}`, `_ = sn.tags`},
		{"active is lost", routes, `sn.active = on`, `_ = on`},
		{"a new snippet fills a gap", routes, `sn.id = c.s.plugins.nextSnippet`, `sn.id = c.s.plugins.nextSnippet - 2`},
		{"a new snippet says that it is of no network", shown, `network, cloud = nil, ""`, `cloud = ""`},
		{"a new snippet has no cloud id", shown, `network, cloud = nil, ""`, `network = nil`},
		{"network is not echoed", shown, `network = w.network`, `_ = w`},
		{"shared_network is not echoed", shown, `shared = w.shared`, `_ = w`},
		{"code_error is not told", shown, `codeError = w.codeError`, `_ = w`},
		{"revisions are numbers in reads", shown, `strconv.FormatInt(sn.revision, 10)`, `strconv.FormatInt(sn.revision, 10) != ""`},
		{"snippets always name their condition", shown, "if s.later {\n\t\tout.add", "if !s.later {\n\t\tout.add"},
		{"conditions are heeded", routes, "ok && c.s.later {\n\t\tsn.condition", "ok {\n\t\tsn.condition"},
		{"new snippets have the priority 1", shown, `const defaultPriority = 10`, `const defaultPriority = 1`},
		{"the first snippet is not listed", routes, `list := c.s.sortedSnippets()`, `list := c.s.sortedSnippets()[1:]`},
		{"snippets are listed newest first", shown, `return int(a.id - b.id)`, `return int(b.id - a.id)`},
		{"there is no snippet 0", routes, `if c.integer("id") == 0 {`, `if c.integer("id") < 0 {`},
		{"an export has the defaults", code, `if !same && m.name`, `if (!same || same) && m.name`},
		{"an export of an unknown snippet has an object", code, `exported := object{}`, `exported := object{{"id", 0}}`},
		{"exports have no date", code, `{"date_created", c.s.clock().UTC().Format("2006-01-02 15:04")}, `, ``},
		{"exported code has no head", code, "file += \"\\n/**\\n\"", "file += \"\\n\""},
		{"exported code does not begin", code, `file := "<?php\n"`, `file := ""`},
		{"exported code has an empty description", code, `desc != "" {`, `desc != "x" {`},
		{"the schema is for administrators", routes, `everyone, (*call).snippetSchema`, `administrators, (*call).snippetSchema`},
		{"the schema has texts alone", code, `{"type", p.kind}`, `{"type", "string"}`},
		{"there is no export", routes, `add("/snippets/{id}/export",`, `add("/snippets/{id}/exports",`},
		{"snippets of wrong types are stored", routes, `params[i].early, params[i].raw = true, true`, `params[i].raw = true`},
		{"a route that is not there has another code", "errors.go", `newFault(404, "rest_no_route"`, `newFault(404, "rest_not_found"`},
	}
}

func analyticsMutations() []mutation {
	const reports, arguments = "analyticsreports.go", "analytics.go"
	return []mutation{
		{"a range excludes its last day", arguments, `day <= r.last`, `day < r.last`},
		{"a range excludes its first day", arguments, `r.first <= day`, `r.first < day`},
		{"counts ignore the range", reports, `case !days.contains(v.day):`, `case false:`},
		{"rankings ignore the range", reports, `k == "" || !days.contains(v.day)`, `k == ""`},
		{"days without visits have no row", reports, `if date != "" {`, `if date != "" && sum != (tally{}) {`},
		{"monthly is ignored", reports, `monthly != nil && `, `monthly == false && `},
		{"monthly=no is monthly", reports, ` && monthly != "no"`, ``},
		{"monthly=false is monthly", reports, ` && monthly != "false"`, ``},
		{"monthly=0 is monthly", reports, ` && monthly != "0"`, ``},
		{"a month is its last day", reports, `day.Format("2006-01") + "-01"`, `day.Format("2006-01") + "-28"`},
		{"stats ignore the path", reports, `byDay := c.s.byDay(days, c.text("page"))`, `byDay := c.s.byDay(days, "")`},
		{"totals ignore the path", reports, `range c.s.byDay(days, c.text("page")) {`, `range c.s.byDay(days, "") {`},
		{"totals are numbers", reports, `{"visitors", strconv.FormatInt(sum.visitors, 10)}`, `{"visitors", sum.visitors}`},
		{"the count of the site is the sum of its paths", reports, `for day, t := range site {`, `for day, t := range map[string]*tally{} {`},
		{"the least viewed path comes first", reports, `cmp.Compare(sums[b].pageviews, sums[a].pageviews)`, `cmp.Compare(sums[a].pageviews, sums[b].pageviews)`},
		{"the limit of rows is ignored", reports, `toInt(c.get("limit")); ok && n > 0`, `toInt(c.get("limit")); ok && n < 0`},
		{"the offset of rows is ignored", reports, `toInt(c.get("offset")); ok && n > 0`, `toInt(c.get("offset")); ok && n < 0`},
		{"paths have no label", reports, `{"label", title}`, `{"label", ""}`},
		{"referrers have numbers for ids", reports, `{"id", id}, {"value", place}`, `{"id", len(id)}, {"value", place}`},
		{"realtime counts everything", reports, `&& !v.moment.Before(since)`, `&& !since.IsZero()`},
		{"realtime counts visits", reports, "\tpageviews += v.pageviews", "\tpageviews++"},
		{"realtime excludes its moment", reports, `!v.moment.Before(since)`, `v.moment.After(since)`},
		{"moments are read in GMT", arguments, `strings.ToUpper(text), s.location)`, `strings.ToUpper(text), time.UTC)`},
		{"a report is of today", arguments, `dayRange{now.Format("2006-01") + "-01",`, `dayRange{now.Format(dayLayout),`},
		{"a range may end before it starts", arguments, `if out.last < out.first {`, `if false {`},
		{"dates are not checked", arguments, `!ok || !validDay(text)`, `!ok && !validDay(text)`},
		{"a list may stand for a date", arguments, `!ok || !validDay(text)`, `ok && !validDay(text)`},
		{"moments are not checked", arguments, `if _, ok := c.s.momentOf(text); !ok {`, `if _, ok := c.s.momentOf(text); !ok && text == "?" {`},
		{"a bare number is a moment", arguments, `strings.CutPrefix(text, "@")`, `strings.TrimPrefix(text, "@"), strings.Trim(text, "@0123456789") == "" && text != ""`},
	}
}

func visibilityMutations() []mutation {
	const file = "visibility.go"
	return []mutation{
		{"visibility settings are merged", file, `*stored = sent`, `for _, m := range sent { document = document.with(m.name, m.value) }; *stored = document`},
		{"an empty document destroys nothing", file, `case len(sent) == 0:`, `case false:`},
		{"destroyed settings can be written", file, `case *stored == nil:`, `case false:`},
		{"destroyed settings can be read", file, `if c.s.plugins.visibility == nil {`, `if c.s == nil {`},
		{"reset is a setting", file, `case reset == "all":`, `case reset == "none":`},
		{"a reset of a part resets all", file, `*stored = document.with("plugin_settings", defaultVisibility().get("plugin_settings"))`, `_, *stored = document, defaultVisibility()`},
		{"any reset resets all", file, `case reset == "all":`, `case reset != nil && reset != "plugin_settings":`},
		{"errors of the settings have codes that are texts", file, `object{{"code", status}`, `object{{"code", "rest_error"}`},
		{"text is taken for settings", file, `case !fitting(sent):`, `case false:`},
		{"the query is not stored", file, `[]*values{c.query, c.form, c.json}`, `[]*values{c.form, c.json}`},
		{"full control mode is not told", file, `truthy(own.get("enable_full_control_mode"))`, `truthy(own == nil)`},
		{"administrators of one site are no super-admins", file, `if c.user.role == "administrator" {`, `if c.user.role == "nobody" {`},
		{"everyone is an editor", file, `held := []string{c.user.role}`, `held := []string{"editor", c.user.role}`},
		{"nobody has an empty list of roles", file, `var roles any`, `var roles any = []string{}`},
		{"the roles come with every integration", file, `if c.text("integration") == "" {`, `if true {`},
		{"the roles come without a search alone", file, `if c.text("integration") == "" {`, `if c.text("integration") == "" && c.text("search_term") == "" {`},
		{"an integration may be a list", file, `{name: "integration", schema: text(),`, `{name: "integration",`},
		{"a search term may be a list", file, `{name: "search_term", schema: text(),`, `{name: "search_term",`},
		{"saved values may be a list", file, `{name: "saved_values", schema: text(),`, `{name: "saved_values",`},
		{"visibility settings are for administrators", file, `everyone, (*call).getVisibility`, `administrators, (*call).getVisibility`},
		{"a control is missing", file, `{"acf", on()},`, ``},
		{"a control is off", file, `{"cookie", on()}`, `{"cookie", object{{"enable", false}}}`},
		{"scheduling is missing", file, `, "enable_scheduling"`, ``},
		{"rule sets are missing", file, `, "enable_user_rule_sets"`, ``},
		{"a breakpoint is another", file, `"1200px"`, `"1280px"`},
		{"prices do not vary", file, `{"woocommerce", on("enable_variable_pricing")}`, `{"woocommerce", on()}`},
		{"no list of blocks", file, `{"disabled_blocks", none}`, `{"disabled_blocks", nil}`},
		{"blocks are half opaque", file, `{"block_opacity", 100}`, `{"block_opacity", 50}`},
		{"administrators are excluded", file, `{"exclude_admins", false}`, `{"exclude_admins", true}`},
	}
}

func archiverMutations() []mutation {
	const file = "archiver.go"
	return []mutation{
		{"snapshots of every service are listed", file, `(service == "" || one.service == service)`, `(true || service == "")`},
		{"snapshots of every page are listed", file, `if one.page == c.text("url") && `, `if `},
		{"the oldest snapshot comes first", file, `range slices.Backward(c.s.plugins.archived)`, `range slices.All(c.s.plugins.archived)`},
		{"the address of a page may be left out", file, `required: true, `, ``},
		{"everyone may archive", file, `if !c.user.can("edit_posts") {`, `if false {`},
		{"a snapshot is not kept", file, `c.s.plugins.archived = append(c.s.plugins.archived, one)`, `_ = one`},
		{"the service of a snapshot is lost", file, `service: c.text("service"), timestamp`, `service: "", timestamp`},
	}
}
