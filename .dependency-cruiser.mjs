// The import direction of the project (`npm run check -- import-direction`), as dependency-cruiser
// reads it. Type-only imports count like any other.

const WORKSPACE = '^(packages/[^/]+|demo|tests|bench)/';
const TESTS = '^packages/(client|proxy|sandbox|widget)/test/';

const PROXY = '^packages/proxy/src/';
const PROXY_FEATURES =
  'precandidates|sessions|bootstrap|schemas|submissions|polling|streams|outbox|webhooks|persons|locodes|retention';
const PROXY_INFRASTRUCTURE =
  'auth|forms|sanitizer|validation|upstream|db|workers|http|observability|config|shared';

const REACT = 'node_modules/(react|react-dom|@rjsf/[^/]+)/';

const WIDGET = '^packages/widget/src/';

/** A folder of the widget → the folders of the widget that it must not import. */
const WIDGET_FORBIDDEN = {
  element: 'ssr',
  submission: 'element|form|ssr',
  api: 'element|submission|form|ssr',
  form: 'element|submission|api|ssr',
  validation: 'element|submission|api|form|drafts|ssr',
  drafts: 'element|submission|form|ssr',
  'dates|combobox|check-digits|i18n': 'element|submission|api|drafts|ssr',
  ssr: 'element|submission|api|drafts',
};

const widgetRules = Object.entries(WIDGET_FORBIDDEN).map(([folder, forbidden]) => ({
  name: `widget-${folder.replaceAll('|', '-')}`,
  comment: 'loader → element → submission → api; element → form → validation',
  from: { path: `${WIDGET}(${folder})/` },
  to: { path: [`${WIDGET}(${forbidden})/`, `${WIDGET}loader\\.ts$`] },
}));

/** Every rule is an error. */
const forbidden = [
  {
    name: 'no-file-cycle',
    comment: 'Files must not import each other in a circle.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-folder-cycle',
    comment: 'Folders must not import each other in a circle.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'An import names a file that exists, or an export of a declared dependency.',
    from: {},
    // The widget's build resolves `chunk-url:` and `chunk-urls:`. Angular is not installed: its example has declarations.
    to: { couldNotResolve: true, pathNot: '^(chunk-urls?:|@angular/)' },
  },
  {
    name: 'packages-by-name',
    comment:
      "Packages import each other by name, never by path; parity compares the widget's validator, which the " +
      'package does not export.',
    from: {
      path: WORKSPACE,
      pathNot: ['^packages/widget/web-test-runner[.]config[.]mjs$', '^tests/parity/'],
    },
    to: { path: WORKSPACE, pathNot: '^$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'testing-is-for-tests',
    comment: 'What tests start is no part of what users install.',
    from: {
      path: WORKSPACE,
      pathNot: [
        TESTS,
        '^(tests|bench)/',
        '^packages/(testing|widget/web-test-runner[.]config[.]mjs$)',
      ],
    },
    to: { path: '^packages/testing/' },
  },
  {
    name: 'contract-depends-on-nothing',
    from: { path: '^packages/contract/src/' },
    to: { pathNot: '^packages/contract/src/' },
  },
  {
    name: 'sandbox-is-independent',
    comment: 'The sandbox must not share code with what it tests.',
    from: { path: '^packages/sandbox/', pathNot: TESTS },
    to: { path: WORKSPACE, pathNot: '^packages/sandbox/' },
  },
  {
    name: 'proxy-infrastructure-below-features',
    from: { path: `${PROXY}(${PROXY_INFRASTRUCTURE})/` },
    to: { path: `${PROXY}(${PROXY_FEATURES}|cli)/` },
  },
  {
    name: 'proxy-app-on-top',
    comment: 'Features and infrastructure know nothing of the app that registers them.',
    from: { path: `${PROXY}(${PROXY_FEATURES}|${PROXY_INFRASTRUCTURE})/` },
    to: { path: `${PROXY}((app|main|index)\\.ts$|cli/)` },
  },
  {
    name: 'proxy-stores-are-private',
    comment: "Only a feature's own files use its store.",
    from: { path: `${PROXY}(${PROXY_FEATURES})/` },
    to: { path: `${PROXY}(${PROXY_FEATURES})/[^/]*(store|table)s?\\.ts$`, pathNot: `${PROXY}$1/` },
  },
  ...widgetRules,
  {
    name: 'react-in-form-only',
    comment: 'Only the form app and its server rendering use React and RJSF.',
    from: { path: WIDGET, pathNot: `${WIDGET}((form|ssr|validation)/|frameworks/react\\.ts$)` },
    to: { path: REACT },
  },
  {
    name: 'validation-without-react',
    comment: "Validation implements RJSF's interface of a validator and knows nothing else of it.",
    from: { path: `${WIDGET}validation/` },
    to: { path: REACT, pathNot: 'node_modules/@rjsf/utils/' },
  },
];

export default {
  forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The peers of the benchmark are installed only where it runs.
    exclude: { path: '(^|/)dist/|^bench/peers/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'types', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
