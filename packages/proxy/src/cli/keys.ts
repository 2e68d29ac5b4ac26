import { randomBytes } from 'node:crypto';
import { type Command, UsageError } from './command.ts';
import { parseOptions } from './parse-options.ts';

const fresh = () => randomBytes(32).toString('base64url');

/** How each secret changes without an outage. */
const ROTATIONS: Readonly<Record<string, { fresh?: () => string; steps: readonly string[] }>> = {
  SESSION_SECRETS: {
    fresh,
    steps: [
      'Put the new one first: SESSION_SECRETS=<new>,<old>',
      'Restart every process; the new one signs and seals, the old one still verifies and opens',
      'After two days drop the old one and restart: sessions live 24 hours at most, and a stored submission is tried for a day and a half',
    ],
  },
  BACKEND_KEYS: {
    fresh,
    steps: [
      'Add the new one: BACKEND_KEYS=<new>,<old>, and restart every process',
      'Give the new one to the portal’s back end',
      'Drop the old one and restart',
    ],
  },
  WEBHOOK_SECRETS: {
    fresh,
    steps: [
      'Put the new one first: WEBHOOK_SECRETS=<new>,<old>, and restart every process: persons created from now on are given the new one',
      'A webhook endpoint for the whole organisation is set up by the service’s support: give them the new one',
      'Drop the old one when no person created with it is under way, after WATCH_DAYS at most, and restart',
    ],
  },
  RELAY_SECRET: {
    fresh: () => `whsec_${randomBytes(32).toString('base64')}`,
    steps: [
      'Put the new one first: RELAY_SECRET=<new>,<old>, and restart every process: events are signed by both',
      'Give the new one to every receiver',
      'Drop the old one and restart',
    ],
  },
  UPSTREAM_API_KEY: {
    steps: [
      'Have the service issue a new key while the old one is live',
      'Put it in place of the old one, run precandidate-proxy check, and restart every process',
      'Have the service end the old key',
    ],
  },
};
const NAMES = Object.keys(ROTATIONS);

/** `keys rotate`: a fresh secret, and the order of steps that ends no session and loses no event. */
export const keys: Command = {
  help: `precandidate-proxy keys rotate <${NAMES.join(' | ')}>

Prints a fresh secret and the steps. Changes nothing.`,

  async run(args) {
    const [verb, name = '', ...rest] = parseOptions(args, {}).positionals;
    const rotation = Object.hasOwn(ROTATIONS, name) ? ROTATIONS[name] : undefined;
    if (verb !== 'rotate' || !rotation || rest.length > 0)
      throw new UsageError(`Say rotate and one of: ${NAMES.join(', ')}`);
    if (rotation.fresh) console.log(`new  ${rotation.fresh()}`);
    rotation.steps.forEach((step, index) => console.log(`${index + 1}. ${step}`));
    return 0;
  },
};
