import { setFlagsFromString } from 'node:v8';

/**
 * V8 doubles its space for young objects while modules load, and keeps it: 25 MB that a proxy at
 * rest has no use for. Under load it may grow.
 */
export function allowYoungHeapToGrow(isAllowed: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${isAllowed ? 2 : 1}`);
}
