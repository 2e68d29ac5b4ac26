import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { openService } from '../stage/open-service.ts';

describe('a body', () => {
  const service = openService();
  const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(service.proxy.url + PATHS.sessions, {
      method: 'POST',
      headers: {
        authorization: 'Bearer a-key-of-the-portals-back-end',
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });

  test('of other bytes than UTF-8 is refused, and not read as other characters', async () => {
    const bytes = Buffer.from([
      ...Buffer.from('{"person_id":"p","form_id":"'),
      0xff,
      ...Buffer.from('"}'),
    ]);
    const answer = await post(bytes);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /malformed-body.*not UTF-8/);
    const latin1 = Buffer.from('{"person_id":"é"}', 'latin1');
    assert.equal(
      (await post(latin1, { 'content-type': 'application/json; charset=latin1' })).status,
      400,
    );
  });
});
