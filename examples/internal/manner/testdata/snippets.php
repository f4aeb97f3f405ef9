<?php
// Answers as the routes of a snippets plugin do, and keeps the snippets in an option. It lets the tests see, on a real
// site, whether the recipe snippets writes.
add_action('rest_api_init', function () {
	$stored = fn() => get_option('manner_snippets', []);
	$write = function ($request) use ($stored) {
		$all = $stored();
		$id = (int) ($request['id'] ?? 0) ?: count($all) + 1;
		$all[$id] = array_merge($all[$id] ?? [
			'id' => $id, 'name' => '', 'desc' => '', 'code' => '', 'tags' => [], 'scope' => 'global', 'active' => false,
			'priority' => 10, 'network' => false, 'shared_network' => null, 'code_error' => null,
		], $request->get_json_params(), ['modified' => gmdate('Y-m-d H:i:s')]);
		update_option('manner_snippets', $all);
		return $all[$id];
	};
	$may = fn() => current_user_can('manage_options');
	register_rest_route('code-snippets/v1', '/snippets', [
		['methods' => 'GET', 'permission_callback' => $may, 'callback' => fn($request) => array_slice(
			array_values($stored()),
			(max(1, (int) $request['page']) - 1) * (int) ($request['per_page'] ?: 100), (int) ($request['per_page'] ?: 100))],
		['methods' => 'POST', 'permission_callback' => $may, 'callback' => $write],
	]);
	register_rest_route('code-snippets/v1', '/snippets/(?P<id>\d+)', [
		['methods' => 'GET', 'permission_callback' => $may, 'callback' => fn($request) => $stored()[$request['id']]
			?? new WP_Error('rest_cannot_get', '', ['status' => 404])],
		['methods' => 'PUT,PATCH', 'permission_callback' => $may, 'callback' => $write],
	]);
});
