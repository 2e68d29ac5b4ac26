import { type Command, proxyCaller, UsageError } from './command.ts';

export const sessions: Command = {
  help: `precandidate-proxy sessions revoke --session <session_id>
precandidate-proxy sessions revoke --person <person_id> --form <form_id>

Ends one session, or every session of a form that exists now, in every process.
Calls the running proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,
  options: ['session', 'person', 'form', 'url'],

  async run({ values, positionals }, env) {
    const { session, person, form, url } = values;
    const isOne = session !== undefined && person === undefined && form === undefined;
    const isForm = session === undefined && person !== undefined && form !== undefined;
    if (positionals.join() !== 'revoke' || !(isOne || isForm))
      throw new UsageError('Use revoke with --session, or with --person and --form');
    const body = isOne ? { session_id: session } : { person_id: person, form_id: form };
    await proxyCaller(env, url)('/sessions/revoke', body);
    console.log('revoked');
  },
};
