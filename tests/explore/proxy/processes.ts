import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { turnsNow } from '../shared/turns.ts';

/**
 * `starting → up ⇄ frozen`, `up → stopping → down`, and from each `down` by a kill or by itself.
 */
type ProcessState = 'down' | 'starting' | 'up' | 'frozen' | 'stopping';

const PROBE = new URL('probe.mjs', import.meta.url).href;
/** Much longer than any block: a process that is silent for so long hangs. */
const SILENT_MS = 60_000;
const START_MS = 60_000;
/** Processes start often. */
const COMPILE_CACHE = join(tmpdir(), 'precandidate-explore-cache');
/** Whether this machine can fill a process's disk. */
export const CAN_LIMIT_FILES = spawnSync('prlimit', ['--version']).status === 0;

/** One proxy under exploration: the published command with the probe. */
export class ExploredProcess {
  /** A letter, for the report. */
  readonly name: string;
  readonly url: string;
  /** Where the metrics are. */
  readonly metricsUrl: string;
  env: Record<string, string>;
  /** Settings that an operator has changed in this process so far. */
  changed: Record<string, string> = {};
  state: ProcessState = 'down';
  /** Its clock's offset in milliseconds. */
  clockMs = 0;
  /** How many steps of the rotation of secrets it has. */
  rotation = 0;
  /** Whether no file can take another byte. */
  isDiskFull = false;
  /** Its output so far. */
  log = '';
  /** How it ended without being asked to. */
  failure: string | undefined;
  /** The checkout whose built proxy runs. */
  checkout: string;
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(
    name: string,
    {
      checkout,
      ports: [port, metricsPort],
      env,
    }: { checkout: string; ports: readonly [number, number]; env: Record<string, string> },
  ) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.metricsUrl = `http://127.0.0.1:${metricsPort}`;
    this.env = { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) };
    this.checkout = checkout;
  }

  get channel(): string | undefined {
    return { ...this.env, ...this.changed }['SUBMISSION_CHANNEL'];
  }

  /** Resolves to whether it is ready. */
  async start(): Promise<boolean> {
    this.state = 'starting';
    const logged = this.log.length;
    this.#spawn();
    const isReady = () => this.log.includes('ready  ', logged);
    const deadline = turnsNow() + START_MS;
    while (this.state === 'starting' && !isReady() && turnsNow() < deadline) await pause(20);
    if (!isReady()) {
      await this.kill();
      return false;
    }
    this.state = 'up';
    // Loading modules is no block.
    await this.longestBlock();
    return true;
  }

  /** `SIGKILL`. */
  async kill(): Promise<void> {
    this.state = 'stopping';
    this.#child?.kill('SIGKILL');
    await this.#ended;
    this.state = 'down';
  }

  /** `SIGTERM`; resolves when it has ended. */
  async stop(): Promise<void> {
    this.state = 'stopping';
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }

  freeze(): void {
    this.state = 'frozen';
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.state = 'up';
    this.#child?.kill('SIGCONT');
  }

  /** Nobody reads its log any more; what it says from now on is lost. */
  endLog(): void {
    this.#child?.stdout?.destroy();
  }

  async setClock(ms: number): Promise<void> {
    this.clockMs = ms;
    if (this.state === 'up') await this.#ask({ clockMs: ms });
  }

  /** As on a full disk, every write to a file fails from now on, or succeeds again. */
  setDiskFull(isFull: boolean): void {
    this.isDiskFull = isFull;
    const limit = isFull ? '1' : 'unlimited';
    const pid = this.#child?.pid;
    if (pid !== undefined && this.state !== 'down')
      execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${limit}:unlimited`]);
  }

  /** The longest block of its event loop since the last call, in milliseconds of work. */
  async longestBlock(): Promise<number> {
    return this.state === 'up' ? ((await this.#ask({})) ?? 0) : 0;
  }

  #spawn(): void {
    const main = join(this.checkout, 'packages/proxy/dist/main.js');
    const child = spawn(process.execPath, [`--import=${PROBE}`, main], {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILE_CACHE,
        EXPLORE_CLOCK_MS: String(this.clockMs),
        ...this.env,
        ...this.changed,
      },
      cwd: this.checkout,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => void (this.log += chunk.toString()));
    this.#ended = once(child, 'exit').then(([code, signal]) => {
      if (this.state === 'up' || this.state === 'frozen')
        this.failure = `ended with ${signal ?? code}: ${this.log.slice(-1_000)}`;
      this.state = 'down';
    });
    this.#child = child;
  }

  /** Asks the probe, one question at a time; `undefined` when the process ends meanwhile or hangs. */
  async #ask(message: { clockMs?: number }): Promise<number | undefined> {
    const child = this.#child;
    if (!child?.connected) return undefined;
    const signal = AbortSignal.timeout(SILENT_MS);
    const answer = once(child, 'message', { signal }).catch(() => []);
    child.send(message, () => undefined);
    const [blockedMs] = (await Promise.race([answer, this.#ended.then(() => [])])) as number[];
    return blockedMs;
  }
}
