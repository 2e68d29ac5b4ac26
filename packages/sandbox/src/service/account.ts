import type { DatabaseSync } from 'node:sqlite';
import type { SandboxSettings } from '../settings.ts';
import { ConfigurationStore } from '../store/configuration.ts';
import { PersonStore } from '../store/person-store.ts';
import { PipelineStore } from '../store/pipeline-store.ts';
import { PrecandidateStore } from '../store/precandidate-store.ts';
import { WebhookStore } from '../store/webhook-store.ts';

/** Everything that one sandbox keeps. */
export interface Account {
  settings: SandboxSettings;
  database: DatabaseSync;
  configuration: ConfigurationStore;
  pipelines: PipelineStore;
  precandidates: PrecandidateStore;
  persons: PersonStore;
  webhooks: WebhookStore;
  /** Begins every address that the sandbox gives out; known once it listens. No trailing slash. */
  origin: string;
}

export function openAccount(settings: SandboxSettings, database: DatabaseSync): Account {
  return {
    settings,
    database,
    configuration: new ConfigurationStore(database, {
      organisation_webhook: settings.organisation_webhook ?? null,
      report_delay_ms: settings.report_delay_ms,
      webhook_mode: 'normal',
      webhook_distortion: {},
    }),
    pipelines: new PipelineStore(database),
    precandidates: new PrecandidateStore(database),
    persons: new PersonStore(database),
    webhooks: new WebhookStore(database),
    origin: settings.public_url ?? '',
  };
}
