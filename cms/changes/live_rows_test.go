package changes_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// liveSQL returns the rows of a statement on the tables of the live site. lab is the folder of the
// site, "" if it is elsewhere.
func liveSQL(t *testing.T, lab, statement string, args ...any) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "mariadb", "--no-defaults", "-uroot", "-N",
		"-S", filepath.Join(lab, "run/db.sock"), "wp", "-e", fmt.Sprintf(statement, args...))
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("mariadb: %v: %s, want no error", err, out)
	}
	return string(out)
}

// rows is the second opinion on shapes: the state of the same records in the tables. It is nil
// if the tables are elsewhere.
func (w *liveWriter) rows() map[string]shape {
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" {
		return nil
	}
	all := map[string]shape{}
	for kind, statement := range map[string]string{
		"posts": `select ID, post_status, md5(concat_ws('|', post_title, post_content, post_excerpt, post_name, post_date,
			post_modified_gmt, post_author, (select group_concat(term_taxonomy_id order by 1) from wp_term_relationships
			where object_id = ID))) from wp_posts where post_type = 'post' and ID in (%s)`,
		"tags": `select t.term_id, '-', md5(concat_ws('|', name, slug, description)) from wp_terms t
			join wp_term_taxonomy using (term_id) where t.term_id in (%s)`,
		"comments": `select comment_ID, comment_approved, md5(concat_ws('|', comment_content, comment_approved,
			comment_date_gmt)) from wp_comments where comment_ID in (%s)`,
	} {
		ids := strings.Trim(strings.ReplaceAll(fmt.Sprint(w.ids[kind]), " ", ","), "[]")
		if ids == "" {
			continue
		}
		for line := range strings.Lines(liveSQL(w.t, lab, statement, ids)) {
			if row := strings.Fields(line); len(row) == 3 {
				all[kind+"/"+row[0]] = shape{status: row[1], listed: row[2]}
			}
		}
	}
	return all
}

// agree compares the changes of a round by the API with those in the tables.
func (w *liveWriter) agree(round int, taken, now map[string]shape, api map[string]string) {
	if now == nil {
		return
	}
	sql := map[string]string{}
	for key, op := range differing(taken, now) {
		sql[key] = string(op)
	}
	if !maps.Equal(sql, api) {
		w.t.Errorf("round %d: changes by SQL %v, by the API %v, want the same", round, sql, api)
	}
}
