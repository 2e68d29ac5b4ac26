import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** How calls leave the network. */
export interface OutboundProxy {
  /** `http(s)://[user:password@]host[:port]`; https is tunnelled through it. */
  url: string;
  /** Hosts that are called directly. */
  except: readonly string[];
}

/**
 * Where calls to others go out: directly, or through the proxy of the operator's network. Through
 * it names are looked up by the proxy, so `options.connect.lookup` does not see them.
 */
export function createOutboundAgent(
  options: Agent.Options,
  proxy: OutboundProxy | undefined,
): Dispatcher {
  if (!proxy) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    noProxy: proxy.except.join(','),
  });
}
