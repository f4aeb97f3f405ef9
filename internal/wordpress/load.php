<?php
// Loads a WordPress on the command line, without a web request and without the network.
// The folder of the site is the script's first argument.
if ($argc < 2) {
	fwrite(STDERR, "usage: php {$argv[0]} FOLDER-OF-WORDPRESS\n");
	exit(2);
}
ini_set('memory_limit', '1G');
$_SERVER += [
	'HTTP_HOST' => 'localhost',
	'SERVER_PROTOCOL' => 'HTTP/1.1',
	'REQUEST_METHOD' => 'GET',
	'REQUEST_URI' => '/',
	'QUERY_STRING' => '',
];

require rtrim($argv[1], '/') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
add_filter('pre_wp_mail', '__return_true');
add_filter('pre_http_request', fn() => new WP_Error('blocked', 'tests do not use the network'));
