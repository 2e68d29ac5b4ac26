import type { Pipeline } from '../pipelines/pipeline.ts';
import { schemaForReports } from '../pipelines/schema-for-reports.ts';
import { SandboxError, validationFailed } from '../sandbox-error.ts';
import type { NewPrecandidate, StoredPrecandidate } from '../store/precandidate-store.ts';
import type { PipelineStore } from '../store/pipeline-store.ts';
import type { Account } from './account.ts';

/** Body of the creation, its shape already checked. */
export interface PrecandidateCreation {
  country_code?: string;
  pipeline_name?: string;
  pipeline_id?: string;
  email?: string;
  phone?: string;
  reports_enabled?: string[];
  report_settings?: Record<string, unknown>;
}

/** Creates person and precandidate. Fails with 404 or 422. */
export function createPrecandidate(
  account: Account,
  creation: PrecandidateCreation,
): StoredPrecandidate {
  const pipeline = findPipeline(account.pipelines, creation);
  const country_code = (creation.country_code ?? pipeline?.country_code ?? '').toUpperCase();
  if (country_code === '') throw validationFailed('/country_code', 'required', 'is required');
  if (pipeline?.workflow === 'candidate_screening' && creation.phone === undefined) {
    throw validationFailed('/phone', 'required', 'is required: the service calls the candidate');
  }
  const precandidate = account.precandidates.insert({
    precandidate_id: crypto.randomUUID(),
    person_id: crypto.randomUUID(),
    country_code,
    email: creation.email ?? '',
    phone: creation.phone ?? '',
    precandidate_status: 'CREATED',
    ...(pipeline === undefined ? withoutPipeline(creation) : withPipeline(pipeline)),
  });
  account.persons.insert({
    person_id: precandidate.person_id,
    country_code,
    document_id: null,
    reports_enabled: precandidate.reports_enabled,
    custom_data: null,
    webhook: null,
    created_at: precandidate.created_at,
  });
  return precandidate;
}

/** The pipeline asked for; `undefined` when reports are named in its place. */
function findPipeline(
  pipelines: PipelineStore,
  { pipeline_id, pipeline_name, reports_enabled }: PrecandidateCreation,
): Pipeline | undefined {
  const byId = pipeline_id === undefined ? undefined : pipelines.byId(pipeline_id);
  const byName = pipeline_name === undefined ? undefined : pipelines.byName(pipeline_name);
  const isUnknown =
    (pipeline_id !== undefined && byId === undefined) ||
    (pipeline_name !== undefined && byName === undefined);
  if (isUnknown) throw new SandboxError(404, 'Pipeline not found');
  if (byId !== undefined && byName !== undefined && byId.pipeline_id !== byName.pipeline_id) {
    throw validationFailed('/pipeline_id', 'const', 'is not the pipeline of pipeline_name');
  }
  const pipeline = byId ?? byName;
  const namesReports = (reports_enabled?.length ?? 0) > 0;
  if (pipeline !== undefined && namesReports) {
    throw validationFailed('/reports_enabled', 'not', 'is used instead of a pipeline, not with it');
  }
  if (pipeline === undefined && !namesReports) {
    throw validationFailed('/pipeline_name', 'required', 'or reports_enabled is required');
  }
  return pipeline;
}

type Reports = Pick<
  NewPrecandidate,
  'pipeline_id' | 'pipeline_name' | 'reports_enabled' | 'report_settings' | 'form_schema'
>;

function withPipeline(pipeline: Pipeline): Reports {
  return {
    pipeline_id: pipeline.pipeline_id,
    pipeline_name: pipeline.pipeline_name,
    reports_enabled: pipeline.reports_enabled,
    report_settings: pipeline.report_settings,
    form_schema: JSON.stringify(pipeline.form_schema),
  };
}

function withoutPipeline(creation: PrecandidateCreation): Reports {
  const reports_enabled = [...new Set(creation.reports_enabled)];
  return {
    pipeline_id: '',
    pipeline_name: '',
    reports_enabled,
    report_settings: creation.report_settings ?? {},
    form_schema: JSON.stringify(schemaForReports(reports_enabled)),
  };
}
