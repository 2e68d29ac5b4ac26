import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { askedInVain } from '../vite/react/asked-in-vain.ts';
import { edited } from '../vite/react/edited.ts';
import type { Node } from '../vite/react/node.ts';
import { program } from '../vite/react/program.ts';
import { settled } from '../vite/react/settled.ts';
import { slimClient } from '../vite/react/slim-client.ts';
import { withFacts } from '../vite/react/with-facts.ts';
import { withoutCases } from '../vite/react/without-cases.ts';
import { withoutExports } from '../vite/react/without-exports.ts';
import { withoutUncalled } from '../vite/react/without-uncalled.ts';
import { slimReact } from '../vite/slim-react.ts';

const client = readFileSync(
  createRequire(import.meta.url)
    .resolve('react-dom/client')
    .replace('client.js', 'cjs/react-dom-client.production.js'),
  'utf8',
);

test('a module that asks React for something left out does not build', async () => {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry.js' ? id : undefined),
    load: (id: string) =>
      id === 'entry.js' ? `import { Suspense } from 'react'; console.log(Suspense);` : undefined,
  };
  const built = build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, slimReact()],
    build: { write: false, rolldownOptions: { input: 'entry.js', external: /^react/ } },
  });
  await assert.rejects(built, /Suspense of react is left out: see vite\/react\/facts\.ts/);
});

test('names, all names, types and what is no part of React are told apart', () => {
  const asked = (code: string) => askedInVain(code, 'module.tsx');
  assert.equal(asked(`import { useState, useTransition } from 'react';`), 'useTransition of react');
  assert.equal(asked(`import * as React from "react";`), 'All of react');
  assert.equal(asked(`import React from 'react';`), 'All of react');
  assert.equal(asked(`import { createPortal } from 'react-dom';`), 'createPortal of react-dom');
  assert.equal(asked(`import { memo, type Usable } from 'react';`), undefined);
  assert.equal(asked(`import type { Usable } from 'react';`), undefined);
  assert.equal(asked(`import { use } from 'react-dominoes';`), undefined);
});

test('a React that says otherwise what a fact is about does not build', () => {
  const other = client.replace('isCustomElement(tag)', 'isOwnElement(tag)');
  assert.throws(() => withFacts(other), /React says `isCustomElement\(_\)` 2 times, not 3/);
});

test('a React that comes to what never is does not build', () => {
  const offered = 'a.tag = 22; if (a) throw SuspenseException; return createFiberImplClass(13, a);';
  assert.throws(
    () => slimClient(`${client}\nexports.more = function (a) { ${offered} };`),
    /React still comes to SuspenseException, 22, 13$/,
  );
});

test('of a switch go the cases that never are, and nothing that another one comes to', () => {
  const code = `function f(kind) {
    var said = [];
    switch (kind) {
      case 13: var late = 'never'; said.push(late); break;
      case 1: said.push('one');
      case 19: said.push('through');
      case 22:
      case 2: late = 'two'; said.push(late); break;
      case 26: case 27: { said.push('never'); return said; }
      case 3: if (said) return ['three']; else break;
      case 31: said.push('never');
      default: said.push('else');
    }
    return said;
  }`;
  const never = new Set<unknown>([13, 19, 22, 26, 27, 31]);
  const [declared] = program(code).body as { body?: Node }[];
  const body = declared?.body?.['body'] as Node[];
  const cut = edited(
    code,
    withoutCases(body[1] as Node, (kind) => never.has(kind['value'])),
  );
  assert.doesNotMatch(cut, /never'|case (?:13|19|22|26|27|31)\b/);
  const outcomes = (script: string) =>
    JSON.stringify(runInNewContext(`'use strict'; ${script}; [1, 2, 3, 4].map(f)`));
  assert.equal(outcomes(cut), outcomes(code));
});

test('a variable is its value where nothing sets it to another, whatever has the same name', () => {
  const same = (code: string) => assert.equal(settled(code), code);
  assert.equal(
    settled('var on = !1, a = {}; function f() { on = !1; return on ? a.on : { on: on }; }'),
    'var on = !1, a = {}; function f() { (!1); return (!1) ? a.on : { on: (!1) }; }',
  );
  same('var on = !1; function f() { on = !0; return on; }');
  same('var on = !1; function f(on) { return on; }');
  same('var on = 1; function f() { on++; return on; }');
  same('var on = 1; function f() { on += 1; return on; }');
  same('var on = 1; function f() { [on] = g(); return on; }');
  same('var on = null; function f() { for (on in g()) h(on); }');
  same('var on = null; function f() { on = other = null; return on; }');
  same('var on = /a/g; function f() { return on; }');
});

test('methods go with a constructor that nobody calls, exports when nobody asks for them', () => {
  const methods = (rest: string) =>
    withoutUncalled(`function A() {} A.prototype.b = function () { return c(); };${rest}`);
  assert.doesNotMatch(methods(''), /c\(\)/);
  assert.match(methods('d(A);'), /c\(\)/);
  assert.equal(
    withoutExports('exports.a = 1; exports.b = 2; var c;', ['b']),
    ' exports.b = 2; var c;',
  );
});
