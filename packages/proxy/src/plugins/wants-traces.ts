/** Whether the standard variables of OpenTelemetry ask for traces over OTLP. */
export function wantsTraces(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'];
  if (exporter !== undefined && exporter !== '') return exporter.split(',').includes('otlp');
  return Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
