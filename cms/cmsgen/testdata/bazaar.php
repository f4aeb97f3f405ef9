<?php
// A must-use plugin for the tests of cmsgen: a namespace whose routes answer in each way that plugins answer otherwise than the content of
// the site does. Copy it into wp-content/mu-plugins. It is there for these tests alone: others run on the same site.
if (!preg_match('/cmsgen|bazaar/', $_SERVER['HTTP_USER_AGENT'] ?? '')) {
	return;
}

add_action('rest_api_init', function () {
	$all = fn (string $kind, array $first) => get_option("bazaar_$kind", $first);
	$keep = fn (string $kind, array $rows) => update_option("bazaar_$kind", $rows);
	$missing = fn () => new WP_Error('bazaar_missing', 'There is no such record.', ['status' => 404]);
	$may = fn () => current_user_can('manage_options');
	$text = ['type' => 'string'];
	$whole = ['type' => 'integer'];
	$route = function (string $path, array $endpoints, ?array $schema = null) use ($may) {
		$args = [];
		foreach ($endpoints as $methods => [$arguments, $callback]) {
			$args[] = ['methods' => $methods, 'args' => $arguments, 'permission_callback' => $may, 'callback' => $callback];
		}
		if ($schema) {
			$args['schema'] = fn () => $schema;
		}
		register_rest_route('bazaar/v1', $path, $args);
	};

	// Orders: a delete answers with the record, lines have ids, an argument is readonly in the record, and settings come otherwise.
	$line = ['type' => 'object', 'properties' => ['id' => $whole + ['readonly' => true], 'name' => $text, 'total' => ['type' => 'number', 'readonly' => true]]];
	$order = ['title' => 'order', 'type' => 'object', 'properties' => [
		'id' => $whole + ['readonly' => true],
		'number' => $text + ['description' => 'Number of the order.'],
		'delivery_url' => $text + ['readonly' => true],
		'lines' => ['type' => 'array', 'items' => $line],
		'settings' => ['type' => 'object', 'properties' => ['promised' => $text]],
		'labels' => ['type' => 'array', 'items' => $text],
		'created' => $text + ['readonly' => true],
	]];
	$orders = [5 => ['id' => 5, 'number' => 'A5', 'delivery_url' => 'https://example.org/5', 'lines' => [
		['id' => 1, 'name' => 'Pen', 'total' => '2.50', 'sku' => 'P1'], ['id' => 2, 'name' => 'Ink', 'total' => '9', 'sku' => 'I1'],
	], 'settings' => ['title' => ['value' => 'Cash']], 'labels' => ['gift' => 'red', 'urgent' => 'yes'], 'created' => '2026-11-24']];
	$writable = ['number' => $text, 'lines' => ['type' => 'array', 'items' => $line], 'labels' => ['type' => 'object']];
	$save = function (array $order, WP_REST_Request $request) use ($all, $keep, $orders) {
		foreach (['number', 'delivery_url', 'labels'] as $name) {
			$order[$name] = $request[$name] ?? $order[$name] ?? '';
		}
		foreach ($request['lines'] ?? [] as $line) {
			$line['id'] = $line['id'] ?? count($order['lines'] ?? []) + 1;
			$order['lines'][$line['id'] - 1] = $line + ($order['lines'][$line['id'] - 1] ?? []);
		}
		$keep('orders', [$order['id'] => $order] + $all('orders', $orders));
		return $order;
	};
	$route('/orders', [
		'GET' => [['page' => $whole, 'per_page' => $whole], fn () => array_values($all('orders', $orders))],
		'POST' => [
			$writable + ['delivery_url' => $text + ['required' => true]],
			fn ($request) => $save(['id' => max([0, ...array_keys($all('orders', $orders))]) + 1, 'lines' => [], 'settings' => [], 'created' => ''], $request),
		],
	], $order);
	$route('/orders/(?P<id>[\d]+)', [
		'GET' => [[], fn ($request) => $all('orders', $orders)[$request['id']] ?? $missing()],
		'POST, PUT, PATCH' => [$writable, fn ($request) => $save($all('orders', $orders)[$request['id']], $request)],
		'DELETE' => [['force' => ['type' => 'boolean']], function ($request) use ($all, $keep, $orders, $missing) {
			$rows = $all('orders', $orders);
			if (!isset($rows[$request['id']])) {
				return $missing();
			}
			$keep('orders', array_diff_key($rows, [$request['id'] => 0]));
			return $rows[$request['id']];
		}],
	], $order);
	// A batch: what it takes and answers is in its schema, and not among its arguments.
	$rows = ['type' => 'array', 'items' => ['type' => 'object']];
	$route('/orders/batch', ['POST, PUT, PATCH' => [$writable, function ($request) use ($save, $all, $keep, $orders) {
		$done = ['create' => [], 'update' => [], 'delete' => []];
		foreach ($request['create'] ?? [] as $row) {
			$one = new WP_REST_Request('POST');
			$one->set_body_params($row);
			$done['create'][] = $save(['id' => max([0, ...array_keys($all('orders', $orders))]) + 1, 'lines' => [], 'settings' => [], 'created' => ''], $one);
		}
		foreach ($request['update'] ?? [] as $row) {
			$one = new WP_REST_Request('POST');
			$one->set_body_params($row);
			$done['update'][] = $save($all('orders', $orders)[$row['id']], $one);
		}
		foreach ($request['delete'] ?? [] as $id) {
			$rows = $all('orders', $orders);
			$done['delete'][] = $rows[$id];
			$keep('orders', array_diff_key($rows, [$id => 0]));
		}
		return $done;
	}]], ['title' => 'batch', 'type' => 'object', 'properties' => ['create' => $rows, 'update' => $rows, 'delete' => ['type' => 'array', 'items' => $whole]]]);

	// Members: one record comes in a list of one, and a delete answers with nothing.
	$member = ['title' => 'bazaar-members', 'type' => 'object', 'properties' => ['id' => $whole, 'name' => $text]];
	$members = [3 => ['id' => 3, 'name' => 'Ada']];
	$write = function (int $id, $request) use ($all, $keep, $members) {
		$one = ['id' => $id, 'name' => $request['name'] ?? ''];
		$keep('members', [$id => $one] + $all('members', $members));
		return [$one];
	};
	$route('/members', [
		'GET' => [['page' => $whole, 'per_page' => $whole], fn () => array_values($all('members', $members))],
		'POST' => [['name' => $text + ['required' => true]], fn ($request) => $write(max([0, ...array_keys($all('members', $members))]) + 1, $request)],
	], $member);
	$route('/members/(?P<id>[\d]+)', [
		'GET' => [[], fn ($request) => isset($all('members', $members)[$request['id']]) ? [$all('members', $members)[$request['id']]] : $missing()],
		'PUT' => [['name' => $text], fn ($request) => $write($request['id'], $request)],
		'POST' => [['copies' => $whole], fn ($request) => $write($request['id'] + 100, ['name' => 'Copy'])],
		'DELETE' => [[], function ($request) use ($all, $keep, $members) {
			$keep('members', array_diff_key($all('members', $members), [$request['id'] => 0]));
			return new WP_REST_Response(null, 204);
		}],
	], $member);

	// Redirects: no schema, and an object around the records.
	$redirects = [['id' => 1, 'url' => '/old', 'match' => ['type' => 'url', 'flags' => []], 'hits' => 3, 'enabled' => true],
		['id' => 2, 'url' => '/older', 'match' => ['type' => 'regex', 'flags' => ['i']], 'hits' => 0, 'enabled' => false]];
	$route('/redirects', [
		'GET' => [['page' => $whole], fn () => ['items' => $redirects, 'total' => 2]],
		'POST' => [['url' => $text + ['required' => true]], fn () => ['items' => $redirects, 'total' => 2]],
		'DELETE' => [['older_than' => $whole], fn () => ['deleted' => 0]],
	]);
	$route('/redirects/(?P<id>[\d]+)', ['GET' => [[], fn ($request) => $redirects[$request['id'] - 1] ?? $missing()]]);
	// Pods: an object of records by name in an object, without a schema; a list of words; one object.
	$route('/pods', ['GET' => [[], fn () => ['pods' => ['book_1' => ['id' => 1, 'label' => 'Books'], 'book_2' => ['id' => 2, 'label' => 'Films']]]]]);
	$route('/words', ['GET' => [[], fn () => ['red', 'green']]]);
	$route('/checkout', ['GET' => [[], fn () => ['key' => 'k', 'total' => '5.00', 'notes' => null, 'totals' => ['tax' => 1, 'net' => 4.5]]]]);

	// Countries: the last segment of a record is its code, though its name comes first.
	$country = ['title' => 'data-countries', 'type' => 'object', 'properties' => ['name' => $text, 'code' => $text]];
	$countries = [['name' => 'Germany', 'code' => 'de'], ['name' => 'France', 'code' => 'fr']];
	$route('/data/countries', ['GET' => [[], fn () => $countries]], $country);
	$route('/data/countries/(?P<location>[a-z]+)', ['GET' => [[], fn ($request) => array_column($countries, null, 'code')[$request['location']] ?? $missing()]], $country);

	// Settings: a list of groups, and each group is a list.
	$group = ['title' => 'group', 'type' => 'object', 'properties' => ['id' => $text, 'label' => $text]];
	$setting = ['title' => 'setting', 'type' => 'object', 'properties' => ['id' => $text, 'value' => ['type' => ['string', 'integer', 'array']]]];
	$settings = [['id' => 'tax', 'value' => 'yes'], ['id' => 'round', 'value' => 'no']];
	$route('/settings', ['GET' => [[], fn () => [['id' => 'general', 'label' => 'General']]]], $group);
	$route('/settings/(?P<group_id>[\w-]+)', ['GET' => [[], fn () => $settings]], $setting);
	$route('/settings/(?P<group_id>[\w-]+)/(?P<id>[\w-]+)', [
		'GET' => [[], fn ($request) => array_column($settings, null, 'id')[$request['id']] ?? $missing()],
		'POST, PUT, PATCH' => [['value' => $text], fn ($request) => ['id' => $request['id'], 'value' => $request['value']]],
	], $setting);

	// Calls: what the record calls readonly, odd patterns, and a form.
	$route('/cart/add-item', ['POST' => [['id' => $whole + ['required' => true], 'quantity' => $whole + ['required' => true]], fn ($request) => [
		'items' => [['id' => $request['id'], 'quantity' => $request['quantity'], 'key' => 'k']], 'total' => 5,
	]]], ['title' => 'cart', 'type' => 'object', 'properties' => ['items' => ['type' => 'array', 'items' => ['type' => 'object', 'properties' => ['id' => $whole, 'quantity' => $whole]]], 'total' => $whole]]);
	$route('/plugs/(?<slug>[a-z]+)', ['GET' => [[], fn ($request) => ['slug' => $request['slug']]]], ['title' => 'plug', 'type' => 'object', 'properties' => ['slug' => $text]]);
	$route('/plugs/(?P<slug>[a-z]+):activate', ['POST' => [[], fn ($request) => ['slug' => $request['slug'], 'active' => true]]]);
	$route('/days/(?P<from>\d+)-(?P<to>\d+)', ['GET' => [['from' => $whole], fn () => []]]);
});
