<?php
$secret = base64_decode(substr(getenv('RELAY_SECRET'), strlen('whsec_')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$sentAt = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$expected = base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $secret, true));

$isVerified = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    if (hash_equals("v1,$expected", $signature)) {
        $isVerified = true;
    }
}
if (!$isVerified || abs(time() - (int) $sentAt) > 300) {
    http_response_code(401);
    exit;
}
$event = json_decode($body);
// Store the event before you respond. Ignore a webhook-id that you have stored before.
error_log($event->type . ' ' . json_encode($event->data));
http_response_code(204);
