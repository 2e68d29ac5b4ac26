import base64
import hashlib
import hmac
import json
import os
import time

SECRET = base64.b64decode(os.environ["RELAY_SECRET"].removeprefix("whsec_"))


def verify(headers, body):
    """Return the event in the bytes `body`, or raise ValueError."""
    sent_at = headers["webhook-timestamp"] or "0"
    if abs(time.time() - int(sent_at)) > 300:
        raise ValueError("too old")
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    expected = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest())
    for signature in (headers["webhook-signature"] or "").split():
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected):
            return json.loads(body)
    raise ValueError("wrong signature")
