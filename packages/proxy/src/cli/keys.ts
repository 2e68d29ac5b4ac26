import { randomBytes } from 'node:crypto';
import { type Command, UsageError } from './command.ts';

const fresh = () => randomBytes(32).toString('base64url');

/** How to rotate each secret so that no session ends and no event is lost. */
const ROTATIONS: Readonly<Record<string, { fresh?: () => string; steps: readonly string[] }>> = {
  SESSION_SECRETS: {
    fresh,
    steps: [
      'Accept the new one: set SESSION_SECRETS=<old>,<new> and restart every process. The first secret signs and seals; all of them verify and open',
      'When all processes have both, sign with the new one: set SESSION_SECRETS=<new>,<old> and restart every process',
      'After two days, drop the old one: set SESSION_SECRETS=<new> and restart. List the submissions first, because data that the old one sealed can no longer be sent',
    ],
  },
  BACKEND_KEYS: {
    fresh,
    steps: [
      'Add the new one: set BACKEND_KEYS=<new>,<old> and restart every process',
      'Give the new one to the portal’s back end',
      'Drop the old one and restart',
    ],
  },
  WEBHOOK_SECRETS: {
    fresh,
    steps: [
      'Accept the new one: set WEBHOOK_SECRETS=<old>,<new> and restart every process',
      'When all processes have both, put it first: set WEBHOOK_SECRETS=<new>,<old> and restart. Persons created from then on use it. If the service’s support set up a webhook for your organization, give them the new one',
      'After WATCH_DAYS, when no person created with the old one is pending, drop it: set WEBHOOK_SECRETS=<new> and restart',
    ],
  },
  RELAY_SECRET: {
    fresh: () => `whsec_${randomBytes(32).toString('base64')}`,
    steps: [
      'Put the new one first: set RELAY_SECRET=<new>,<old> and restart every process. Both sign each event',
      'Give the new one to every receiver',
      'Drop the old one and restart',
    ],
  },
  UPSTREAM_API_KEY: {
    steps: [
      'Have the service issue a new key while the old one is valid',
      'Replace the old one, run precandidate-proxy check, and restart every process',
      'Have the service revoke the old key',
    ],
  },
};
const NAMES = Object.keys(ROTATIONS);

export const keys: Command = {
  help: `precandidate-proxy keys rotate <${NAMES.join(' | ')}>

Prints a new secret and the steps of its rotation. Changes nothing.`,

  async run({ positionals: [verb, name = '', ...rest] }) {
    const rotation = Object.hasOwn(ROTATIONS, name) ? ROTATIONS[name] : undefined;
    if (verb !== 'rotate' || !rotation || rest.length > 0)
      throw new UsageError(`Use rotate with one of: ${NAMES.join(', ')}`);
    if (rotation.fresh) console.log(`new  ${rotation.fresh()}`);
    rotation.steps.forEach((step, index) => console.log(`${index + 1}. ${step}`));
  },
};
