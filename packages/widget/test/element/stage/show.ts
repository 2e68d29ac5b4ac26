import type { PrecandidateFormElement } from '../../../src/index.ts';
import {
  clearFaults,
  loadWidget,
  removeStaged,
  stageCandidate,
  StagedElement,
  until,
} from './candidate.ts';
import { PERU } from './forms.ts';
import type { CandidateRequest, StagedCandidate } from './start-stage.ts';

suiteSetup(() => loadWidget());

const cleanUps: (() => void)[] = [];

/** Runs `cleanUp` after the test. */
export function afterTest(cleanUp: () => void): void {
  cleanUps.push(cleanUp);
}

teardown(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) cleanUp();
  removeStaged();
  sessionStorage.clear();
  document.documentElement.lang = '';
  await clearFaults();
});

/** Has `respond` handle the requests to a path until the test or the returned function ends it. */
export function onRequest(
  path: string,
  respond: (request: { body: string; pass: () => Promise<Response> }) => Promise<Response>,
): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const pass = () => fetch(input, init);
    return String(input).includes(path) ? respond({ body: String(init?.body), pass }) : pass();
  };
  const end = () => void (globalThis.fetch = fetch);
  afterTest(end);
  return end;
}

/** Timers of `ms` end at once until the test ends. */
export function skipTimers(ms: number): void {
  const { setTimeout } = globalThis;
  const skip = (run: () => void, delay?: number) => setTimeout(run, delay === ms ? 0 : delay);
  globalThis.setTimeout = skip as typeof setTimeout;
  afterTest(() => void (globalThis.setTimeout = setTimeout));
}

/** The proxy cannot be reached, or a part of it. */
export const unreachable = async () => Promise.reject<Response>(new TypeError('Failed to fetch'));

/** The page loses its network until it is back, or the test ends. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  if (!isOnline) afterTest(() => setOnline(true));
}

/** Removes an element as a page does that is left; resolves once its draft is kept. */
export async function leavePage({ element }: StagedElement): Promise<void> {
  dispatchEvent(new Event('pagehide'));
  await until(() => sessionStorage.length > 0);
  element.remove();
}

/** Adds an element to the page for the time of the test. */
export function addToPage<Name extends keyof HTMLElementTagNameMap>(name: Name) {
  const added = document.body.appendChild(document.createElement(name));
  afterTest(() => added.remove());
  return added;
}

export type Shown = StagedElement & { candidate: StagedCandidate };
type SetUp = Readonly<Record<string, string>> | ((element: PrecandidateFormElement) => void);

/** Puts an element with the session of a candidate into the page; removed after the test. */
export function place(candidate: StagedCandidate, setUp: SetUp = {}, parent?: Node): Shown {
  const staged = new StagedElement((element) => {
    element.setAttribute('session', candidate.token);
    if (typeof setUp === 'function') setUp(element);
    else for (const [name, value] of Object.entries(setUp)) element.setAttribute(name, value);
  }, parent);
  return Object.assign(staged, { candidate });
}

/** Shows the form of a new candidate. `setUp`: the element's attributes, or what else it needs. */
export async function show(
  request: CandidateRequest = PERU,
  setUp?: SetUp,
  parent?: Node,
): Promise<Shown> {
  const staged = place(await stageCandidate(request), setUp, parent);
  await staged.reaches('ready');
  return staged;
}

/** Answers every question of {@link PERU}. */
export function fillPeru(staged: StagedElement): void {
  staged.fill('Número de documento', '12345678');
  staged.fill('Ciudad', 'PE LIM');
}

/** Holds every file until the returned function says whether it can be read. */
export function holdFiles(): (name: string, isReadable: boolean) => void {
  const { readAsDataURL } = FileReader.prototype;
  const held = new Map<string, (isReadable: boolean) => void>();
  FileReader.prototype.readAsDataURL = function hold(file) {
    held.set((file as File).name, (isReadable) => {
      if (isReadable) readAsDataURL.call(this, file);
      else this.dispatchEvent(new ProgressEvent('error'));
    });
  };
  afterTest(() => void (FileReader.prototype.readAsDataURL = readAsDataURL));
  return (name, isReadable) => held.get(name)?.(isReadable);
}
