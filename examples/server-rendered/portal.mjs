import { randomBytes } from 'node:crypto';
import express from 'express';
import { createProxyClient } from 'precandidate-client';

const { PROXY_URL, BACKEND_KEY, PORT } = process.env;
const proxy = createProxyClient({ url: PROXY_URL, key: BACKEND_KEY });

// One candidate for all visitors. In your portal: the user who is signed in.
const { data: candidate, error } = await proxy.POST('/precandidate', {
  body: { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' },
});
if (error) throw new Error(error.title);
const form = { person_id: candidate.person_id, form_id: candidate.precandidate_id };

const app = express();

app.get('/session', async (request, response) => {
  const session = await proxy.POST('/sessions', { body: { ...form, html: false } });
  if (session.error) return response.sendStatus(503);
  response.set('cache-control', 'no-store').json({ token: session.data.token });
});

app.get('/', async (request, response) => {
  const nonce = randomBytes(16).toString('base64');
  const session = await proxy.POST('/sessions', { body: { ...form, locale: 'es-PE', nonce } });
  if (session.error) return response.sendStatus(503);

  const { token, html = `<precandidate-form session="${token}"></precandidate-form>` } =
    session.data;
  const policy = `default-src 'none'; script-src ${PROXY_URL}; connect-src ${PROXY_URL} 'self'; style-src 'nonce-${nonce}'`;
  response.set({ 'cache-control': 'no-store', 'content-security-policy': policy });
  response.send(`<!doctype html>
<html lang="es">
<title>Tus datos</title>
<meta name="viewport" content="width=device-width">
<script type="module" src="${PROXY_URL}/widget.js"></script>
${html.replace('<precandidate-form ', '<precandidate-form session-url="/session" ')}
</html>`);
});

// The proxy could not be reached: never show why to the candidate.
app.use((failure, request, response, _next) => {
  console.error(failure.message);
  response.status(503).send('Please try again in a minute.');
});

app.listen(Number(PORT), '127.0.0.1', (failure) => {
  if (failure) throw failure;
  console.log(`http://127.0.0.1:${PORT}/`);
});
