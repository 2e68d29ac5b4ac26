import form_schema from '../tables/skills-form.json' with { type: 'json' };
import { deepEqual, equal } from './stage/assert.ts';
import { receivedFor, setValue, stageCandidate, until } from './stage/candidate.ts';
import { afterTest } from './stage/show.ts';
import type { PrecandidateFormElement } from '../../src/index.ts';

// Old libraries and hardened pages change what JavaScript brings along. The form works all the same.

const freezeAll = `
  const seen = new Set();
  const freeze = (value) => {
    if (Object(value) !== value || seen.has(value)) return;
    seen.add(value);
    Object.freeze(value);
    for (const { value: own, get, set } of Object.values(Object.getOwnPropertyDescriptors(value)))
      [own, get, set].forEach(freeze);
  };
  [Object, Function, Array, String, Number, Boolean, Error, TypeError, Promise, Map, Set,
    WeakMap, WeakSet, RegExp, Date, JSON, Math, Reflect, Proxy, Uint8Array].forEach(freeze);`;

/** As core-js 2 and es6-promise bring it: without the newer functions. */
const oldPromise = `
  const Native = Promise;
  function Old(executor) {
    if (!(this instanceof Old)) throw new TypeError('Use new');
    const native = new Native(executor);
    this.then = (onValue, onError) => new Old((resolve, reject) =>
      native.then(onValue, onError).then(resolve, reject));
    this.catch = (onError) => this.then(undefined, onError);
  }
  Old.resolve = (value) => new Old((resolve) => resolve(value));
  Old.reject = (reason) => new Old((_, reject) => reject(reason));
  Old.all = (all) => new Old((resolve, reject) => Native.all(all).then(resolve, reject));
  Old.race = (all) => new Old((resolve, reject) => Native.race(all).then(resolve, reject));
  window.Promise = Old;`;

const CHANGES = {
  'a frozen Array.prototype': 'Object.freeze(Array.prototype)',
  'a frozen Object.prototype': 'Object.freeze(Object.prototype)',
  'a frozen Error.prototype': 'Object.freeze(Error.prototype)',
  'every intrinsic frozen': freezeAll,
  'a frozen Symbol that has what Lit sets':
    'Symbol.metadata ??= Symbol("metadata"); Object.freeze(Symbol)',
  'an enumerable Array.prototype.extra': 'Array.prototype.extra = () => 1',
  'an enumerable Object.prototype.extra': 'Object.prototype.extra = () => 1',
  'texts and lists on Object.prototype':
    'Object.assign(Object.prototype, { extra: "x", list: [] })',
  'a subclass as Promise': 'window.Promise = class extends Promise {}',
  'an old Promise': oldPromise,
  'toJSON of Prototype.js':
    'Array.prototype.toJSON = function () { return `[${this.map((each) => JSON.stringify(each)).join(", ")}]` }',
  'toJSON on Object.prototype':
    'Object.defineProperty(Object.prototype, "toJSON", { configurable: true, value() { return "mine" } })',
  'Array.from of Prototype.js': `Array.from = (all) => {
    let { length = 0 } = all; const result = new Array(length);
    while (length--) result[length] = all[length]; return result; }`,
  'a page’s own find and filter': `
    Array.prototype.find = function (is, self) { for (let i = 0; i < this.length; i++) if (is.call(self, this[i], i)) return this[i] };
    Array.prototype.filter = function (is, self) { const r = []; for (let i = 0; i < this.length; i++) if (is.call(self, this[i], i)) r.push(this[i]); return r }`,
  'remove, replaceWith, closest, and trim of old polyfills': `
    Element.prototype.remove = Text.prototype.remove = function () { this.parentNode?.removeChild(this); return this };
    Element.prototype.replaceWith = function (other) { this.parentNode.replaceChild(other, this) };
    Element.prototype.closest = function (selector) { let e = this; while (e && !e.matches(selector)) e = e.parentElement; return e };
    String.prototype.trim = function () { return this.replace(/^\\s+|\\s+$/g, '') }`,
};

