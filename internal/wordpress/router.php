<?php
// Pretty permalinks for PHP's own web server: a file that exists is served, everything else goes to index.php.
$root = realpath($_SERVER['DOCUMENT_ROOT']);
$path = rawurldecode((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$_SERVER['QUERY_STRING'] ??= '';

if (is_file("$root$path/index.php") && !str_ends_with($path, '/')) {
	header("Location: $path/", true, 301);
	return true;
}
if (str_ends_with($path, '/')) {
	$path .= 'index.php';
}
$file = realpath("$root$path");
$inside = $file !== false && is_file($file) && str_starts_with($file, "$root/");
if ($inside && !str_ends_with($file, '.php')) {
	return false; // the web server sends it as it is
}
if (!$inside) {
	$path = '/index.php';
	$file = "$root/index.php";
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $path;
$_SERVER['SCRIPT_FILENAME'] = $file;
unset($_SERVER['PATH_INFO']);
chdir(dirname($file));
require $file;
return true;
