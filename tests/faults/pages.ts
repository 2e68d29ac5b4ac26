import assert from 'node:assert/strict';
import { PATHS, PROBLEMS, type ProblemName, type Session } from 'precandidate-contract';
import { type FaultCase, type FaultGroup, type Kind, KINDS } from './fault-kinds.ts';
import { openRoom, type Room } from './open-room.ts';
import { BY_FORM, type Row } from './submissions.ts';

/** What a post led to: on to how the form stands, or a page that says what stands in the way. */
async function assertPage(answer: Response, told: ProblemName | undefined): Promise<void> {
  const page = await answer.text();
  assert.doesNotMatch(page, /inside-of|Ordered fault|Bad gateway|not JSON|stops in the middle/);
  if (told === undefined) return assert.equal(answer.status, 303, page);
  assert.equal(answer.status, PROBLEMS[told].status, page);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(page, /<p class="text">/);
  assert.match(page, /value="44556671"/, 'what was typed is still there, to be sent again');
}

function postCase(row: Row): FaultCase {
  const { fault, when, told, sent = 1, ends = 'submitted' } = row;
  const status = fault.status === undefined ? '' : ` ${fault.status}`;
  return {
    name: `post without a script: ${fault.kind}${status}, ${when} it had its effect`,
    async run(room) {
      const record = await room.precandidate();
      const ana = await room.candidate(record);
      const path = `/forms/${record.precandidate_id}`;
      await room.fault({ ...fault, when, match: { method: 'POST', path } });
      await assertPage(await ana.post(), told === '2xx' ? undefined : told);
      if (told !== '2xx') {
        // What was refused is refused again, as it is.
        const city = told === 'submission-refused' ? 'PE AQP' : 'PE LIM';
        await assertPage(await ana.post(city), undefined);
      }
      await ana.snapshot(({ state }) => state === ends);
      await assertPage(await ana.post(), undefined);
      const { form_posts } = await room.kept(record.precandidate_id);
      assert.equal(form_posts, sent, 'nothing is lost, and nothing sent twice');
    },
  };
}

function schemaCase({ fault, read }: Kind): FaultCase {
  return {
    name: `post without a script, the form cannot be had: ${fault.kind}`,
    async run(room) {
      const ana = await room.candidate(await room.precandidate());
      await room.fault({ ...fault, match: { method: 'GET', path: '/schema/' }, times: 0 });
      await assertPage(await ana.post(), read);
      await room.clearFaults();
      // The service's `Retry-After` closes the gate for a second or two.
      let answer = await ana.post();
      for (let asked = 0; asked < 20 && answer.status === 503; asked += 1)
        answer = await ana.post();
      await assertPage(answer, undefined);
    },
  };
}

/** A session is never refused for what could not be drawn. */
function drawingCase({ fault }: Kind): FaultCase {
  return {
    name: `a session with its fields: ${fault.kind}`,
    async run(room) {
      const { person_id, precandidate_id: form_id } = await room.precandidate();
      const mint = async () => {
        const answer = await room.backend(PATHS.sessions, { person_id, form_id });
        assert.equal(answer.status, 201);
        return (await answer.json()) as Session;
      };
      await room.fault({ ...fault, match: { method: 'GET', path: '/schema/' }, times: 0 });
      const { token, html } = await mint();
      assert.ok(token);
      if (fault.kind !== 'delay') assert.equal(html, undefined);
      await room.clearFaults();
      let drawn = await mint();
      for (let asked = 0; asked < 20 && drawn.html === undefined; asked += 1) drawn = await mint();
      assert.match(drawn.html ?? '', /name="f\.document__id"/);
    },
  };
}

const openPolling: FaultGroup['open'] = (t) =>
  openRoom(t, { env: { POLL_MIN_SECONDS: '1', POLL_MAX_SECONDS: '2' } });

/** The way without a script × every fault: the same promises, told by pages. */
export const pageGroups: FaultGroup[] = [
  { name: 'posting', open: openPolling, sideBySide: true, cases: BY_FORM.map(postCase) },
  ...KINDS.flatMap((kind) =>
    [schemaCase(kind), drawingCase(kind)].map((one) => ({
      name: `drawing, ${kind.fault.kind}`,
      open: (t: Parameters<typeof openRoom>[0]): Promise<Room> => openRoom(t),
      cases: [one],
    })),
  ),
];
