import { readSettings } from '../config/settings.ts';
import { type Command, UsageError, callProxy, parseOptions } from './command.ts';

const OPTIONS = {
  session: { type: 'string' },
  person: { type: 'string' },
  form: { type: 'string' },
  url: { type: 'string' },
} as const;

/** `sessions revoke`: ends sessions before they expire. */
export const sessions: Command = {
  help: `precandidate-proxy sessions revoke --session <session_id>
precandidate-proxy sessions revoke --person <person_id> --form <form_id>

Ends one session, or every session of a form that exists now, in every process.
Calls the running proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,

  async run(args, env) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const { session, person, form, url } = values;
    const body =
      session !== undefined && person === undefined && form === undefined
        ? { session_id: session }
        : session === undefined && person !== undefined && form !== undefined
          ? { person_id: person, form_id: form }
          : undefined;
    if (positionals.join() !== 'revoke' || body === undefined)
      throw new UsageError('Use revoke with --session, or with --person and --form');
    await callProxy(readSettings(env), { url, path: '/sessions/revoke', body });
    console.log('revoked');
    return 0;
  },
};
