declare module 'autocannon' {
  namespace autocannon {
    interface Options {
      url: string;
      connections: number;
      /** Seconds. */
      duration: number;
      method?: string;
      headers?: Record<string, string>;
      body?: string;
      /** Makes each request out of the options above. */
      requests?: { setupRequest(request: object): object }[];
    }
    interface Result {
      requests: { average: number; total: number };
      /** Milliseconds. */
      latency: { p50: number; p99: number };
      errors: number;
      non2xx: number;
      statusCodeStats: Record<string, { count: number }>;
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  export default autocannon;
}
