import { randomBytes } from 'node:crypto';
import { type Command, UsageError, parseOptions } from './command.ts';

const fresh = () => randomBytes(32).toString('base64url');

/** How each secret changes without an outage. */
const ROTATIONS: Readonly<Record<string, { fresh?: () => string; steps: readonly string[] }>> = {
  SESSION_SECRETS: {
    fresh,
    steps: [
      'Accept the new one: SESSION_SECRETS=<old>,<new>, and restart every process; the first signs and seals, each verifies and opens',
      'Once all run with both, sign with the new one: SESSION_SECRETS=<new>,<old>, and restart every process',
      'After two days drop the old one: SESSION_SECRETS=<new>, and restart; list submissions first, because data sealed with the old one can no longer be sent',
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
      'Accept the new one: WEBHOOK_SECRETS=<old>,<new>, and restart every process',
      'Once all run with both, put it first: WEBHOOK_SECRETS=<new>,<old>, and restart; persons created from then on use it. If the service’s support set up a webhook for your organization, give them the new one',
      'After WATCH_DAYS, when no person created with the old one is pending, drop it: WEBHOOK_SECRETS=<new>, and restart',
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
