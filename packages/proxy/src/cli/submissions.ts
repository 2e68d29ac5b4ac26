import { readSettings } from '../config/settings.ts';
import { type Command, UsageError, callProxy, parseOptions } from './command.ts';

const OPTIONS = {
  state: { type: 'string' },
  limit: { type: 'string' },
  url: { type: 'string' },
} as const;

interface PendingSubmission {
  person_id: string;
  precandidate_id: string;
  state: string;
  tries: number;
  last_outcome: string | null;
  has_data: boolean;
  begun_at: string | null;
}

/** `submissions list` and `submissions retry`: submissions that the service has not confirmed. */
export const submissions: Command = {
  help: `precandidate-proxy submissions list [--state sending|sent|unconfirmed] [--limit 100]
precandidate-proxy submissions retry <person_id>/<form_id> …

Lists submissions that the service has not confirmed yet, and delivers them again. Calls the running
proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,

  async run(args, env) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const [verb = 'list', ...forms] = positionals;
    const settings = readSettings(env);
    const { url } = values;
    if (verb === 'list' && forms.length === 0) {
      const query = new URLSearchParams();
      if (values.state !== undefined) query.set('state', values.state);
      if (values.limit !== undefined) query.set('limit', values.limit);
      const listed = await callProxy(settings, { url, path: `/submissions?${query}` });
      const pending = (listed as { submissions: PendingSubmission[] }).submissions;
      for (const one of pending) console.log(lineOf(one));
      return 0;
    }
    if (
      verb !== 'retry' ||
      forms.length === 0 ||
      !forms.every((form) => /^[^/]+\/[^/]+$/.test(form))
    )
      throw new UsageError('Use list, or retry <person_id>/<form_id>; see --help');
    for (const form of forms) {
      const path = `/submissions/${form.split('/').map(encodeURIComponent).join('/')}/retry`;
      await callProxy(settings, { url, path, body: {} });
      console.log(`${form}  will be delivered again`);
    }
    return 0;
  },
};

function lineOf(pending: PendingSubmission): string {
  const { person_id, precandidate_id, state, tries, last_outcome, has_data, begun_at } = pending;
  const data = has_data ? 'data kept' : 'no data';
  const form = `${person_id}/${precandidate_id}`;
  return [begun_at ?? '-', state, `${tries} tries`, last_outcome ?? '-', data, form].join('  ');
}
