import { readSettings } from '../config/settings.ts';
import { isJsonObject, parseJson } from '../shared/json.ts';
import { type Arguments, type Command, localAddress, UsageError } from './command.ts';

interface Delivery {
  id: string;
  type: string;
  state: string;
  sends: number;
  last_outcome: string | null;
  created_at: string;
}

export const deliveries: Command = {
  help: `precandidate-proxy deliveries list [--state pending|delivered] [--limit 100]
precandidate-proxy deliveries replay <id> …

Calls the running proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,
  options: ['state', 'limit', 'url'],

  async run(args, env) {
    const [verb = 'list', ...ids] = args.positionals;
    const call = proxyCaller(env, args.values['url']);
    if (verb === 'list' && ids.length === 0) {
      (await listOf<Delivery>('deliveries', call, args.values)).forEach(printDelivery);
    } else if (verb === 'replay' && ids.length > 0) {
      for (const id of ids)
        printDelivery((await call(`/deliveries/${encodeURIComponent(id)}/replay`, {})) as Delivery);
    } else throw new UsageError('Use list, or replay <id>; see --help');
  },
};

function printDelivery({ id, type, state, sends, last_outcome, created_at }: Delivery): void {
  const columns = [created_at, state, `${sends} sends`, last_outcome ?? '-', type, id];
  console.log(columns.join('  '));
}

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
      (await listOf<PendingSubmission>('submissions', call, args.values)).forEach(printSubmission);
    } else if (verb === 'retry' && areForms) {
      for (const form of forms) {
        await call(`/submissions/${form.split('/').map(encodeURIComponent).join('/')}/retry`, {});
        console.log(`${form}  will be delivered again`);
      }
    } else throw new UsageError('Use list, or retry <person_id>/<form_id>; see --help');
  },
};

function printSubmission(pending: PendingSubmission): void {
  const { person_id, precandidate_id, state, tries, last_outcome, has_data, begun_at } = pending;
  const data = has_data ? 'data kept' : 'no data';
  const form = `${person_id}/${precandidate_id}`;
  const columns = [begun_at ?? '-', state, `${tries} tries`, last_outcome ?? '-', data, form];
  console.log(columns.join('  '));
}

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

/**
 * Returns a function that calls the running proxy as the back end does, because only its process can
 * open the embedded database: a POST if there is a body. Throws {@link UsageError} when the proxy
 * responds with an error or not at all.
 */
function proxyCaller(env: NodeJS.ProcessEnv, address: string | undefined) {
  const settings = readSettings(env);
  const url = (address ?? localAddress(settings)).replace(/\/+$/, '');
  const authorization = `Bearer ${settings.BACKEND_KEYS[0]}`;

  return async (path: string, body?: object): Promise<unknown> => {
    const request =
      body === undefined
        ? { headers: { authorization } }
        : {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await fetch(url + path, request).catch(() => {
      throw new UsageError(`No proxy responds at ${url}; set --url`);
    });
    const value = parseJson(await response.text());
    if (response.ok) return value;
    const title = isJsonObject(value) ? value['title'] : undefined;
    const reason = title ?? 'not a problem of the proxy; is this its address?';
    throw new UsageError(`The proxy responded ${response.status}: ${String(reason)}`);
  };
}

/** The entries of `GET /<name>` of the running proxy, filtered by `--state` and `--limit`. */
async function listOf<Entry>(
  name: 'deliveries' | 'submissions',
  call: ReturnType<typeof proxyCaller>,
  { state, limit }: Arguments['values'],
): Promise<readonly Entry[]> {
  const filters = new URLSearchParams({ ...(state && { state }), ...(limit && { limit }) });
  const body = (await call(`/${name}?${filters}`)) as Record<string, Entry[]>;
  return body[name] ?? [];
}
