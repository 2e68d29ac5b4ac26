import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { getNumberFromEnv, getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { App } from './app-type.ts';
import { clientSpan } from './client-span.ts';
import { traceCalls } from './in-span.ts';
import { traceRequests } from './trace-requests.ts';

/** Traces that are made from now on. */
export interface Traces {
  /** A span for each request to `app`. */
  traceRequests(app: App): void;
  /** Sends the last ones and stops. */
  end(): Promise<void>;
}

/**
 * Sends spans as OTLP over HTTP (JSON) from now on; where to, as whom and which, the standard
 * `OTEL_*` variables of the process say.
 */
export function startTraces(): Traces {
  const resource = defaultResource().merge(detectResources({ detectors: [envDetector] }));
  const delay = getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY');
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    ...(delay !== undefined && { scheduledDelayMillis: delay }),
  });
  const provider = new TracerProvider({
    resource,
    sampler: samplerNamed(getStringFromEnv('OTEL_TRACES_SAMPLER') ?? ''),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Without baggage: whatever a browser sends in it goes no further.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  traceCalls(clientSpan);
  return { traceRequests, end: () => provider.shutdown() };
}

/** An unknown name is the standard's default. */
function samplerNamed(name: string): Sampler {
  const root = rootSampler(name.replace(/^parentbased_/, ''));
  const isAlone = ['always_on', 'always_off', 'traceidratio'].includes(name);
  return isAlone ? root : new ParentBasedSampler({ root });
}

function rootSampler(name: string): Sampler {
  const ratio = getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1;
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
