<?php
// Fills an empty WordPress with the records of documents, as package cmstest loads them, under the ids that they name:
//
//   php document.php FOLDER-OF-WORDPRESS DOCUMENT...
//
// A document is JSON: {"version": 1, "posts": [{"id": 101, "title": …}, …], …}. Its members are the kinds below, and the members of a
// record are those of the interface, texts as they are stored.
require __DIR__ . '/load.php';

wp_set_current_user(1);

// What others refer to comes first.
$kinds = [
	'users' => fn($record) => name_user($record),
	'categories' => fn($record) => add_term('category', $record),
	'tags' => fn($record) => add_term('post_tag', $record),
	'cms_pattern_category' => fn($record) => taxonomy_exists('wp_pattern_category') ? add_term('wp_pattern_category', $record) : null,
	'menus' => fn($record) => add_term('nav_menu', $record),
	'posts' => fn($record) => add_post('post', $record),
	'pages' => fn($record) => add_post('page', $record),
	'media' => fn($record) => add_media($record),
	'blocks' => fn($record) => add_post('wp_block', $record),
	'navigation' => fn($record) => add_post('wp_navigation', $record),
	'menu-items' => fn($record) => add_menu_item($record),
	'revisions' => fn($record) => add_history('revision', $record),
	'comments' => fn($record) => add_comment($record),
	'autosaves' => fn($record) => add_history('autosave', $record),
];

$records = [];
foreach (array_slice($argv, 2) as $file) {
	$document = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
	if (($document['version'] ?? 0) !== 1) {
		stop("$file is not of version 1");
	}
	unset($document['version']);
	$records = array_merge_recursive($records, $document);
}
// A site of the core alone has none of the plugins.
$records = array_diff_key($records, array_flip(['snippets', 'analytics', 'block-visibility', 'archiver']));
foreach (array_keys(array_diff_key($records, $kinds)) as $kind) {
	stop("there is no kind $kind");
}
foreach ($kinds as $kind => $add) {
	foreach ($records[$kind] ?? [] as $record) {
		$add($record);
	}
}
foreach (get_taxonomies() as $taxonomy) {
	$terms = get_terms(['taxonomy' => $taxonomy, 'hide_empty' => false, 'fields' => 'tt_ids']);
	if ($terms) {
		wp_update_term_count_now($terms, $taxonomy);
	}
}
// New terms get ids that no record of a document has, as new posts do: they tell them apart.
foreach (['terms', 'term_taxonomy'] as $table) {
	$GLOBALS['wpdb']->query("alter table {$GLOBALS['wpdb']->prefix}$table auto_increment = 1501");
}

function stop(string $why): void {
	fwrite(STDERR, "document.php: $why\n");
	exit(1);
}

function must($result) {
	if (is_wp_error($result) || $result === false || $result === 0) {
		stop(is_wp_error($result) ? $result->get_error_message() : 'WordPress refused a record');
	}
	return $result;
}

// name_user gives a user that setup.php made what the document says, and adds the others.
function name_user(array $record): void {
	$names = [
		'name' => 'display_name', 'first_name' => 'first_name', 'last_name' => 'last_name', 'nickname' => 'nickname', 'description' => 'description',
		'url' => 'user_url', 'slug' => 'user_nicename', 'email' => 'user_email', 'registered_date' => 'user_registered',
	];
	$user = ['user_login' => $record['username']];
	foreach ($names as $name => $column) {
		if (isset($record[$name])) {
			$user[$column] = $name === 'registered_date' ? strtr($record[$name], 'T', ' ') : $record[$name];
		}
	}
	if (get_userdata($record['id'])) {
		must(wp_update_user(wp_slash(['ID' => $record['id']] + $user)));
		return;
	}
	$id = must(wp_insert_user(wp_slash($user + ['user_pass' => wp_generate_password(), 'role' => ''])));
	if ($id !== $record['id']) {
		stop("user {$record['id']} became $id");
	}
	foreach ($record['roles'] ?? [$record['role'] ?? 'subscriber'] as $i => $role) {
		$i === 0 ? get_userdata($id)->set_role($role) : get_userdata($id)->add_role($role);
	}
	must(WP_Application_Passwords::create_new_application_password($id, ['name' => 'tests']));
}

// add_term writes the rows itself: no function of WordPress takes the id of a new term.
function add_term(string $taxonomy, array $record): void {
	global $wpdb;
	$id = $record['id'];
	$slug = $record['slug'] ?? sanitize_title($record['name']);
	must($wpdb->insert($wpdb->terms, ['term_id' => $id, 'name' => $record['name'], 'slug' => $slug]));
	must($wpdb->insert($wpdb->term_taxonomy, [
		'term_taxonomy_id' => $id, 'term_id' => $id, 'taxonomy' => $taxonomy,
		'description' => $record['description'] ?? '', 'parent' => $record['parent'] ?? 0,
	]));
	clean_term_cache($id, $taxonomy);
}

