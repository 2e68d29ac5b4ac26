import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { completableSchema } from './completable-schema.ts';
import { compileChecker, type Checker } from './compile-checker.ts';
import { toViolations } from './to-violations.ts';
import type { ValidationJob, ValidationReply } from './validation-job.ts';

/** The thread that judges data: everything in it may hang or die without harm to the server. */
const checkers = new LRUCache<string, Checker>({ max: 64 });

function checkerOf({ etag, schema, mode }: ValidationJob): Checker {
  const key = `${mode} ${etag}`;
  const parsed = () => (mode === 'prefill' ? completableSchema(schema) : JSON.parse(schema));
  const checker = checkers.get(key) ?? compileChecker(parsed());
  checkers.set(key, checker);
  return checker;
}

function judge(job: ValidationJob): ValidationReply {
  try {
    return { kind: 'judged', violations: toViolations(checkerOf(job)(job.data)) };
  } catch {
    return { kind: 'uncompilable' };
  }
}

function reply(answer: ValidationReply): void {
  parentPort?.postMessage(answer, []);
}

parentPort?.on('message', (job: ValidationJob) => reply(judge(job)));
reply({ kind: 'ready' });
