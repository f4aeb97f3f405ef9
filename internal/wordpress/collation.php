<?php
/*
 * Prints the characters that the database of a site takes for equal in a search, one class in each line: the plain
 * form, a tab, and the characters. The form of a ligature has several letters. The first line has the characters
 * that sort as nothing, and no form.
 *
 *   php internal/wordpress/collation.php $LAB/wp > cms/cmstest/internal/php/collation.txt
 *
 * It reads the collation of the column wp_posts.post_title, with every character of the first two planes of Unicode.
 */

define( 'SHORTINIT', true );
require rtrim( $argv[1], '/' ) . '/wp-load.php';

$collation = $wpdb->get_row( "SHOW FULL COLUMNS FROM {$wpdb->base_prefix}posts LIKE 'post_title'" )->Collation;
$wpdb->query( "CREATE TEMPORARY TABLE runes (code int, rune varchar(4) CHARACTER SET utf8mb4 COLLATE $collation)" );
$rows = array();
for ( $code = 0x20; $code < 0x20000; $code++ ) {
	if ( $code < 0xD800 || $code >= 0xE000 ) {
		$rows[] = "($code, 0x" . bin2hex( mb_chr( $code, 'UTF-8' ) ) . ')';
	}
	if ( count( $rows ) === 2000 || 0x1FFFF === $code ) {
		$wpdb->query( 'INSERT INTO runes VALUES ' . implode( ',', $rows ) );
		$rows = array();
	}
}

// MariaDB prints the weights of a text, four hexadecimal digits each, on the first level alone.
$classes = array();
$found   = array(); // weight => whether it has one
$plain   = array(); // weight => a small letter without marks, or else the first character
foreach ( $wpdb->get_results( 'SELECT code, HEX(WEIGHT_STRING(rune)) AS weights FROM runes ORDER BY code' ) as $row ) {
	$rune                       = mb_chr( (int) $row->code, 'UTF-8' );
	$classes[ $row->weights ][] = $rune;
	$small                      = mb_strtolower( $rune ) === $rune && Normalizer::isNormalized( $rune, Normalizer::FORM_KD );
	if ( ! isset( $plain[ $row->weights ] ) || $small && ! $found[ $row->weights ] ) {
		$plain[ $row->weights ] = $rune;
		$found[ $row->weights ] = $small;
	}
}
foreach ( $classes as $weights => $runes ) {
	$form = '';
	foreach ( $weights ? str_split( $weights, 4 ) : array() as $weight ) {
		$form .= $plain[ $weight ] ?? '?';
	}
	$ligature = strlen( $weights ) > 4 && ! str_contains( $form, '?' );
	if ( count( $runes ) > 1 || $ligature ) {
		echo strlen( $weights ) > 4 && ! $ligature ? $runes[0] : $form, "\t", implode( '', $runes ), "\n";
	}
}
