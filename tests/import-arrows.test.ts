import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './stage/root.ts';

interface Rule {
  because: string;
  applies(path: string): boolean;
  forbids(path: string, target: string): boolean;
}
const { ARROWS } = (await import(join(ROOT, 'scripts/checks/arrows.mjs'))) as { ARROWS: Rule[] };

const isForbidden = (path: string, target: string) =>
  ARROWS.some((rule) => rule.applies(path) && rule.forbids(path, target));

const FORBIDDEN = [
  ['packages/contract/src/paths.ts', 'fastify'],
  ['packages/sandbox/src/app.ts', 'precandidate-contract'],
  ['packages/proxy/src/services/relay.ts', 'packages/proxy/src/routes/shapes.ts'],
  ['packages/proxy/src/store/form-store.ts', 'packages/proxy/src/services/relay.ts'],
  ['packages/proxy/src/upstream/service.ts', 'packages/proxy/src/store/form-store.ts'],
  ['packages/widget/src/element/view.ts', 'react'],
  ['packages/widget/src/controller/attempt.ts', 'packages/widget/src/island/mount.tsx'],
  ['packages/widget/src/client/proxy-client.ts', 'packages/widget/src/element/view.ts'],
  ['demo/src/start-demo.ts', 'packages/proxy/src/start-proxy.ts'],
  ['demo/src/start-demo.ts', 'precandidate-proxy/src/start-proxy.ts'],
] as const;
for (const [path, target] of FORBIDDEN)
  test(`${path} must not import ${target}`, () => assert.ok(isForbidden(path, target)));

const ALLOWED = [
  ['packages/contract/src/paths.ts', 'packages/contract/src/problems.ts'],
  ['packages/sandbox/test/client.ts', 'precandidate-sandbox'],
  ['packages/proxy/src/routes/shapes.ts', 'packages/proxy/src/services/relay.ts'],
  ['packages/proxy/src/services/relay.ts', 'packages/proxy/src/store/delivery-store.ts'],
  ['packages/widget/src/island/mount.tsx', 'react'],
  ['demo/src/start-demo.ts', 'precandidate-proxy'],
] as const;
for (const [path, target] of ALLOWED)
  test(`${path} may import ${target}`, () => assert.ok(!isForbidden(path, target)));
