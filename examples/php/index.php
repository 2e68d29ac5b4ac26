<?php
require 'proxy.php';

// One candidate for each visitor. Replace this with your sign-in and your database.
session_start();
if (!isset($_SESSION['form'])) {
    $creation = ['country_code' => 'PE', 'pipeline_name' => 'peru_basic'];
    $record = post_to_proxy('/precandidate', $creation);
    $_SESSION['form'] = [
        'person_id' => $record['person_id'],
        'form_id' => $record['precandidate_id'],
    ];
}

$proxy = getenv('PROXY_URL');
header("Content-Security-Policy: default-src 'none'; script-src $proxy; connect-src $proxy 'self'");
header('Cache-Control: no-store');
?>
<!doctype html>
<html lang="en">
<title>Your details</title>
<meta name="viewport" content="width=device-width">
<script type="module" src="<?= $proxy ?>/widget.js"></script>
<h1>Your details</h1>
<precandidate-form session-url="/session"></precandidate-form>
</html>
