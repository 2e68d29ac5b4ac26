import { seededRandom, type SeededRandom } from '../stage/seeded-random.ts';
import { breakBytes } from './hostile-bytes.ts';
import { judgeAnswer, measure, type FuzzReport } from './judge.ts';
import { bytesOf, composeRequest } from './requests.ts';
import { makeKnownThings, readOperations, type KnownThings, type Operation } from './target.ts';
import { openWire, sendBytes, type Wire, type WireAnswer } from './wire.ts';

export interface FuzzOptions {
  url: string;
  seed: number;
  /** The turns to take, e.g. 0 to 99,999. */
  turns: { from: number; to: number };
  failure: () => string | undefined;
  /** Resolves once the proxy has collected its garbage. */
  collect: () => Promise<void>;
  onProgress?: (done: number) => void;
}

const CONNECTIONS = 12;
/** After so many requests, memory is measured and new identifiers are created. */
const ROUND = 1_000;
const MOST_FINDINGS = 20;

/** Sends hostile requests to the proxy at `url`, and judges each answer. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, turns } = options;
  const operations = await readOperations(url);
  const report: FuzzReport = {
    requests: 0,
    answered: new Map(),
    never_taken: new Set(operations.filter(({ isDescribed }) => isDescribed).map(nameOf)),
    findings: [],
    measures: [],
  };
  const wires = Array.from({ length: CONNECTIONS }, () => openWire(url));
  try {
    for (let from = turns.from; from < turns.to; from += ROUND) {
      const things = await makeKnownThings(url);
      const queue = Array.from({ length: Math.min(ROUND, turns.to - from) }, (_, at) => from + at);
      await Promise.all(
        wires.map(async (wire) => {
          for (let turn = queue.shift(); turn !== undefined; turn = queue.shift())
            await takeTurn(turn, { ...options, operations, things, wire, report });
        }),
      );
      for (const wire of wires) wire.close();
      if (options.failure() !== undefined || report.findings.length >= MOST_FINDINGS) break;
      await options.collect();
      report.measures.push(await measure(url));
      options.onProgress?.(report.requests);
    }
  } finally {
    for (const wire of wires) wire.close();
  }
  return report;
}

interface Turn extends FuzzOptions {
  operations: readonly Operation[];
  things: KnownThings;
  wire: Wire;
  report: FuzzReport;
}

async function takeTurn(turn: number, given: Turn): Promise<void> {
  const { url, seed, operations, things, wire, report } = given;
  const random = seededRandom(seed, turn);
  const { kind, name, method, bytes } = requestOf(random, operations, things);
  report.requests += 1;
  const find = (what: string, answer?: WireAnswer) =>
    report.findings.push({ turn, what, request: bytes, ...(answer && { answer }) });
  try {
    const answers =
      kind === 'broken bytes' ? await sendBytes(url, bytes) : [await wire.ask(bytes, method)];
    if (answers.length === 0) count(report, kind, 'none');
    for (const answer of answers) {
      count(report, kind, String(answer.status));
      if (kind === 'valid' && isTaken(name, answer.status)) report.never_taken.delete(name);
      const fault = judgeAnswer(answer);
      if (fault !== undefined) find(fault, answer);
    }
  } catch (error) {
    count(report, kind, 'none');
    find(error instanceof Error ? error.message : String(error));
  }
}

/** 409: the service has confirmed the submission already, so there is no data to send again. */
function isTaken(name: string, status: number): boolean {
  return status < 400 || (status === 409 && name.endsWith('/retry'));
}

/** A quarter valid, half with hostile values, a quarter with broken bytes. */
function requestOf(random: SeededRandom, operations: readonly Operation[], things: KnownThings) {
  const operation = random.pick(operations);
  const kinds = { valid: 0, 'hostile values': 0.35, 'broken bytes': 0.05 };
  const kind = random.pick(['valid', 'hostile values', 'hostile values', 'broken bytes'] as const);
  const plain = composeRequest(operation, things, random, kinds[kind]);
  const bytes = bytesOf(plain);
  return {
    kind,
    name: nameOf(operation),
    method: plain.method,
    bytes: kind === 'broken bytes' ? breakBytes(bytes, random) : bytes,
  };
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

function count({ answered }: FuzzReport, kind: string, status: string): void {
  const statuses = answered.get(kind) ?? new Map<string, number>();
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  answered.set(kind, statuses);
}
