import fc from 'fast-check';
import { choicesOf, type Choices } from 'precandidate-testing/choices.ts';
import { breakBytes } from './hostile-bytes.ts';
import { judgeAnswer, judgeDeclared, measure, type FuzzReport } from './judge.ts';
import { bytesOf, composeRequest } from './requests.ts';
import { makeKnownThings, readOperations, type KnownThings, type Operation } from './target.ts';
import { sendBytes, type WireAnswer } from './wire.ts';

interface FuzzOptions {
  url: string;
  seed: number;
  requests: number;
  failure: () => string | undefined;
  /** Resolves once the proxy has collected its garbage. */
  collect: () => Promise<void>;
  onProgress?: (done: number) => void;
}

const AT_A_TIME = 12;
/** After so many requests, memory is measured and new identifiers are created. Each has its seed. */
const ROUND = 1_000;
const MOST_FINDINGS = 20;
const REDUCE_MS = 30_000;

/** Sends hostile requests to the proxy at `url`, and judges each answer. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url } = options;
  const operations = await readOperations(url);
  const report: FuzzReport = {
    requests: 0,
    answered: new Map(),
    never_taken: new Set(operations.filter(({ isDescribed }) => isDescribed).map(nameOf)),
    findings: [],
    measures: [],
  };
  for (let from = 0; from < options.requests; from += ROUND) {
    const seed = options.seed + from / ROUND;
    const numRuns = Math.min(ROUND, options.requests - from);
    const things = await makeKnownThings(url);
    const queue = fc.sample(fc.gen(), { seed, numRuns }).entries();
    const worker = async () => {
      for (const [path, generate] of queue) {
        const sent = await send(choicesOf(generate), { url, operations, things });
        count(report, sent);
        if (sent.what !== undefined) report.findings.push({ what: sent.what, seed, path });
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    if (options.failure() !== undefined || report.findings.length >= MOST_FINDINGS) break;
    await options.collect();
    report.measures.push(await measure(url));
    options.onProgress?.(report.requests);
  }
  return report;
}

/** Sends one request again, and smaller ones that fail as well; resolves to the smallest. */
export async function repeat(url: string, seed: number, path: string): Promise<Sent | undefined> {
  const operations = await readOperations(url);
  const things = await makeKnownThings(url);
  let smallest: Sent | undefined;
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const sent = await send(choicesOf(generate), { url, operations, things });
    if (sent.what === undefined) return;
    smallest = sent;
    throw new Error(sent.what);
  });
  await fc.check(property, { seed, path, interruptAfterTimeLimit: REDUCE_MS });
  return smallest;
}

/** A request and what came back. */
export interface Sent {
  kind: 'valid' | 'hostile values' | 'broken bytes';
  name: string;
  request: Buffer;
  answers: readonly WireAnswer[];
  /** What is wrong; absent: nothing. */
  what?: string;
}

/** A quarter valid, half with hostile values, a quarter with broken bytes. */
const KINDS = { valid: 0, 'hostile values': 0.35, 'broken bytes': 0.05 };

async function send(
  choices: Choices,
  given: { url: string; operations: readonly Operation[]; things: KnownThings },
): Promise<Sent> {
  const operation = choices.pick(given.operations);
  const kind = choices.pick(['valid', 'hostile values', 'hostile values', 'broken bytes'] as const);
  const plain = bytesOf(composeRequest(operation, given.things, choices, KINDS[kind]));
  const request = kind === 'broken bytes' ? breakBytes(plain, choices) : plain;
  const sent = { kind, name: nameOf(operation), request };
  // A broken request may be one for another path.
  const judge = (answer: WireAnswer) =>
    judgeAnswer(answer) ?? (kind === 'broken bytes' ? undefined : judgeDeclared(operation, answer));
  try {
    const answers = await sendBytes(given.url, request, { isWhole: kind !== 'broken bytes' });
    const isSilent = answers.length === 0 && kind !== 'broken bytes';
    const found = isSilent
      ? ['the connection ended without an answer']
      : answers.map(judge).filter((what) => what !== undefined);
    return { ...sent, answers, ...(found[0] !== undefined && { what: found[0] }) };
  } catch (error) {
    return { ...sent, answers: [], what: error instanceof Error ? error.message : String(error) };
  }
}

function count(report: FuzzReport, { kind, name, answers }: Sent): void {
  report.requests += 1;
  const statuses = report.answered.get(kind) ?? new Map<string, number>();
  report.answered.set(kind, statuses);
  for (const status of answers.length === 0 ? ['none'] : answers.map((one) => `${one.status}`))
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // 409: the service has confirmed the submission already, so there is no data to send again.
  const isTaken = ({ status }: WireAnswer) =>
    status < 400 || (status === 409 && name.endsWith('/retry'));
  if (kind === 'valid' && answers.some(isTaken)) report.never_taken.delete(name);
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
