import { join } from 'node:path';
import { startProxyProcess, type ServiceProcess } from '../stage/processes.ts';
import { quantile } from '../../src/report/results.ts';
import { writeResult } from '../stage/results.ts';

interface Run {
  service: ServiceProcess;
  folder: string;
  rounds: number;
}

/** From the start of the published command, on the database of an earlier run, to its ready line. */
export async function measureStart({ service, folder, rounds }: Run): Promise<void> {
  const env = { DATA_DIR: join(folder, 'data') };
  const measured: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const proxy = await startProxyProcess(service.api_url, env);
    await proxy.end();
    // The first round only creates the database.
    if (round > 0) measured.push(proxy.readyMs);
  }
  const row = {
    'start to ready ms, median': Math.round(quantile(measured, 0.5)),
    longest: Math.round(Math.max(...measured)),
  };
  await writeResult('proxy-start', [row], { rounds, measured });
}
