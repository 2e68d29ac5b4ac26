import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createProxyClient, verifyEvent } from 'precandidate-client';

const { PROXY_URL, BACKEND_KEY, RELAY_SECRET, PORT } = process.env;
const proxy = createProxyClient({ url: PROXY_URL, key: BACKEND_KEY });

// One candidate for all visitors. In your portal: the user who is signed in.
const { data: candidate, error } = await proxy.POST('/precandidate', {
  body: { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' },
});
if (error) throw new Error(error.title);

/** The page gets this token, and never the key. */
async function createToken() {
  const { person_id, precandidate_id: form_id } = candidate;
  const session = await proxy.POST('/sessions', { body: { person_id, form_id, html: false } });
  if (session.error) throw new Error(session.error.title);
  return session.data.token;
}

const page = (token, nonce) => `<!doctype html>
<html lang="en">
<title>Your details</title>
<meta name="viewport" content="width=device-width">
<script type="module" src="${PROXY_URL}/widget.js"></script>
<script type="module" nonce="${nonce}">
  document.addEventListener('precandidate-submitted', () => {
    document.querySelector('h1').textContent = 'Thank you!';
  });
</script>
<h1>Your details</h1>
<precandidate-form session="${token}" session-url="/session"></precandidate-form>
</html>`;

async function showPage(response) {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; script-src ${PROXY_URL} 'nonce-${nonce}'; connect-src ${PROXY_URL} 'self'; style-src 'none'; require-trusted-types-for 'script'; trusted-types lit-html`,
  );
  response.end(page(await createToken(), nonce));
}

/** The element requests it when its token has expired. */
async function renewSession(response) {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ token: await createToken() }));
}

/** The proxy sends an event, even if the candidate has closed the page. */
async function receiveEvent(request, response) {
  try {
    const body = await buffer(request);
    const event = verifyEvent({ body, headers: request.headers, secret: RELAY_SECRET });
    // Store the event before you respond. Ignore a webhook-id that you have stored before.
    console.log(event.type, JSON.stringify(event.data));
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}

const server = createServer(async (request, response) => {
  response.setHeader('cache-control', 'no-store');
  try {
    if (request.url === '/') await showPage(response);
    else if (request.url === '/session') await renewSession(response);
    else if (request.url === '/events') await receiveEvent(request, response);
    else response.writeHead(404).end();
  } catch (failure) {
    console.error(failure.message);
    response.writeHead(503).end('Please try again in a minute.');
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/`));
