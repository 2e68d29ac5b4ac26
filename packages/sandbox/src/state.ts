import type { DatabaseSync } from 'node:sqlite';
import { RequestLog } from './control/request-log.ts';
import { FaultList } from './faults/fault-list.ts';
import { PersonStore } from './persons/person-store.ts';
import { ReportRunner } from './persons/report-runner.ts';
import { PipelineCatalog } from './pipelines/catalog.ts';
import { PrecandidateStore } from './precandidates/precandidate-store.ts';
import type { SandboxSettings } from './settings.ts';
import { ConfigurationStore } from './storage/configuration.ts';
import { emptyDatabase, openDatabase } from './storage/database.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import { WebhookStore } from './webhooks/webhook-store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sandbox: SandboxState;
  }
}

/** Everything that one sandbox holds; the routes reach it as `app.sandbox`. */
export class SandboxState {
  readonly settings: SandboxSettings;
  readonly database: DatabaseSync;
  readonly configuration: ConfigurationStore;
  readonly pipelines: PipelineCatalog;
  readonly precandidates: PrecandidateStore;
  readonly persons: PersonStore;
  readonly webhooks: WebhookStore;
  readonly sender: WebhookSender;
  readonly runner: ReportRunner;
  readonly faults = new FaultList();
  readonly requests = new RequestLog();
  /** Start of every URL that the sandbox gives out, without a trailing slash; set on listening. */
  origin: string;

  constructor(settings: SandboxSettings) {
    this.settings = settings;
    this.database = openDatabase(settings.database);
    this.configuration = new ConfigurationStore(this.database, {
      organisation_webhook: settings.organisation_webhook ?? null,
      report_delay_ms: settings.report_delay_ms,
      webhook_mode: 'normal',
      webhook_distortion: {},
    });
    this.pipelines = new PipelineCatalog(this.database);
    this.precandidates = new PrecandidateStore(this.database);
    this.persons = new PersonStore(this.database);
    this.webhooks = new WebhookStore(this.database);
    this.sender = new WebhookSender(this.webhooks, settings);
    this.runner = new ReportRunner(this);
    this.origin = settings.public_url ?? '';
  }

  /** Resumes the reports and webhooks that an earlier run left in the database. */
  resume(): void {
    this.runner.wake();
    this.sender.wake();
  }

  /** Deletes all records; the settings of the start apply again. */
  reset(): void {
    emptyDatabase(this.database);
    this.faults.clear();
    this.requests.clear();
    this.runner.wake();
  }

  async close(): Promise<void> {
    this.runner.close();
    await this.sender.close();
    this.database.close();
  }
}
