import type { Settings } from './setting-list.ts';

/** Settings that work, but hardly as meant. */
export function settingsWarnings(settings: Settings): string[] {
  const all = [];
  if (
    settings.SUBMISSION_CHANNEL === 'person' &&
    !settings.WEBHOOK_SECRETS &&
    settings.RECONCILE_SECONDS === 0
  )
    all.push('SUBMISSION_CHANNEL=person without WEBHOOK_SECRETS: nobody hears of the reports');
  if (settings.WEBHOOK_SECRETS && !settings.PUBLIC_URL && /^(0\.0\.0\.0|::)$/.test(settings.HOST))
    all.push('PUBLIC_URL is missing: the service is told a webhook address that it cannot reach');
  if (settings.TRUST_PROXY.length === 0 && settings.PUBLIC_URL !== undefined)
    all.push(
      'TRUST_PROXY is missing: behind a reverse proxy all candidates share one rate limit; name its address',
    );
  return all;
}
