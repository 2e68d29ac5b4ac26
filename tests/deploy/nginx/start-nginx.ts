import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { freePorts, startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { readPage } from 'precandidate-testing/repository.ts';
import type { Front } from '../front-suite.ts';

/**
 * Runs deploy/nginx/precandidate-proxy.conf in front of `servers` (`host:port`). Only the ports, the
 * certificate, and the upstream servers differ from the file.
 */
export async function startNginx(program: string, servers: readonly string[]): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-nginx-'));
  const [port = 0, plainPort = 0] = await freePorts(2);
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
  const page = readPage('deploy/nginx/precandidate-proxy.conf');
  const [server = ''] = /server 127\.0\.0\.1:4200.*;/.exec(page) ?? [];
  const site = replaceAll(page, [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/forms.hr.example/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/forms.hr.example/privkey.pem', join(folder, 'key.pem')],
    [server, servers.map((address) => server.replace('127.0.0.1:4200', address)).join(' ')],
  ]);
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(join(folder, 'nginx.conf'), mainConfiguration(folder));

  const nginx = startCommand(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    cwd: folder,
  });
  // With error_log at notice, nginx says so once it listens.
  await waitForLine(nginx.child, /start worker process/);
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    async stop() {
      await nginx.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every text occurs: the configuration has not changed under the test. */
function replaceAll(text: string, replacements: readonly (readonly [string, string])[]): string {
  let result = text;
  for (const [from, to] of replacements) {
    if (!result.includes(from)) throw new Error(`the configuration lacks ${from}`);
    result = result.replace(from, to);
  }
  return result;
}

function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n  ');
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  ${temporary}
  include ${folder}/site.conf;
}
`;
}
