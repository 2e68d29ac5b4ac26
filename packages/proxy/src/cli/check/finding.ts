/** `?`: it cannot be checked now, or it works but probably not as intended. */
export type Finding = [mark: 'ok' | '?' | '✖', what: string, detail: string];
export type Findings = AsyncGenerator<Finding, void>;
