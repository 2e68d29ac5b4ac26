import { svg, type TemplateResult } from 'lit';

/** Drawings on a 24 × 24 grid, 2 units wide lines. */
const DRAWINGS = {
  busy: 'M12 3a9 9 0 1 0 9 9',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  inbox: 'M4 13v6h16v-6M4 13l3-8h10l3 8M4 13h5l1.5 2.5h3L15 13h5',
  open: 'M14 4h6v6M20 4l-9 9M18 14v5H5V6h5',
  alert: 'M12 8v5M12 16.5v.5M12 3L2.5 20h19L12 3',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.3M19 12.5a10 10 0 0 0-5-2.5M9 16.3a5 5 0 0 1 6 0M12 20v.1',
  missing:
    'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21M8.5 8.5l4 4M12.5 8.5l-4 4',
  draft: 'M4 20l1-4.5L16 4.5l3.5 3.5-11 11L4 20M13.5 7l3.5 3.5',
  phone:
    'M6.5 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A14 14 0 0 1 4.5 5.5a2 2 0 0 1 2-2',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
} as const;
export type IconName = keyof typeof DRAWINGS;

/** A drawing that says the same as the sentence beside it, so it is not read out. */
export function icon(name: IconName): TemplateResult {
  return svg`<svg class="icon ${name}" part="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWINGS[name]} /></svg>`;
}
