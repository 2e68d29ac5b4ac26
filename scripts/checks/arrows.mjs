const OURS = [
  'precandidate-contract',
  'precandidate-form',
  'precandidate-form/react',
  'precandidate-form/server',
  'precandidate-form/vue',
  'precandidate-proxy',
  'precandidate-sandbox',
];
const PROXY = 'packages/proxy/src/';
const WIDGET = 'packages/widget/';
const isOurs = (target) => OURS.some((name) => target === name || target.startsWith(`${name}/`));
const isRelative = (target) => /^(packages|demo|tests|bench|scripts)\//.test(target);
const isReact = (target) => /^(react|react-dom|@rjsf)(\/|$)/.test(target);
const homeOf = (path) => /^packages\/[^/]+\/|^[^/]+\//.exec(path)?.[0] ?? '';
const roomOf = (path) =>
  path.startsWith(PROXY) ? path.slice(PROXY.length).split('/')[0] : undefined;
const widgetRoomOf = (path) => /^packages\/widget\/src\/([^/]+)\//.exec(path)?.[1];

/** A room of the proxy → the rooms it must not import. */
const PROXY_ARROWS = {
  services: ['routes'],
  store: ['routes', 'services', 'upstream', 'relay', 'validation'],
  upstream: ['routes', 'services', 'store', 'relay', 'validation'],
  relay: ['routes', 'services', 'upstream', 'validation'],
  validation: ['routes', 'services', 'store', 'upstream', 'relay', 'rendering'],
  rendering: ['routes', 'services', 'store', 'upstream', 'relay', 'validation'],
};

/**
 * embed → element, conduct → controller → client; element and conduct are loaded side by side. The
 * server's own build has the island and nothing above it.
 */
const WIDGET_ARROWS = {
  embed: ['server'],
  element: ['embed', 'conduct', 'controller', 'island', 'server'],
  conduct: ['embed', 'element', 'island', 'server'],
  controller: ['embed', 'element', 'conduct', 'island', 'server'],
  client: ['embed', 'element', 'conduct', 'controller', 'island', 'server'],
  island: ['embed', 'element', 'conduct', 'controller', 'client', 'draft', 'server'],
  draft: ['embed', 'element', 'conduct', 'controller', 'island', 'server'],
  server: ['embed', 'element', 'conduct', 'controller', 'client', 'draft'],
};

/**
 * The rules. `applies` to an importing file; `forbids` an import by its importer and target (a path
 * from the root, or a package's name). `allowsTypes`: what is gone at run time is no dependency.
 */
export const ARROWS = [
  {
    because: 'contract depends on nothing',
    applies: (path) => path.startsWith('packages/contract/src/'),
    forbids: (_path, target) => !isRelative(target),
  },
  {
    because: 'the sandbox knows nothing of ours',
    applies: (path) => path.startsWith('packages/sandbox/'),
    forbids: (_path, target) => isOurs(target) && target !== 'precandidate-sandbox',
  },
  {
    because: 'another package is imported by its name, never by its files',
    applies: () => true,
    forbids: (path, target) =>
      (isRelative(target) && homeOf(target) !== homeOf(path)) ||
      (isOurs(target) && !OURS.includes(target) && !target.endsWith('/package.json')),
  },
  {
    because:
      'only the island, and the server that draws it, know React and RJSF; its checker, what RJSF says of validators',
    allowsTypes: true,
    applies: (path) =>
      path.startsWith(`${WIDGET}src/`) && !['island', 'server'].includes(widgetRoomOf(path)),
    forbids: (path, target) =>
      isReact(target) && !(widgetRoomOf(path) === 'checker' && target === '@rjsf/utils'),
  },
  {
    because:
      'in the proxy arrows point from routes to services to store, upstream, relay, validation, rendering',
    allowsTypes: true,
    applies: (path) => Object.hasOwn(PROXY_ARROWS, roomOf(path) ?? ''),
    forbids: (path, target) => PROXY_ARROWS[roomOf(path)].includes(roomOf(target)),
  },
  {
    because:
      'TypeBox is a fifth of the memory at rest: routes/type.ts has the builders that we use',
    allowsTypes: true,
    applies: (path) => path.startsWith(PROXY),
    forbids: (_path, target) => target === 'typebox',
  },
  {
    because: 'in the widget arrows point from embed to element and conduct to controller to client',
    allowsTypes: true,
    applies: (path) => Object.hasOwn(WIDGET_ARROWS, widgetRoomOf(path) ?? ''),
    forbids: (path, target) => WIDGET_ARROWS[widgetRoomOf(path)].includes(widgetRoomOf(target)),
  },
];
