import { MEASURES, type CaseReport, type Figure, type Measure, type Result } from './results.ts';

/** Rows of panels: a measure and a case. */
const PANELS: readonly (readonly [string, string])[][] = [
  [
    ['usable', '2'],
    ['usable', '25'],
    ['usable', '200'],
  ],
  [
    ['bytes', '25'],
    ['script', '25'],
    ['heap', '25'],
  ],
  [
    ['key_busy', '200'],
    ['key_paint', '200'],
    ['refusal', '25'],
  ],
];

const WIDTH = 364;
const MARGIN = 16;
const NAMES = 104;
const LABEL = 104;
const LINE = 22;
const HEAD = 46;
const GAP = 24;

/** Distinguishable in grayscale and with color blindness. */
const COLORS = { native: '#3b3b3b', ours: '#0072b2', peer: '#a8b0b8' };

/** An SVG with one panel for each measure and one bar for each contestant. */
export function plotOf(result: Result): string {
  const rows = PANELS.map((row) => row.flatMap((panel) => panelFor(result, panel) ?? []));
  const panelHeight = HEAD + result.contestants.length * LINE;
  const panels = rows.flatMap((row, down) =>
    row.map((panel, across) => {
      const at = `translate(${MARGIN + across * (WIDTH + GAP)} ${MARGIN + down * (panelHeight + GAP)})`;
      return `<g transform="${at}">${panelOf(result, panel)}</g>`;
    }),
  );
  const width = 3 * WIDTH + 2 * GAP + 2 * MARGIN;
  const height = rows.length * (panelHeight + GAP) - GAP + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Bars: ours, native HTML and peers; the tables have the same figures" font-family="system-ui, sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>`;
}

interface Panel {
  measure: Measure;
  report: CaseReport;
}

function panelFor({ cases }: Result, [measureId, caseId]: readonly [string, string]) {
  const measure = MEASURES.find(({ id }) => id === measureId);
  const report = cases.find(({ id }) => id === caseId);
  return measure && report && ({ measure, report } satisfies Panel);
}

function panelOf({ contestants }: Result, { measure, report }: Panel): string {
  const figures = contestants.map(({ id }) => report.figures[id]?.[measure.id]);
  const longest = Math.max(...figures.map((figure) => figure?.value ?? 0), Number.MIN_VALUE);
  const bars = contestants.map(({ id }, index) =>
    barOf({ id, figure: figures[index], measure, longest, y: HEAD + index * LINE }),
  );
  const title = measure.title.charAt(0).toUpperCase() + measure.title.slice(1);
  return `<text y="16" font-weight="600" fill="#111">${title}</text>
<text y="33" font-size="12" fill="#555">${report.title}${measure.unit && `, ${measure.unit}`}</text>
${bars.join('\n')}`;
}

function barOf(bar: {
  id: string;
  figure: Figure | undefined;
  measure: Measure;
  longest: number;
  y: number;
}): string {
  const { id, figure, measure, longest, y } = bar;
  const isOurs = id.startsWith('ours');
  const color = isOurs ? COLORS.ours : id.startsWith('native') ? COLORS.native : COLORS.peer;
  const name = `<text x="${NAMES - 8}" y="${y + 14}" text-anchor="end" fill="${isOurs ? COLORS.ours : '#111'}"${isOurs ? ' font-weight="600"' : ''}>${id}</text>`;
  if (figure === undefined)
    return `${name}<text x="${NAMES}" y="${y + 14}" fill="#777">not measured</text>`;
  const length = Math.max(((WIDTH - NAMES - LABEL) * figure.value) / longest, 1);
  const ratio = figure.ratio === undefined ? '' : ` (${figure.ratio.toFixed(2)}×)`;
  return `${name}<rect x="${NAMES}" y="${y + 3}" width="${length.toFixed(1)}" height="${LINE - 7}" fill="${color}"/><text x="${(NAMES + length + 6).toFixed(1)}" y="${y + 14}" fill="#111">${figure.value.toFixed(measure.digits)}${ratio}</text>`;
}
