/**
 * Whether an address may be sent a candidate's data: http(s), without credentials, on a host of
 * the list. An entry with a port allows that port, one without allows any.
 */
export function isAllowedHost(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, hostname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false;
  return hosts.some((entry) => entry.toLowerCase() === host || entry.toLowerCase() === hostname);
}
