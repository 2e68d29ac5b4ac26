import fc from 'fast-check';
import type { Explorer, OpenExplorer } from '../shared/explorer.ts';
import { type Action, visits } from './actions.ts';
import { compileForm } from './compile.ts';
import type { Opening, Script } from './form.ts';
import { type FormNode, forms } from './ingredients.ts';
import { PROPERTIES, runActions, runScript } from './run.ts';
import { openStage } from './stage.ts';
import { Tab } from './visit.ts';

export interface WidgetCase {
  form: FormNode;
  opening: Opening;
  actions: Action[];
}

const openings = fc.record<Opening>({
  locale: fc.constant('en'),
  isPrerendered: fc.constant(false),
  isEarly: fc.constant(false),
});

/** After so many visits, a new tab: an old one grows slow. */
const VISITS_PER_TAB = 50;

/** Drives the element in a browser, in front of a real proxy and a sandbox. */
export const openWidgetExplorer: OpenExplorer<WidgetCase> = async ({ checkout }) => {
  const stage = await openStage(checkout);
  let tab = await Tab.open(stage);
  let visited = 0;
  const nextTab = async () => {
    visited += 1;
    if (visited % VISITS_PER_TAB !== 0) return tab;
    await tab.close();
    tab = await Tab.open(stage);
    return tab;
  };
  const explorer: Explorer<WidgetCase> = {
    properties: PROPERTIES,
    cases: fc.record({ form: forms, opening: openings, actions: visits }),
    async run({ form, opening, actions }, trace) {
      const given = { form: compileForm(form), opening, actions };
      await runActions(stage, await nextTab(), given, trace);
    },
    async replay(script, trace) {
      await runScript(stage, await nextTab(), script as Script, trace);
    },
    close: () => stage.close(),
  };
  return explorer;
};
