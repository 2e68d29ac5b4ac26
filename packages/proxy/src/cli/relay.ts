import { randomUUID } from 'node:crypto';
import { readSettings } from '../config/settings.ts';
import { withEventSender } from '../outbox/event-sender.ts';
import { wallClock } from '../shared/clock.ts';
import { type Command, UsageError } from './command.ts';

export const relay: Command = {
  help: `precandidate-proxy relay test

Sends one signed event of the type "test" to RELAY_URL, and prints the response. Your receiver should
verify it, ignore its type, and respond with 2xx.`,

  async run({ positionals }, env) {
    if (positionals.join() !== 'test') throw new UsageError('Use test; see --help');
    const timestamp = new Date(wallClock.now()).toISOString();
    const body = JSON.stringify({ type: 'test', timestamp, data: {} });
    const result = await withEventSender(readSettings(env), (sender) =>
      sender.send({ id: `evt_test_${randomUUID()}`, body }),
    );
    if (result === undefined) throw new UsageError('RELAY_URL is missing');
    const { isDelivered, outcome } = result;
    if (isDelivered) return console.log(`RELAY_URL accepted the event: ${outcome}`);
    const hasResponded = /^\d+$/.test(outcome);
    throw new UsageError(
      `RELAY_URL ${hasResponded ? 'responded with' : 'cannot be reached:'} ${outcome}`,
    );
  },
};