// add_comment writes the row itself, which no function of WordPress does without an opinion.
function add_comment(array $record): void {
	global $wpdb;
	$date = strtr($record['date'], 'T', ' ');
	$statuses = ['approved' => '1', 'hold' => '0'];
	$user = get_userdata($record['author'] ?? 0);
	$status = $record['status'] ?? 'approved';
	must($wpdb->insert($wpdb->comments, [
		'comment_ID' => $record['id'], 'comment_post_ID' => $record['post'], 'comment_parent' => $record['parent'] ?? 0, 'user_id' => $record['author'] ?? 0,
		'comment_author' => $record['author_name'] ?? ($user ? $user->display_name : ''), 'comment_author_email' => $record['author_email'] ?? ($user ? $user->user_email : ''),
		'comment_author_url' => $record['author_url'] ?? '', 'comment_author_IP' => $record['author_ip'] ?? '', 'comment_agent' => $record['author_user_agent'] ?? '',
		'comment_date' => $date, 'comment_date_gmt' => get_gmt_from_date($date), 'comment_content' => $record['content'] ?? '', 'comment_karma' => 0,
		'comment_approved' => $statuses[$status] ?? $status, 'comment_type' => $record['type'] ?? 'comment',
	]));
	if (!empty($record['status_before'])) {
		add_comment_meta($record['id'], '_wp_trash_meta_status', $statuses[$record['status_before']] ?? $record['status_before']);
	}
	if (!empty($record['note_status'])) {
		add_comment_meta($record['id'], '_wp_note_status', $record['note_status']);
	}
}

function add_post(string $type, array $record): void {
	$id = must(wp_insert_post(wp_slash([
		'import_id' => $record['id'],
		'post_type' => $type,
		'post_title' => $record['title'] ?? '',
		'post_content' => $record['content'] ?? '',
		'post_excerpt' => $record['excerpt'] ?? '',
		'post_status' => 'draft',
		'post_author' => $record['author'] ?? 1,
		'post_parent' => $record['parent'] ?? 0,
		'post_password' => $record['password'] ?? '',
		'menu_order' => $record['menu_order'] ?? 0,
		'comment_status' => $record['comment_status'] ?? ($type === 'post' ? 'open' : 'closed'),
		'ping_status' => $record['ping_status'] ?? ($type === 'post' ? 'open' : 'closed'),
		'post_category' => $record['categories'] ?? [],
	]), true));
	if ($id !== $record['id']) {
		stop("$type {$record['id']} became $id");
	}
	settle($id, $record);
	if (isset($record['tags'])) {
		must(wp_set_object_terms($id, $record['tags'], 'post_tag'));
	}
	if (!empty($record['format'])) {
		must(set_post_format($id, $record['format']));
	}
	if (!empty($record['sticky'])) {
		stick_post($id);
	}
	if (!empty($record['featured_media'])) {
		update_post_meta($id, '_thumbnail_id', $record['featured_media']);
	}
	if (!empty($record['template'])) {
		update_post_meta($id, '_wp_page_template', $record['template']);
	}
	foreach ($record['meta'] ?? [] as $key => $value) {
		update_post_meta($id, preg_replace('/^cms_/', 'wp_', $key), wp_slash($value));
	}
	if (isset($record['cms_pattern_category']) && taxonomy_exists('wp_pattern_category')) {
		must(is_array(wp_set_object_terms($id, $record['cms_pattern_category'], 'wp_pattern_category')));
	}
}

function add_menu_item(array $record): void {
	$id = $record['id'];
	add_post('nav_menu_item', [
		'parent' => $record['post_parent'] ?? 0, 'content' => $record['description'] ?? '', 'excerpt' => $record['attr_title'] ?? '',
	] + $record);
	foreach ([
		'type' => $record['type'], 'menu_item_parent' => $record['parent'] ?? 0,
		'object' => $record['object'] ?? 'custom', 'object_id' => $record['object_id'] ?? $id, 'target' => $record['target'] ?? '',
		'classes' => $record['classes'] ?? [''], 'xfn' => implode(' ', $record['xfn'] ?? []), 'url' => $record['url'] ?? '',
	] as $key => $value) {
		update_post_meta($id, "_menu_item_$key", $value);
	}
	if (!empty($record['menus'])) {
		must(wp_set_object_terms($id, [$record['menus']], 'nav_menu'));
	}
}

