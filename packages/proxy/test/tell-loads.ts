import { registerHooks } from 'node:module';

/** Preloaded by a process that is to say what it loads of OpenTelemetry, and of ours for it. */
const TRACES = /@opentelemetry\/|\/src\/telemetry\//;
/** They say whether any are wanted, and do without. */
const ALWAYS = /\/(in-span|wants-traces)\.ts$/;

registerHooks({
  load(url, context, next) {
    if (TRACES.test(url) && !ALWAYS.test(url)) console.error(`loaded ${url}`);
    return next(url, context);
  },
});
