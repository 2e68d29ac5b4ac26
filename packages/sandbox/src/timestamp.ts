let lastMicros = 0;

/** A moment as the interface writes it: `YYYY-MM-DDThh:mm:ss.ffffff`, UTC, without zone. */
export function timestampOf(epochMs: number, micros = 0): string {
  const iso = new Date(epochMs).toISOString().slice(0, -1);
  return iso + String(micros).padStart(3, '0');
}

/** This moment, in microseconds; each call is later than the one before. */
export function timestampNow(): string {
  const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  lastMicros = Math.max(micros, lastMicros + 1);
  return timestampOf(Math.floor(lastMicros / 1000), lastMicros % 1000);
}
