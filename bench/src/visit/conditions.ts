/** A middling phone on a middling network. */
export const CONDITIONS = {
  cpuSlowdown: 4,
  downKbps: 1_600,
  upKbps: 750,
  latencyMs: 150,
  viewport: { width: 390, height: 844 },
};
