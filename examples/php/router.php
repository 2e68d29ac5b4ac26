<?php
// For PHP's own server, which has no configuration of addresses.
$files = ['/' => 'index.php', '/session' => 'session.php', '/events' => 'events.php'];
$file = $files[parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)] ?? null;
if ($file === null) {
    http_response_code(404);
    return true;
}
require $file;
return true;
