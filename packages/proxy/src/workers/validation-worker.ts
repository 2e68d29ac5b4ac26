import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Violation } from 'precandidate-contract';
import type { WorkerReply } from './worker-slot.ts';
import { completableSchema } from '../schemas/completable-schema.ts';
import { compileChecker, type Checker } from './compile-checker.ts';
import { toViolations } from '../submissions/to-violations.ts';
import type { ValidationJob } from './validation-job.ts';

/** The thread that judges data: everything in it may hang or die without harm to the server. */
const checkers = new LRUCache<string, Checker>({ max: 64 });

function checkerOf({ etag, schema, mode }: ValidationJob): Checker {
  const key = `${mode} ${etag}`;
  const parsed = () => (mode === 'prefill' ? completableSchema(schema) : JSON.parse(schema));
  const checker = checkers.get(key) ?? compileChecker(parsed());
  checkers.set(key, checker);
  return checker;
}

type Reply = WorkerReply<Violation[]>;

function judge(job: ValidationJob): Reply {
  try {
    return { kind: 'done', answer: toViolations(checkerOf(job)(job.data)) };
  } catch {
    return { kind: 'impossible' };
  }
}

function reply(answer: Reply): void {
  parentPort?.postMessage(answer, []);
}

parentPort?.on('message', (job: ValidationJob) => reply(judge(job)));
reply({ kind: 'ready' });
