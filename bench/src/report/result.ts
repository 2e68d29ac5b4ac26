import type { AxeFinding } from '../audits/audit-axe.ts';
import type { PolicyFinding } from '../audits/audit-policy.ts';
import type { Figures, Rounds } from './summary.ts';

/** What a whole run found: what is written down and drawn. */
export interface Result {
  /** ISO 8601. */
  at: string;
  /** What it ran on. */
  browser: string;
  cores: number;
  node: string;
  conditions: object;
  rounds: number;
  contestants: { id: string; title: string }[];
  cases: CaseReport[];
  /** By contestant, with the form of {@link Audits.form}. */
  audits?: Audits;
}

/** One form. */
export interface CaseReport {
  id: string;
  title: string;
  /** Contestant → its figures. */
  figures: Record<string, Figures>;
  /** Contestant → why a visit of it failed. */
  failures: Record<string, string>;
  /** Every visit. Left out of the copy that is kept in git. */
  measured?: Record<string, Rounds> | undefined;
}

/** What is looked at once. */
export interface Audits {
  /** Title of the form. */
  form: string;
  axe: Record<string, AxeFinding[]>;
  policy: Record<string, PolicyFinding>;
}
