'use client';
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type Key,
  type Ref,
  type RefAttributes,
} from 'react';
import {
  loadPrecandidateForm,
  type HostMessages,
  type PrecandidateFormAttributes,
  type PrecandidateFormElement,
  type PrecandidateFormEvents,
} from '../index.ts';

export * from '../index.ts';

/** Each callback prop of {@link PrecandidateForm} and its event. */
const EVENTS = {
  onReady: 'precandidate-ready',
  onChange: 'precandidate-change',
  onStep: 'precandidate-step',
  onInvalid: 'precandidate-invalid',
  onSubmitting: 'precandidate-submitting',
  onSent: 'precandidate-sent',
  onSubmitted: 'precandidate-submitted',
  onStatus: 'precandidate-status',
  onProblem: 'precandidate-problem',
} as const satisfies Record<string, keyof PrecandidateFormEvents>;

type Callback = keyof typeof EVENTS;
type Callbacks = {
  [Name in Callback]?: ((event: PrecandidateFormEvents[(typeof EVENTS)[Name]]) => void) | undefined;
};
type GlobalAttributes = Omit<HTMLAttributes<PrecandidateFormElement>, Callback | 'children'>;

/** Props of {@link PrecandidateForm}: those of the element, and a callback for each of its events. */
export interface PrecandidateFormProps extends GlobalAttributes, Callbacks {
  /**
   * The proxy's address: the component loads the element from there. Omit it if the page has the
   * script tag.
   */
  proxyUrl?: string | undefined;
  /** A token from the proxy's `POST /sessions`. */
  session?: string | null | undefined;
  /** An address of your site that responds to GET with `{ "token": "…" }`. */
  sessionUrl?: string | null | undefined;
  /** Provides a token. The latest function is called. For another candidate, change `key`. */
  fetchSession?: (() => Promise<string>) | null | undefined;
  /** A BCP 47 tag. */
  locale?: string | null | undefined;
  /** `session` (default) keeps the input for the life of the tab, `off` does not. */
  draft?: 'session' | 'off' | undefined;
  /** The surrounding form submits the precandidate's id under this name. */
  name?: string | undefined;
  /** The surrounding form waits until the service has the data. */
  required?: boolean | undefined;
  /** Your texts. Keep the object stable: another object renders the form again. */
  messages?: HostMessages | null | undefined;
  /** The element could not be loaded from `proxyUrl`, after three tries. */
  onLoadError?: ((error: unknown) => void) | undefined;
}

/** React reports a layout effect on a server, where neither kind of effect runs. */
const useClientLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * `<precandidate-form>` for React 18 and newer. It renders the bare element on a server.
 *
 * ```tsx
 * <PrecandidateForm proxyUrl="https://forms.hr.example" session={token} onSubmitted={next} />
 * ```
 */
export const PrecandidateForm: ForwardRefExoticComponent<
  PrecandidateFormProps & RefAttributes<PrecandidateFormElement>
> = forwardRef<PrecandidateFormElement, PrecandidateFormProps>((props, ref) => {
  const { proxyUrl, session, sessionUrl, locale, draft, name, className, ...others } = props;
  const { required = false, fetchSession, messages = null, onLoadError: _, ...rest } = others;
  const globalAttributes = Object.entries(rest).filter(([prop]) => !(prop in EVENTS));
  const element = useRef<PrecandidateFormElement | null>(null);
  const latest = useRef(props);
  useImperativeHandle(ref, () => element.current as PrecandidateFormElement);

  useClientLayoutEffect(() => {
    latest.current = props;
  });
  useClientLayoutEffect(() => listen(element.current, latest), []);

  const hasFetchSession = Boolean(fetchSession);
  useClientLayoutEffect(() => {
    if (!element.current) return;
    // One function for the life of the component: with another one, the element closes its form.
    element.current.fetchSession = hasFetchSession
      ? () => latest.current.fetchSession?.() ?? Promise.reject(new Error('fetchSession is gone'))
      : null;
  }, [hasFetchSession]);
  useClientLayoutEffect(() => {
    if (element.current) element.current.messages = messages;
  }, [messages]);
  useClientLayoutEffect(() => {
    element.current?.toggleAttribute('required', required);
  }, [required]);

  useEffect(() => {
    if (proxyUrl !== undefined)
      loadPrecandidateForm({ proxyUrl }).catch((error: unknown) =>
        latest.current.onLoadError?.(error),
      );
  }, [proxyUrl]);

  return createElement('precandidate-form', {
    ...Object.fromEntries(globalAttributes),
    ref: element,
    // React 18 does not translate `className` for custom elements.
    class: className,
    session: session ?? undefined,
    'session-url': sessionUrl ?? undefined,
    'proxy-url': proxyUrl,
    locale: locale ?? undefined,
    draft,
    name,
  });
});
PrecandidateForm.displayName = 'PrecandidateForm';

/** Passes every event of the element to the latest callback; returns a function that stops it. */
function listen(
  element: PrecandidateFormElement | null,
  latest: { readonly current: PrecandidateFormProps },
): () => void {
  const listeners = Object.entries(EVENTS).map(([prop, name]) => {
    const listener = (event: Event) =>
      (latest.current[prop as Callback] as ((event: Event) => void) | undefined)?.(event);
    return [name, listener] as const;
  });
  for (const [name, listener] of listeners) element?.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) element?.removeEventListener(name, listener);
  };
}

/**
 * The bare `<precandidate-form>` in JSX: its attributes and `on<event>`, in React 19 or newer. Set
 * `fetchSession` and `messages` through a `ref`: React drops values that are not strings until the
 * element is defined. {@link PrecandidateForm} does this for you.
 */
export interface PrecandidateFormTagProps
  extends
    Omit<HTMLAttributes<PrecandidateFormElement>, keyof PrecandidateFormAttributes>,
    PrecandidateFormAttributes,
    PrecandidateFormListeners {
  key?: Key | null | undefined;
  ref?: Ref<PrecandidateFormElement> | undefined;
}

type PrecandidateFormListeners = {
  [Name in keyof PrecandidateFormEvents as `on${Name}`]?:
    ((event: PrecandidateFormEvents[Name]) => void) | undefined;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'precandidate-form': PrecandidateFormTagProps;
    }
  }
}
