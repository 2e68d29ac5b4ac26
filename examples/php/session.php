<?php
require 'proxy.php';

// Replace this with your sign-in and your database.
session_start();
$form = $_SESSION['form'] ?? null;
if ($form === null) {
    http_response_code(401);
    exit;
}

$session = post_to_proxy('/sessions', [...$form, 'html' => false]);
header('Content-Type: application/json');
header('Cache-Control: no-store');
echo json_encode(['token' => $session['token']]);
