import express from 'express';
import { createProxyClient, verifyEvent } from 'precandidate-client';

const { PROXY_URL, BACKEND_KEY, RELAY_SECRET, PORT } = process.env;
const proxy = createProxyClient({ url: PROXY_URL, key: BACKEND_KEY });

// One candidate for all visitors. In your portal: the user who is signed in.
const { data: candidate, error } = await proxy.POST('/precandidate', {
  body: { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' },
});
if (error) throw new Error(error.title);

const app = express();

app.get('/session', async (request, response) => {
  const { person_id, precandidate_id: form_id } = candidate;
  const session = await proxy.POST('/sessions', { body: { person_id, form_id, html: false } });
  if (session.error) return response.sendStatus(503);
  response.set('cache-control', 'no-store').json({ token: session.data.token });
});

// The signature covers the bytes of the body, so nothing else may parse it first.
app.post('/events', express.raw({ type: 'application/json' }), (request, response) => {
  let event;
  try {
    event = verifyEvent({ body: request.body, headers: request.headers, secret: RELAY_SECRET });
  } catch {
    return response.sendStatus(401);
  }
  // Store the event before you respond. Ignore a webhook-id that you have stored before.
  console.log(event.type, JSON.stringify(event.data));
  response.sendStatus(204);
});

// The page that `npm run build` has written.
const policy = `default-src 'none'; script-src 'self' ${PROXY_URL}; connect-src 'self' ${PROXY_URL}`;
app.use(
  express.static('dist', {
    setHeaders: (response) => response.set('content-security-policy', policy),
  }),
);

// The proxy could not be reached: never show why to the candidate.
app.use((failure, request, response, _next) => {
  console.error(failure.message);
  response.status(503).send('Please try again in a minute.');
});

app.listen(Number(PORT), '127.0.0.1', (failure) => {
  if (failure) throw failure;
  console.log(`http://127.0.0.1:${PORT}/`);
});
