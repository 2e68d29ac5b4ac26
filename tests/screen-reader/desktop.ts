import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const SPEECH_MODULE = fileURLToPath(new URL('speech-module.mjs', import.meta.url));
const ACCESSIBILITY = ['--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'];

/** A sentence that was spoken: `heard` is the part before it was interrupted. */
export interface Sentence {
  time: number;
  event: 'begin' | 'end' | 'interrupted';
  text: string;
  language?: string;
  heard?: string;
}

/** A desktop in a virtual display on which Orca, a real screen reader, speaks into a file. */
export interface Desktop {
  folder: string;
  /** Environment of programs on this desktop. */
  env: NodeJS.ProcessEnv;
  start(command: string, ...args: string[]): ChildProcess;
  sentences(): Sentence[];
  /** Stops Orca, as a busy machine does: what happens meanwhile reaches it later, all at once. */
  pauseScreenReader(): void;
  resumeScreenReader(): void;
  close(): Promise<void>;
}

/**
 * Starts a message bus, an X server, a window manager, speech-dispatcher with our output module, the
 * accessibility bus, and Orca. `locale` must exist on this machine; Orca speaks its language.
 */
export async function startDesktop(locale: string): Promise<Desktop> {
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-screen-reader-'));
  const run = join(folder, 'run');
  mkdirSync(join(folder, '.local/share/orca'), { recursive: true });
  mkdirSync(run, { mode: 0o700 });
  const spoken = join(folder, 'spoken.jsonl');
  writeFileSync(spoken, '');
  const socket = join(run, 'speech.sock');
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_RUNTIME_DIR: run,
    XDG_CURRENT_DESKTOP: 'GNOME',
    LANG: locale,
    LC_ALL: locale,
    LANGUAGE: locale.slice(0, 2),
    SPOKEN: spoken,
    CHARACTERS_PER_SECOND: process.env['CHARACTERS_PER_SECOND'] ?? '60',
    SPEECHD_ADDRESS: `unix_socket:${socket}`,
    GNOME_ACCESSIBILITY: '1',
    GTK_MODULES: 'gail:atk-bridge',
    NO_AT_BRIDGE: '0',
    MOZ_ENABLE_WAYLAND: '0',
  };
  const children: ChildProcess[] = [];
  const start = (command: string, args: string[], stdio: readonly ('pipe' | 'ignore')[] = []) => {
    const log = openSync(join(folder, `${command.split('/').at(-1)}.log`), 'a');
    const child = spawn(command, args, {
      env,
      stdio: ['ignore', stdio[1] ?? log, log, ...stdio.slice(3)],
      detached: true,
    });
    children.push(child);
    return child;
  };

  const bus = start(
    'dbus-daemon',
    ['--session', '--nofork', '--print-address=1'],
    ['ignore', 'pipe'],
  );
  env['DBUS_SESSION_BUS_ADDRESS'] = await firstLine(bus.stdout);
  const display = start(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    ['ignore', 'ignore', 'ignore', 'pipe'],
  );
  env['DISPLAY'] = `:${await firstLine(display.stdio[3] as Readable)}`;
  start('openbox', []);
  writeSpeechConfiguration(join(run, 'speechd'));
  const logging = ['-L', run, '-l', '3'];
  const connection = ['-c', 'unix_socket', '-S', socket, '-P', join(run, 'speech.pid')];
  start('speech-dispatcher', ['-s', '-C', join(run, 'speechd'), ...logging, ...connection]);
  const callBus = (...args: string[]) =>
    execFileSync('gdbus', ['call', ...ACCESSIBILITY, '--method', ...args], { env });
  callBus('org.a11y.Bus.GetAddress');
  for (const name of ['IsEnabled', 'ScreenReaderEnabled'])
    callBus('org.freedesktop.DBus.Properties.Set', 'org.a11y.Status', name, '<true>');
  const orca = start('orca', []);
  const signalOrca = (signal: NodeJS.Signals) => {
    if (orca.pid !== undefined) process.kill(-orca.pid, signal);
  };

  return {
    folder,
    env,
    start: (command, ...args) => start(command, args),
    sentences: () =>
      readFileSync(spoken, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Sentence),
    pauseScreenReader: () => signalOrca('SIGSTOP'),
    resumeScreenReader: () => signalOrca('SIGCONT'),
    async close() {
      await Promise.all(children.toReversed().map(endGroup));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeSpeechConfiguration(folder: string): void {
  mkdirSync(join(folder, 'modules'), { recursive: true });
  mkdirSync(join(folder, 'clients'));
  writeFileSync(join(folder, 'modules/written.conf'), '');
  writeFileSync(
    join(folder, 'speechd.conf'),
    [
      'LogLevel 3',
      'SymbolsPreproc "none"',
      'DefaultLanguage "es"',
      `AddModule "written" "${SPEECH_MODULE}" "written.conf"`,
      'DefaultModule written',
      'Timeout 0',
      '',
    ].join('\n'),
  );
}

async function firstLine(stream: Readable | null): Promise<string> {
  if (stream !== null)
    for await (const line of createInterface({ input: stream })) return line.trim();
  throw new Error('the program ended before it was ready');
}

/** Ends a program and those that it started. */
function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return Promise.resolve();
  const group = -child.pid;
  return new Promise((resolve) => {
    const kill = setTimeout(() => process.kill(group, 'SIGKILL'), 2_000);
    child.once('exit', () => {
      clearTimeout(kill);
      resolve();
    });
    process.kill(group, 'SIGTERM');
  });
}
