/** Where a submission may be sent. */
export interface FormHosts {
  /** `host` allows any port, `host:port` that one. */
  hosts: readonly string[];
  onlyHttps: boolean;
}

/** Whether the address is a web address without credentials on one of the hosts. */
export function isAllowedHost(address: string, { hosts, onlyHttps }: FormHosts): boolean {
  if (!isWebAddress(address)) return false;
  const { protocol, host, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '' || (onlyHttps && protocol !== 'https:')) return false;
  return hosts.some(
    // A URL leaves out the default port of its protocol.
    (entry) => new URL(`${protocol}//${entry}`).host === host || entry.toLowerCase() === hostname,
  );
}

/** Whether the address is http or https: safe to open in a browser, unlike `javascript:`. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
