let lastMicros = 0;

/** A time as the interface writes it: `YYYY-MM-DDThh:mm:ss.ffffff`, UTC, without a zone. */
export function timestampOf(epochMs: number, micros = 0): string {
  const iso = new Date(epochMs).toISOString().slice(0, -1);
  return iso + String(micros).padStart(3, '0');
}

/** The current time in microseconds; every call returns a later one than the call before. */
export function timestampNow(): string {
  const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  lastMicros = Math.max(micros, lastMicros + 1);
  return timestampOf(Math.floor(lastMicros / 1000), lastMicros % 1000);
}
