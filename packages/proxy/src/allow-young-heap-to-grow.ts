import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** With more a bootstrap takes 2 to 4 % less of a core. */
const ENOUGH_BYTES = 16 * 1024 * 1024;

/**
 * V8 doubles its space for young objects while modules load, and keeps it: 25 MB that a proxy at
 * rest has no use for. Under load it may grow, until it is enough: ten thousand browsers that come at
 * once would have it grow to 130 MB, which it does not give back while there is anything to do.
 */
export function allowYoungHeapToGrow(isAllowed: boolean): void {
  setGrowth(isAllowed ? 2 : 1);
  if (!isAllowed) return;
  const collections = new PerformanceObserver(() => {
    if (youngBytes() < ENOUGH_BYTES) return;
    setGrowth(1);
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}

function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

function youngBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return young?.space_size ?? 0;
}
