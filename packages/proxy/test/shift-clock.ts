// node --import: this process's clock is CLOCK_AHEAD_MS ahead, and CLOCK_BACK_MS further back after
// each SIGWINCH.
const Real = Date;
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);

globalThis.Date = new Proxy(Real, {
  construct: (_, [given]: [number?]) => new Real(given ?? Real.now() + aheadMs),
  get: (target, name) =>
    name === 'now' ? () => Real.now() + aheadMs : (Reflect.get(target, name) as unknown),
});

process.on('SIGWINCH', () => {
  aheadMs -= Number(process.env['CLOCK_BACK_MS'] ?? 0);
  console.log('the clock was set back');
});