/** They return something else than JavaScript's own, or keep Lit from loading. */
const BREAKING = {
  'a frozen Symbol': 'Object.freeze(Symbol)',
  'Object.prototype.value': 'Object.prototype.value = 1',
  'Object.prototype.writable': 'Object.prototype.writable = true',
  'reduce and entries of Prototype.js': `
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] };
    Array.prototype.entries = function () { return [...this] }`,
  'bind of MooTools 1.2': `
    Function.prototype.bind = function (self, args) {
      const run = this; return function () { return run.apply(self, args === undefined ? arguments : [].concat(args)) } }`,
};

async function open(change: string, attributes: Record<string, string> = {}) {
  const frame = document.createElement('iframe');
  const { token, proxyUrl, record } = await stageCandidate({
    locale: 'es-PE',
    form_schema,
  });
  const given = Object.entries({ session: token, ...attributes });
  const markup = given.map(([name, value]) => `${name}="${value}"`).join(' ');
  const listening =
    'addEventListener("precandidate-problem", ({ detail }) => problems.push(detail.type))';
  frame.srcdoc = `<html lang="es"><body><script>{${change}}; problems = []; ${listening}</script><precandidate-form ${markup}></precandidate-form><script type="module" src="${proxyUrl}/widget.js"></script>`;
  document.body.append(frame);
  afterTest(() => frame.remove());
  const host = () =>
    frame.contentDocument?.querySelector<PrecandidateFormElement>('precandidate-form');
  await until(
    () => !['loading', undefined].includes(host()?.state) || isUnavailable(host()?.shadowRoot),
    () => `${change}: ${host()?.state}`,
  );
  const element = host() as PrecandidateFormElement;
  const { problems } = frame.contentWindow as unknown as { problems: string[] };
  return {
    problems,
    element,
    root: element.shadowRoot as ShadowRoot,
    precandidateId: record.precandidate_id,
  };
}

for (const [name, change] of Object.entries(CHANGES))
  test(`works in a page with ${name}`, async () => {
    const { element, root, precandidateId } = await open(change);
    equal(element.state, 'ready', textOf(root));
    element.submit();
    await until(() => root.querySelector('.summary a') !== null);
    setValue(root.querySelector('[name="f.name"]') as HTMLInputElement, 'Ana');
    setValue(root.querySelector('[name="f.skills.0"]') as HTMLInputElement, 'Soldar');
    root.querySelector<HTMLInputElement>('[type=radio][value*=noche]')?.click();
    await until(() => root.querySelector('[name="f.why"]') !== null);
    element.submit();
    await until(
      () => element.state === 'submitted',
      () => `${element.state}: ${textOf(root)}`,
    );
    const { data } = await receivedFor(precandidateId);
    deepEqual(data, { name: 'Ana', skills: ['Soldar'], shift: 'noche' });
  });

const FROZEN = Object.entries(CHANGES).filter(([name]) => /frozen/.test(name));
for (const [name, change] of FROZEN)
  for (const [problem, attributes] of [
    ['proxy-unreachable', { 'proxy-url': 'http://127.0.0.1:9' }],
    ['session-invalid', { session: 'no.token.at-all' }],
    ['proxy-url-invalid', { 'proxy-url': 'ftp://forms.example' }],
  ] as const)
    test(`reports ${problem} in a page with ${name}`, async () => {
      const { element, problems } = await open(change, attributes);
      equal(element.state, 'problem');
      deepEqual(problems, [`urn:precandidate:problem:${problem}`]);
    });

for (const [name, change] of Object.entries(BREAKING))
  test(`says so, or works, in a page with ${name}`, async () => {
    const { element, root } = await open(change);
    if (element.state === 'ready' || isUnavailable(root)) return;
    equal(element.state, 'problem');
    await until(() => textOf(root).trim() !== '');
  });

/** What the loader shows when the element cannot run. */
function isUnavailable(root: ShadowRoot | null | undefined): boolean {
  return (root?.querySelector('.unavailable')?.textContent ?? '') !== '';
}

function textOf(root: ShadowRoot): string {
  return root.querySelector<HTMLElement>('.base')?.innerText ?? '';
}
