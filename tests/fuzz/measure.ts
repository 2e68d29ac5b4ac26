/** How the proxy's process stands, by its own metrics. */
export interface Measure {
  rss_bytes: number;
  /** In use, when garbage was collected a moment before. */
  heap_bytes: number;
  open_fds: number;
  /** Problems answered as `internal`. */
  internal: number;
  service_calls: number;
  /** Looks of the watch, which call the service too. */
  looks: number;
}

export async function measure(url: string): Promise<Measure> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const sum = (series: RegExp) =>
    text
      .split('\n')
      .filter((line) => series.test(line))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return {
    rss_bytes: sum(/^process_resident_memory_bytes /),
    heap_bytes: sum(/^nodejs_heap_size_used_bytes /),
    open_fds: sum(/^process_open_fds /),
    internal: sum(/^precandidate_problems_total\{problem="internal"\} /),
    service_calls: sum(/^precandidate_upstream_calls_total\{/),
    looks: sum(/^precandidate_looks_total\{/),
  };
}
