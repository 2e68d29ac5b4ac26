import { registerHooks } from 'node:module';

/** Preloaded by a process that reports which modules it loads for tracing. */
const TRACING = /@opentelemetry\/|\/src\/plugins\/open-telemetry\.ts$/;

registerHooks({
  load(url, context, next) {
    if (TRACING.test(url)) console.error(`loaded ${url}`);
    return next(url, context);
  },
});