// add_media stores a record of the library with its file: that of the document, or an image of the width and the height.
function add_media(array $record): void {
	$name = $record['filename'];
	$folder = substr($record['date'], 0, 4) . '/' . substr($record['date'], 5, 2);
	$uploads = wp_upload_dir($folder);
	wp_mkdir_p($uploads['path']);
	$path = "{$uploads['path']}/$name";
	$type = must(wp_check_filetype($name)['type']);
	if (isset($record['file'])) {
		must(file_put_contents($path, base64_decode($record['file'], true)));
	} else {
		$image = must(imagecreatetruecolor($record['width'], $record['height'])); // GD may crash when it turns a palette image
		must(match ($type) {
			'image/jpeg' => imagejpeg($image, $path),
			'image/gif' => imagegif($image, $path),
			default => imagepng($image, $path),
		});
	}
	$id = must(wp_insert_attachment(wp_slash([
		'import_id' => $record['id'],
		'guid' => "{$uploads['url']}/$name",
		'post_mime_type' => $type,
		'post_title' => $record['title'] ?? '',
		'post_content' => $record['description'] ?? '',
		'post_excerpt' => $record['caption'] ?? '',
		'post_author' => $record['author'] ?? 1,
		'comment_status' => $record['comment_status'] ?? 'open',
		'ping_status' => $record['ping_status'] ?? 'closed',
	]), $path, $record['post'] ?? 0, true));
	if ($id !== $record['id']) {
		stop("media {$record['id']} became $id");
	}
	if (($record['generate_sub_sizes'] ?? true) === false) {
		add_filter('intermediate_image_sizes_advanced', '__return_empty_array');
		add_filter('big_image_size_threshold', '__return_false');
	}
	wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $path));
	remove_all_filters('intermediate_image_sizes_advanced');
	remove_all_filters('big_image_size_threshold');
	if (!empty($record['alt_text'])) {
		update_post_meta($id, '_wp_attachment_image_alt', wp_slash($record['alt_text']));
	}
	settle($id, $record + ['status' => 'inherit']);
}

// settle writes what WordPress would decide itself: the dates, the slug, and the status that goes with them.
function settle(int $id, array $record): void {
	global $wpdb;
	$date = strtr($record['date'], 'T', ' ');
	$modified = strtr($record['modified'] ?? $record['date'], 'T', ' ');
	$status = $record['status'] ?? 'publish';
	$row = [
		'post_date' => $date, 'post_date_gmt' => get_gmt_from_date($date),
		'post_modified' => $modified, 'post_modified_gmt' => get_gmt_from_date($modified),
		'post_status' => $status, 'post_name' => $record['slug'] ?? '',
	];
	if (array_key_exists('date_gmt', $record) && $record['date_gmt'] === '') { // a draft whose date follows the clock
		$row['post_date_gmt'] = '0000-00-00 00:00:00';
	}
	if (!empty($record['guid'])) { // below the address of the site
		$row['guid'] = home_url($record['guid']);
	}
	must($wpdb->update($wpdb->posts, $row, ['ID' => $id]));
	if ($status === 'trash') {
		update_post_meta($id, '_wp_trash_meta_status', 'publish');
		update_post_meta($id, '_wp_desired_post_slug', preg_replace('/__trashed$/', '', $record['slug']));
	}
	clean_post_cache($id);
}

// add_history writes the row itself, since WordPress dates and numbers what it keeps.
function add_history(string $kind, array $record): void {
	global $wpdb;
	$date = strtr($record['date'], 'T', ' ');
	must($wpdb->insert($wpdb->posts, [
		'ID' => $record['id'],
		'post_type' => 'revision',
		'post_status' => 'inherit',
		'post_name' => "{$record['parent']}-$kind-v1",
		'post_parent' => $record['parent'],
		'post_author' => $record['author'] ?? 1,
		'post_title' => $record['title'] ?? '',
		'post_content' => $record['content'] ?? '',
		'post_excerpt' => $record['excerpt'] ?? '',
		'post_date' => $date, 'post_date_gmt' => get_gmt_from_date($date),
		'post_modified' => $date, 'post_modified_gmt' => get_gmt_from_date($date),
		'comment_status' => 'closed', 'ping_status' => 'closed',
		'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '',
		'guid' => home_url("/?p={$record['id']}"),
	]));
	foreach ($record['meta'] ?? [] as $key => $value) {
		add_metadata('post', $record['id'], $key, wp_slash($value)); // add_post_meta would write to the parent
	}
}
