import { type Command, listOf, proxyCaller, UsageError } from './command.ts';

interface Delivery {
  id: string;
  endpoint: string;
  type: string;
  state: string;
  attempt: number;
  last_outcome: string | null;
  created_at: string;
}

export const deliveries: Command = {
  help: `precandidate-proxy deliveries list [--state pending|delivered|dead|held|duplicate] [--limit 100]
precandidate-proxy deliveries replay <id> …

Calls the running proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,
  options: ['state', 'limit', 'url'],

  async run(args, env) {
    const [verb = 'list', ...ids] = args.positionals;
    const call = proxyCaller(env, args.values['url']);
    if (verb === 'list' && ids.length === 0) {
      (await listOf<Delivery>('deliveries', call, args.values)).forEach(print);
    } else if (verb === 'replay' && ids.length > 0) {
      for (const id of ids)
        print((await call(`/deliveries/${encodeURIComponent(id)}/replay`, {})) as Delivery);
    } else throw new UsageError('Use list, or replay <id>; see --help');
  },
};

function print({ id, endpoint, type, state, attempt, last_outcome, created_at }: Delivery): void {
  const columns = [created_at, state, `${attempt} tries`, last_outcome ?? '-', endpoint, type, id];
  console.log(columns.join('  '));
}
