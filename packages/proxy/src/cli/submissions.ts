import { type Command, listOf, proxyCaller, UsageError } from './command.ts';

interface PendingSubmission {
  person_id: string;
  precandidate_id: string;
  state: string;
  tries: number;
  last_outcome: string | null;
  has_data: boolean;
  begun_at: string | null;
}

export const submissions: Command = {
  help: `precandidate-proxy submissions list [--state sending|sent|unconfirmed] [--limit 100]
precandidate-proxy submissions retry <person_id>/<form_id> …

Lists submissions that the service has not confirmed yet, and delivers them again. Calls the running
proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,
  options: ['state', 'limit', 'url'],

  async run(args, env) {
    const [verb = 'list', ...forms] = args.positionals;
    const call = proxyCaller(env, args.values['url']);
    const areForms = forms.length > 0 && forms.every((form) => /^[^/]+\/[^/]+$/.test(form));
    if (verb === 'list' && forms.length === 0) {
      (await listOf<PendingSubmission>('submissions', call, args.values)).forEach(print);
    } else if (verb === 'retry' && areForms) {
      for (const form of forms) {
        await call(`/submissions/${form.split('/').map(encodeURIComponent).join('/')}/retry`, {});
        console.log(`${form}  will be delivered again`);
      }
    } else throw new UsageError('Use list, or retry <person_id>/<form_id>; see --help');
  },
};

function print(pending: PendingSubmission): void {
  const { person_id, precandidate_id, state, tries, last_outcome, has_data, begun_at } = pending;
  const data = has_data ? 'data kept' : 'no data';
  const form = `${person_id}/${precandidate_id}`;
  const columns = [begun_at ?? '-', state, `${tries} tries`, last_outcome ?? '-', data, form];
  console.log(columns.join('  '));
}
