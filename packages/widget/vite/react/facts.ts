import { HEARD } from '../../src/form/few-listeners.ts';

/** All that the island and RJSF may ask of React; a module that asks for more does not build. */
export const ASKED: Readonly<Record<string, readonly string[]>> = {
  react: [
    'Component',
    'createContext',
    'createElement',
    'createRef',
    'forwardRef',
    'memo',
    'useCallback',
    'useContext',
    'useEffect',
    'useId',
    'useLayoutEffect',
    'useMemo',
    'useRef',
    'useState',
    'useSyncExternalStore',
  ],
  'react-dom': ['flushSync'],
  'react-dom/client': ['createRoot', 'hydrateRoot'],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
};

/** What React's own packages take from one another beside that. */
export const BETWEEN_PACKAGES: readonly string[] = [
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'version',
];

/**
 * The kinds of a node in React's tree, by its numbers, that only come of something which nobody can
 * ask for: portals, profilers, suspense and its lists, lazy components, what is drawn out of sight or
 * later, caches, activities and view transitions; and those of `<link>`, `<html>` and their like.
 */
export const KINDS: ReadonlySet<unknown> = new Set([
  4, 12, 13, 16, 18, 19, 22, 23, 24, 25, 26, 27, 30, 31,
]);

/** The same by the names of their types. */
export const TYPES: ReadonlySet<unknown> = new Set([
  'REACT_ACTIVITY_TYPE',
  'REACT_LAZY_TYPE',
  'REACT_LEGACY_HIDDEN_TYPE',
  'REACT_PORTAL_TYPE',
  'REACT_PROFILER_TYPE',
  'REACT_RECOVERABLE_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_SUSPENSE_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
]);

/** Whether React hears an event, by the browser's name or by its own. */
export const isHeard = (name: unknown): boolean =>
  typeof name === 'string' && (name === 'onChange' || HEARD.has(name.toLowerCase()));

/** Events that facts below say are not heard; with one of them in `few-listeners.ts`, nothing builds. */
export const UNHEARD: readonly string[] = [
  'compositionend',
  'compositionstart',
  'compositionupdate',
  'keydown',
  'keypress',
  'mouseout',
  'mouseover',
  'paste',
  'pointerout',
  'pointerover',
  'textinput',
];

interface Fact {
  /** An expression of React's; `_` is any part of it. */
  is: string;
  /** What can stand for it. */
  so: string;
  /** How often React says it: another version that says it otherwise does not build. */
  times: number;
  /** The function that it is looked for in; absent: anywhere. */
  within?: string;
}

/** Where React makes its events out of the browser's. */
export const PLUGINS = 'dispatchEventForPluginEventSystem';

export const FACTS: readonly Fact[] = [
  // Elements that belong to a page rather than a form, or that are somebody's own, are not drawn.
  { is: 'isHostHoistableType(_, _, _)', so: '!1', times: 1 },
  { is: '"html" === _ || "head" === _ || "body" === _', so: '!1', times: 1 },
  { is: 'isCustomElement(_)', so: '!1', times: 3 },

  // Of what React's packages do for one another, `flushSync` is all that the island has a use for.
  {
    is: '({ f: flushSyncWork, r: _, D: _, C: _, L: _, m: _, X: _, S: _, M: _ })',
    so: '{ f: flushSyncWork }',
    times: 1,
  },

  // Nothing is waited for while drawing: a promise that is thrown or drawn is an error.
  { is: '"function" === typeof _.then', so: '!1', times: 13 },
  { is: '_ === SuspenseException', so: '!1', times: 4 },
  { is: '_ === SuspenseActionException', so: '!1', times: 3 },
  { is: '_ === SuspenseyCommitException', so: '!1', times: 1 },
  { is: '_ === SelectiveHydrationException', so: '!1', times: 1 },
  { is: 'suspenseHandlerStackCursor.current', so: 'null', times: 9 },
  {
    is: 'isViewTransitionEligible || _ & 8192 || 16785408 === (_ & 16785408)',
    so: '!1',
    times: 1,
  },

  // No update is a transition, and none animates the page.
  { is: '(_ & 335544064) === _', so: '!1', times: 7 },
  { is: '(_ & 335544128) === _', so: '!1', times: 3 },
  { is: '(_ & 62914560) === _', so: '!1', times: 4 },
  { is: '(_ & 4194048) === _', so: '!1', times: 2 },
  { is: 'commitEnterViewTransitions(_, _)', so: 'void 0', times: 3 },
  { is: 'commitExitViewTransitions(_)', so: 'void 0', times: 3 },
  { is: 'commitNestedViewTransitions(_)', so: 'void 0', times: 2 },
  { is: 'trackEnterViewTransitions(_)', so: 'void 0', times: 2 },

  // Nobody reads the stack of components of an error, see `island.tsx`.
  { is: 'getStackByFiberInDevAndProd(_)', so: '""', times: 2 },

  // A fragment has no `ref`.
  { is: 'isFragmentInstanceParent(_)', so: '!1', times: 3 },
  { is: 'new FragmentInstance(_)', so: 'null', times: 1 },
  { is: 'commitNewChildToFragmentInstances(_, _)', so: 'void 0', times: 4 },

  // The action of a form is an address, never a function.
  { is: 'extractEvents$1(_, _, _, _, _)', so: 'void 0', times: 1 },
  { is: 'startHostTransition(_, _, _, _)', so: 'void 0', times: 3 },
  {
    is: '_ = renderWithHooks(_, _, TransitionAwareHostComponent, null, null, _)',
    so: 'void 0',
    times: 1,
  },

  // The pointer, composition and typing are not heard by React, and every browser has their events.
  { is: 'nativeEvent !== currentReplayingEvent', so: '!1', times: 1, within: PLUGINS },
  { is: 'reactName || SyntheticEventCtor', so: '!1', times: 1, within: PLUGINS },
  { is: 'canUseCompositionEvent', so: '!0', times: 1, within: PLUGINS },
  { is: 'eventType && _', so: '!1', times: 1, within: PLUGINS },
  {
    is: 'fallbackData = _ ? getNativeBeforeInputChars(_, _) : _',
    so: '!1',
    times: 1,
    within: PLUGINS,
  },
  { is: 'isInputEventSupported', so: '!0', times: 1, within: PLUGINS },
];

/** What React offers to those who ask for what nobody can ask for. */
export const DROPPED: readonly string[] = [
  'ReactDOMSharedInternals.findDOMNode = _',
  'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration = _',
  'ReactSharedInternals.S = _',
];

/** What facts above rely on to be unreachable, by the names that React has for it. */
export const GONE: readonly string[] = [
  'SelectiveHydrationException',
  'SuspenseActionException',
  'SuspenseException',
  'SuspenseyCommitException',
  'claimNextRetryLane',
  'startTransition',
  'startViewTransition',
];
