<?php
/*
 * Logins by tokens, each of a kind that plugins have. Written for the tests of this module.
 *
 * The header X-Kind names the kind. The token "good-NUMBER" is that of the user with the id NUMBER while the option
 * fontcms_token_life is not over; every other token is refused as the kind does it.
 *
 *   refusing  403 with a code, on every route
 *   silent    the caller becomes anonymous
 *   envelope  400 with {"success": false, "data": {"message", "error_code"}}, on every route
 *   echoing   403 with a code, and the token in the data of the error
 */

function fontcms_kind() {
	return $_SERVER['HTTP_X_KIND'] ?? '';
}

function fontcms_token() {
	$header = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '';
	return preg_match('/^Bearer (.+)$/', $header, $found) ? $found[1] : '';
}

// The user of a token that is valid, 0 for none.
function fontcms_token_user() {
	return preg_match('/^good-(\d+)-/', fontcms_token(), $found)
		&& in_array(fontcms_token(), (array) get_option('fontcms_tokens', array()), true) ? (int) $found[1] : 0;
}

add_filter('determine_current_user', function ($user) {
	if (fontcms_kind() === '' || fontcms_token() === '') {
		return $user;
	}
	return fontcms_token_user() ?: $user;
}, 30);

add_filter('rest_authentication_errors', function ($errors) {
	if (fontcms_kind() === '' || fontcms_token() === '' || fontcms_token_user()) {
		return $errors;
	}
	switch (fontcms_kind()) {
		case 'refusing':
			return new WP_Error('jwt_auth_invalid_token', 'The token is over.', array('status' => 403));
		case 'echoing':
			return new WP_Error('oauth2.authentication.invalid_token', 'No such token.',
				array('status' => 403, 'token' => fontcms_token()));
		case 'envelope':
			wp_send_json(array('success' => false, 'data' => array('message' => 'The token is over.', 'error_code' => 14)), 400);
	}
	return $errors;
});

add_action('rest_api_init', function () {
	register_rest_route('fontcms-test/v1', '/token', array(
		'methods' => 'POST',
		'permission_callback' => '__return_true',
		'callback' => function ($request) {
			$user = wp_authenticate_application_password(null, $request['user'], $request['password']);
			if (!$user instanceof WP_User) {
				return new WP_Error('incorrect_password', 'No.', array('status' => 403));
			}
			$tokens = $request['revoke'] ? array() : (array) get_option('fontcms_tokens', array());
			$tokens[] = $token = 'good-' . $user->ID . '-' . wp_generate_password(24, false);
			update_option('fontcms_tokens', $tokens);
			return array('token' => $token);
		},
	));
	register_rest_route('fontcms-test/v1', '/revoke', array(
		'methods' => 'POST',
		'permission_callback' => '__return_true',
		'callback' => function () {
			update_option('fontcms_tokens', array());
			return array('revoked' => true);
		},
	));
});
