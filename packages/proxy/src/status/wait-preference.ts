/** Longer would meet the time-outs of gateways on the way. */
const LONGEST_WAIT_S = 30;

/**
 * Seconds that `Prefer: wait=N` (RFC 7240) asks an answer to be held back, at most 30; `undefined`
 * when it asks for none. Of several the first counts.
 */
export function waitPreference(prefer: string | string[] | undefined): number | undefined {
  const [wait] = [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((preference) => /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference)?.[1])
    .filter((seconds) => seconds !== undefined);
  return wait === undefined ? undefined : Math.min(Number(wait), LONGEST_WAIT_S);
}
