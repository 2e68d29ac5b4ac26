import fc from 'fast-check';
import { rarely, seldom } from '../shared/chances.ts';
import { newTrace } from '../shared/explore.ts';
import { type Explorer, type OpenExplorer, type Trace, Violation } from '../shared/explorer.ts';
import { within } from '../shared/turns.ts';
import { type Action, earlyActions, faults, visits } from './actions.ts';
import { compileForm } from './compile.ts';
import { compareDisturbed, type Disturbance, disturbances } from './disturbances.ts';
import type { Opening } from './form.ts';
import { type FormNode, formsWithout } from './ingredients.ts';
import { PROPERTIES, runActions, runScript } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import { Tab, Visit } from './visit.ts';
import type { Script } from './steps.ts';

export interface WidgetCase {
  form: FormNode;
  opening: Opening;
  /** Before the scripts have arrived. */
  early: Action[];
  actions: Action[];
  disturbance: Disturbance;
}

const openingsWithout = (without: readonly string[]) =>
  fc.record<Opening>({
    locale: fc.constantFrom('en', 'en', 'es', 'pt'),
    isPrerendered: seldom(1),
    isEarly: seldom(2),
    fault: rarely(faults, 4),
    sessionSource: rarely(fc.constantFrom('url', 'function'), 3),
    hasPolicy: seldom(2),
    hasSteps: without.includes('ui_schema') ? fc.constant(false) : seldom(2),
    hasUiSchema: without.includes('ui_schema') ? fc.constant(false) : seldom(2),
  });

/** After so many visits, a new tab: an old one grows slow. */
const VISITS_PER_TAB = 50;
const OPENS_WITHIN_MS = 12_000;
/** Without a further step. */
const HANGS_AFTER_MS = 3 * 60_000;

/** Drives the element in a browser, in front of a real proxy and a sandbox. */
export const openWidgetExplorer: OpenExplorer<WidgetCase> = async ({ checkout, without = [] }) => {
  const stage = await openStage(checkout);
  let tab = await Tab.open(stage);
  let visited = 0;
  stage.listenersLeft = await listenersAfterRemoval(stage, tab);
  const nextTab = async () => {
    visited += 1;
    if (visited % VISITS_PER_TAB !== 0) return tab;
    await tab.close();
    tab = await Tab.open(stage);
    return tab;
  };
  /** A run that hangs is a fault, too; its tab is of no use then. */
  const withLimit = async (trace: Trace, run: (tab: Tab) => Promise<void>) => {
    const used = await nextTab();
    const { promise: late, reject } = Promise.withResolvers<never>();
    let steps = 0;
    const timer = setInterval(() => {
      if (trace.words.length === steps) reject(new Error('the run hangs'));
      steps = trace.words.length;
    }, HANGS_AFTER_MS);
    try {
      await Promise.race([run(used), late]);
    } catch (error) {
      if (!(error instanceof Violation)) visited = -1;
      throw error;
    } finally {
      clearInterval(timer);
    }
  };
  const explorer: Explorer<WidgetCase> = {
    properties: PROPERTIES,
    cases: fc.record({
      form: formsWithout(without),
      opening: openingsWithout(without),
      early: earlyActions,
      actions: visits,
      disturbance: disturbances,
    }),
    async run({ form, opening, early, actions, disturbance }, trace) {
      const all = opening.isEarly ? [...early, ...actions] : actions;
      const given = { form: compileForm(form), opening, actions: all };
      await withLimit(trace, async (used) => {
        const parts = { stage, tab: used, trace };
        const outcome = await runActions(parts, given);
        await compareDisturbed(parts, trace.script as Script, outcome, disturbance);
      });
    },
    async replay(script, trace) {
      await withLimit(trace, async (used) => {
        const parts = { stage, tab: used, trace };
        const outcome = await runScript(parts, script as Script);
        await compareDisturbed(parts, script as Script, outcome);
      });
    },
    close: () => stage.close(),
  };
  return explorer;
};

/** Of a form that was open. */
async function listenersAfterRemoval(stage: Stage, tab: Tab): Promise<number> {
  const schema = { type: 'object', properties: { full_name: { type: 'string' } } };
  const opening = { locale: 'en', isPrerendered: false, isEarly: false } as const;
  const visit = await Visit.begin(
    { stage, tab, trace: newTrace() },
    { schema, fields: [] },
    opening,
  );
  await within(OPENS_WITHIN_MS, async () => (await visit.state()) === 'ready');
  await visit.page.evaluate("document.querySelector('main precandidate-form').remove()");
  await visit.settle();
  return visit.listeners();
}
