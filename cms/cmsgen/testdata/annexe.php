<?php
// A must-use plugin for the tests of cmsgen: a namespace that a site gets after code was generated, with records that have the names of the
// ones of bazaar.php. It is there for these tests alone: others run on the same site.
if (!preg_match('/cmsgen/', $_SERVER['HTTP_USER_AGENT'] ?? '')) {
	return;
}

add_action('rest_api_init', function () {
	$may = fn () => current_user_can('manage_options');
	foreach (['orders' => 'order', 'members' => 'member', 'Settings' => 'settings'] as $path => $title) {
		$schema = ['title' => $title, 'type' => 'object', 'properties' => ['id' => ['type' => 'integer'], 'shelf' => ['type' => 'string']]];
		$rows = [['id' => 1, 'shelf' => 'A']];
		register_rest_route('annexe/v1', '/' . strtolower($path), [
			['methods' => 'GET', 'permission_callback' => $may, 'callback' => fn () => $rows, 'args' => ['page' => ['type' => 'integer'], 'per_page' => ['type' => 'integer']]],
			['methods' => 'POST', 'permission_callback' => $may, 'callback' => fn () => $rows[0], 'args' => ['shelf' => ['type' => 'string']]],
			'schema' => fn () => $schema,
		]);
		register_rest_route('annexe/v1', '/' . strtolower($path) . '/(?P<id>[\d]+)', [
			['methods' => 'GET', 'permission_callback' => $may, 'callback' => fn () => $rows[0], 'args' => []],
			'schema' => fn () => $schema,
		]);
	}
});
