import { Html } from './html.ts';

/** Shapes on a 16 × 16 grid. */
const SHAPES = {
  check: 'M3 8.5l3.2 3.2L13 4.8',
  clock: 'M8 4.2V8l2.6 1.8M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  cross: 'M4 4l8 8M12 4l-8 8',
  info: 'M8 7.2v4M8 4.6v.1M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  back: 'M13 8H3M7 4L3 8l4 4',
  seal: 'M8 1.8l5 1.8v3.8c0 3.2-2 5.6-5 6.8-3-1.2-5-3.6-5-6.8V3.6zM5.6 8l1.8 1.8 3.2-3.4',
} as const;
export type IconName = keyof typeof SHAPES;

/** A line drawing in the colour of the text, for decoration: words stand beside it. */
export function icon(name: IconName): Html {
  return new Html(
    `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${SHAPES[name]}"/></svg>`,
  );
}
