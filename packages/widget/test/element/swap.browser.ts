import { type Shape, SHAPES } from '../shapes/catalogue.ts';
import exceptionTable from '../swap/exceptions.json' with { type: 'json' };
import { NoControl, takeStockStep } from '../swap/fill-in.ts';
import { showStock, type StockForm, THEMES } from '../swap/stock-form.tsx';
import { deepEqual, ok } from './stage/assert.ts';

/** `no control`: the theme has nothing for a step · `refused`: RJSF finds errors, and sends nothing. */
type Outcome = 'sent' | 'no control' | 'refused';

/** A shape that RJSF's themes do not send as our theme does. */
interface Exception {
  reason: string;
  outcome: Outcome;
  /** What they send instead. */
  sent?: unknown;
}

const EXCEPTIONS = exceptionTable as Readonly<Record<string, Exception>>;
const MOST_EXCEPTIONS = 25;

for (const [name, theme] of Object.entries(THEMES))
  for (const shape of SHAPES) {
    const { outcome = 'sent', sent = shape.sent } = EXCEPTIONS[shape.name] ?? {};
    const verb = outcome === 'sent' ? 'sends what our theme sends' : `${outcome}, as explained`;
    test(`${name}: ${shape.name}: ${verb}`, () => {
      const form = showStock(theme, shape.schema);
      try {
        deepEqual(fillIn(form, shape, sent), outcome);
      } finally {
        form.unmount();
      }
    });
  }

/** Fills in and submits. Fails where wrong data would be sent. */
function fillIn(form: StockForm, { steps }: Shape, sent: unknown): Outcome {
  try {
    for (const step of steps) takeStockStep(form, step);
  } catch (error) {
    if (error instanceof NoControl) return 'no control';
    throw error;
  }
  const errors = form.submit();
  const { data, violations } = form.controller.model.check();
  if (violations.length === 0) deepEqual(data, sent);
  if (errors.length > 0) return 'refused';
  deepEqual(violations, [], 'RJSF accepts what the model refuses:');
  return 'sent';
}

test(`at most ${MOST_EXCEPTIONS} shapes are excepted, and each exists`, () => {
  const names = Object.keys(EXCEPTIONS);
  ok(names.length <= MOST_EXCEPTIONS);
  deepEqual(
    names.filter((name) => !SHAPES.some((shape) => shape.name === name)),
    [],
  );
});
