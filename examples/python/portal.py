import json
import os
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from events import verify

PROXY_URL = os.environ["PROXY_URL"]
POLICY = f"default-src 'none'; script-src {PROXY_URL}; connect-src {PROXY_URL} 'self'"
PAGE = """<!doctype html>
<html lang="en">
<title>Your details</title>
<meta name="viewport" content="width=device-width">
<script type="module" src="{proxy}/widget.js"></script>
<h1>Your details</h1>
<precandidate-form session="{token}" session-url="/session"></precandidate-form>
</html>"""


def post(path, body):
    """Call the proxy as the portal's back end."""
    headers = {
        "Authorization": f"Bearer {os.environ['BACKEND_KEY']}",
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(PROXY_URL + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


# One candidate for all visitors. In your portal: the user who is signed in.
CANDIDATE = post("/precandidate", {"country_code": "PE", "pipeline_name": "peru_basic"})


def create_token():
    """Return a token for the page, which never gets the key."""
    form = {"person_id": CANDIDATE["person_id"], "form_id": CANDIDATE["precandidate_id"]}
    return post("/sessions", {**form, "html": False})["token"]


class Portal(BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            if self.path == "/":
                page = PAGE.format(proxy=PROXY_URL, token=create_token())
                self.respond(200, "text/html; charset=utf-8", page)
            elif self.path == "/session":
                self.respond(200, "application/json", json.dumps({"token": create_token()}))
            else:
                self.respond(404)
        except OSError as error:
            print(error, file=sys.stderr)
            self.respond(503)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        try:
            event = verify(self.headers, body)
        except ValueError:
            self.respond(401)
            return
        # Store the event before you respond. Ignore a webhook-id that you have stored before.
        print(event["type"], json.dumps(event["data"]), flush=True)
        self.respond(204)

    def respond(self, status, content_type="text/plain", text=""):
        self.send_response(status)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Content-Type", content_type)
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Portal)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
