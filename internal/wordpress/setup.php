<?php
// Installs a WordPress and makes it a known, empty site:
//   php setup.php FOLDER install   the tables and the administrator
//   php setup.php FOLDER users     settings and users; prints a name and an application password for each role, for a shell
$step = $argv[2] ?? '';
if ($step === 'install') {
	define('WP_INSTALLING', true);
}
require __DIR__ . '/load.php';

if ($step === 'install') {
	function wp_install_notify() {} // no mail about the new site
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	wp_install('Type Docs', 'admin', 'admin@site.test', true, '', wp_generate_password(), 'en_US');
	exit;
}

wp_set_current_user(1);

// No stock content, so that every record comes from a test or from seed.php.
foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $post) {
	wp_delete_post($post->ID, true);
}
foreach (get_comments() as $comment) {
	wp_delete_comment($comment->comment_ID, true);
}

// A time zone away from UTC, so that date and date_gmt differ.
update_option('timezone_string', 'Europe/Berlin');
$themes = array_keys(wp_get_themes());
if ($themes) {
	switch_theme(end($themes));
}
$GLOBALS['wp_rewrite']->set_permalink_structure('/%year%/%monthnum%/%postname%/');
flush_rewrite_rules();

// The administrator is there already; each of the others is named after its role.
foreach (['admin', 'editor', 'author', 'contributor', 'subscriber'] as $name) {
	$user = get_user_by('login', $name)->ID ?? wp_insert_user(
		['user_login' => $name, 'user_pass' => wp_generate_password(), 'user_email' => "$name@site.test", 'role' => $name]
	);
	[$password] = WP_Application_Passwords::create_new_application_password($user, ['name' => 'tests']);
	printf("export %1\$s_USER='%2\$s'\nexport %1\$s_PASS='%3\$s'\n", strtoupper($name), $name, $password);
}
