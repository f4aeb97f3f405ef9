<?php
// A must-use plugin for the live test of report: the routes, types and rights of Koko Analytics, with invented visits.
// Of day D of a month there are D visitors and 2 D page views.
add_action('rest_api_init', function () {
	$days = function (WP_REST_Request $request): array {
		$days = [];
		$last = $request['end_date'] ?? wp_date('Y-m-d');
		for ($day = $request['start_date'] ?? $last; $day <= $last; $day = date('Y-m-d', strtotime("$day +1 day"))) {
			$days[$day] = (int) substr($day, 8);
		}
		return $days;
	};
	$date = ['validate_callback' => fn($value) => (bool) preg_match('/^\d{4}-\d\d-\d\d$/', $value)];
	$route = function (string $name, callable $answer, array $args = []) use ($days, $date) {
		register_rest_route('koko-analytics/v1', $name, [
			'methods' => 'GET',
			'callback' => fn(WP_REST_Request $request) => $answer($days($request), $request),
			'permission_callback' => fn() => current_user_can('manage_options'),
			'args' => ['start_date' => $date, 'end_date' => $date] + $args,
		]);
	};
	$route('/stats', function (array $days, WP_REST_Request $request) {
		$rows = [];
		foreach ($days as $day => $n) {
			$key = $request['monthly'] ? substr($day, 0, 7) : $day;
			$row = $rows[$key] ?? ['date' => $key, 'visitors' => 0, 'pageviews' => 0];
			$rows[$key] = ['date' => $key, 'visitors' => $row['visitors'] + $n, 'pageviews' => $row['pageviews'] + 2 * $n];
		}
		return array_values($rows);
	}, ['monthly' => ['default' => false, 'sanitize_callback' => 'rest_sanitize_boolean']]);
	// The plugin sends sums of a database as strings.
	$route('/totals', fn(array $days) => ['visitors' => (string) array_sum($days), 'pageviews' => (string) (2 * array_sum($days))]);
	$paged = ['offset' => ['default' => 0], 'limit' => ['default' => 10]];
	$route('/posts', function (array $days, WP_REST_Request $request) {
		$post = get_posts(['numberposts' => 1, 'orderby' => 'ID', 'order' => 'ASC'])[0];
		$path = wp_parse_url(get_permalink($post), PHP_URL_PATH);
		return array_slice([[
			'path' => '/', 'post_id' => 0, 'label' => '/', 'visitors' => array_sum($days), 'pageviews' => 2 * array_sum($days),
			'post_permalink' => home_url('/'), 'post_title' => '/',
		], [
			'path' => $path, 'post_id' => $post->ID, 'label' => $post->post_title, 'visitors' => 3, 'pageviews' => 4,
			'post_permalink' => get_permalink($post), 'post_title' => $post->post_title,
		]], (int) $request['offset'], (int) $request['limit']);
	}, $paged);
	$route('/referrers', fn(array $days, WP_REST_Request $request) => array_slice([[
		'id' => '4', 'value' => 'typo.example', 'hits' => 7, 'unique_hits' => 5, 'url' => 'typo.example', 'pageviews' => 7, 'visitors' => 5,
	]], (int) $request['offset'], (int) $request['limit']), $paged);
});
