import type { OutboundProxy } from './outbound-agent.ts';
import type { Settings } from '../config/setting-list.ts';

/** The proxy that calls go out through; `undefined` when they go directly. */
export function outboundProxyOf({
  OUTBOUND_PROXY: url,
  OUTBOUND_PROXY_EXCEPT: except = [],
}: Pick<Settings, 'OUTBOUND_PROXY' | 'OUTBOUND_PROXY_EXCEPT'>): OutboundProxy | undefined {
  return url === undefined ? undefined : { url, except };
}
