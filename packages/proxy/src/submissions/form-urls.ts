import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { fieldOf, type FormRow } from '../forms/form-store.ts';
import { formHosts, isAllowedHost } from './channels/form-channel.ts';

/** Enough to meet each host of the service. */
const LOOKED_AT = 200;

/** Origins of open forms to which no submission may be sent, for operators; none with other channels. */
export async function originsOutside(
  db: Database,
  settings: Pick<Settings, 'FORM_HOSTS' | 'UPSTREAM_URL' | 'SUBMISSION_CHANNEL'>,
): Promise<string[]> {
  if (settings.SUBMISSION_CHANNEL !== 'form') return [];
  const rows = await db.query<Pick<FormRow, 'record'>>(
    `select record from forms where state = 'open' limit ${LOOKED_AT}`,
  );
  const allowed = formHosts(settings);
  const outside = rows
    .map((row) => fieldOf(row, 'form_url'))
    .filter((url) => url !== null && !isAllowedHost(url, allowed))
    .map((url) => URL.parse(url ?? '')?.origin ?? 'no web address');
  return [...new Set(outside)];
}
