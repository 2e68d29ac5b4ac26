import { readSettings } from '../config/settings.ts';
import { type Command, UsageError, callProxy, parseOptions } from './command.ts';

const OPTIONS = {
  state: { type: 'string' },
  limit: { type: 'string' },
  url: { type: 'string' },
} as const;

interface Delivery {
  id: string;
  endpoint: string;
  type: string;
  state: string;
  attempt: number;
  last_outcome: string | null;
  created_at: string;
}

/** `deliveries list` and `deliveries replay`: the events for the back end. */
export const deliveries: Command = {
  help: `precandidate-proxy deliveries list [--state pending|delivered|dead|held|duplicate] [--limit 100]
precandidate-proxy deliveries replay <id> …

Calls the running proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,

  async run(args, env) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const [verb = 'list', ...ids] = positionals;
    const settings = readSettings(env);
    const { url } = values;
    if (verb === 'list' && ids.length === 0) {
      const query = new URLSearchParams();
      if (values.state !== undefined) query.set('state', values.state);
      if (values.limit !== undefined) query.set('limit', values.limit);
      const listed = await callProxy(settings, { url, path: `/deliveries?${query}` });
      for (const one of (listed as { deliveries: Delivery[] }).deliveries) console.log(lineOf(one));
      return 0;
    }
    if (verb !== 'replay' || ids.length === 0)
      throw new UsageError('Use list, or replay <id>; see --help');
    for (const id of ids) {
      const path = `/deliveries/${encodeURIComponent(id)}/replay`;
      console.log(lineOf((await callProxy(settings, { url, path, body: {} })) as Delivery));
    }
    return 0;
  },
};

function lineOf({
  id,
  endpoint,
  type,
  state,
  attempt,
  last_outcome,
  created_at,
}: Delivery): string {
  const tries = `${attempt} tries`;
  return [created_at, state, tries, last_outcome ?? '-', endpoint, type, id].join('  ');
}
