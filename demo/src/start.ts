// npm start: sandbox, proxy, and portal in one process, until Ctrl-C.
import closeWithGrace from 'close-with-grace';
import { startDemo, type DemoPorts } from './start-demo.ts';

const SETTINGS: Record<keyof DemoPorts, { name: string; fallback: number }> = {
  portal: { name: 'PORTAL_PORT', fallback: 4100 },
  proxy: { name: 'PROXY_PORT', fallback: 4200 },
  sandbox: { name: 'SANDBOX_PORT', fallback: 4300 },
};

function portFor(server: keyof DemoPorts): number {
  const { name, fallback } = SETTINGS[server];
  // Hosting platforms and editors set PORT for the page that they open.
  const given = process.env[name] ?? (server === 'portal' ? process.env['PORT'] : undefined);
  const port = Number(given ?? fallback);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${name} must be a port from 0 to 65535, not “${given}”.`);
}

/** Says which setting changes a taken port. */
function explain(error: Error & { code?: string; port?: number }, ports: DemoPorts): string {
  if (error.code !== 'EADDRINUSE') return error.message;
  const server = (Object.keys(SETTINGS) as (keyof DemoPorts)[]).find(
    (each) => ports[each] === error.port,
  );
  const remedy =
    server === undefined ? 'Choose another.' : `Set ${SETTINGS[server].name} to another.`;
  return `Port ${error.port} is taken by another program. ${remedy}`;
}

async function run(): Promise<void> {
  const ports = { portal: portFor('portal'), proxy: portFor('proxy'), sandbox: portFor('sandbox') };
  const demo = await startDemo(ports).catch((error: Error) => {
    throw new Error(explain(error, ports));
  });
  closeWithGrace({ delay: 5_000, logger: false }, async ({ err }) => {
    if (err !== undefined) console.error(`The demo stops because of an error: ${err.stack}`);
    await demo.close();
  });
  console.log(`ready  ${demo.portal.url}/`);
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
