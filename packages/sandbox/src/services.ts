import type { FaultList } from './faults/fault-list.ts';
import type { RequestLog } from './request-log.ts';
import type { Account } from './service/account.ts';
import type { ReportRunner } from './service/report-runner.ts';

/** What the routes work with. */
export interface Services {
  account: Account;
  runner: ReportRunner;
  faults: FaultList;
  requests: RequestLog;
}
