import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Announcer, type Announcement } from '../src/element/announcer.ts';

const announcement = (title: string, kind: Announcement['kind']): Announcement => ({
  title,
  text: `The text of ${title}`,
  further: undefined,
  kind,
});
const CHECKING = announcement('Checking', 'progress');
const RECEIVED = announcement('Received', 'result');
const CONFIRMED = announcement('Confirmed', 'result');
const DOWN = announcement('Down', 'error');

let announcer: Announcer;
let updates = 0;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  updates = 0;
  announcer = new Announcer(() => (updates += 1));
});

test('leaves a title that a screen reader reads by itself to it', () => {
  announcer.update(RECEIVED, true);
  assert.equal(announcer.text, 'The text of Received');
  announcer.update(CONFIRMED, false);
  assert.equal(announcer.text, 'Confirmed. The text of Confirmed');
});

test('announces progress only if it lasts', () => {
  announcer.update(CHECKING, false);
  mock.timers.tick(900);
  assert.equal(announcer.text, '');
  mock.timers.tick(100);
  assert.equal(announcer.text, 'Checking. The text of Checking');
  assert.equal(updates, 1);
  announcer.update(RECEIVED, false);
  assert.equal(announcer.text, 'Received. The text of Received');
});

test('announces an error once, until a button is pressed or something succeeds', () => {
  const fail = () => {
    announcer.update(CHECKING, false);
    announcer.errorRaised();
    announcer.update(DOWN, false);
    return announcer.text;
  };
  const spoken = 'Down. The text of Down';
  assert.equal(fail(), spoken);
  assert.equal(fail(), '');
  announcer.buttonPressed();
  assert.equal(fail(), spoken);
  announcer.update(RECEIVED, false);
  assert.equal(fail(), spoken);
});

test('says no more of a retry that an edit has cancelled', () => {
  announcer.update({ ...DOWN, further: 'We will try again in 5 seconds.' }, false);
  announcer.update({ ...DOWN, further: 'We will try again in 4 seconds.' }, false);
  assert.match(announcer.text, /in 5 seconds/);
  announcer.update(DOWN, false);
  assert.equal(announcer.text, '');
});

test('what was said stays when a state goes, until something else is announced', () => {
  announcer.update(DOWN, false);
  announcer.say(() => 'Lost');
  announcer.update(undefined, false);
  assert.equal(announcer.text, 'Lost');
  announcer.update(RECEIVED, false);
  assert.equal(announcer.text, 'Received. The text of Received');
});
