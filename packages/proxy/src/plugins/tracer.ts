/** Under what name our spans are made. */
export const TRACER = 'precandidate-proxy';
