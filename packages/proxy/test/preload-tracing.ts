import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** Preloaded like the SDK of an operator: sends each span to `OTEL_EXPORTER_OTLP_ENDPOINT` when it ends. */
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const spanProcessors = [new SimpleSpanProcessor({ exporter: new OTLPTraceExporter() })];
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
