import { SandboxError, validationFailed } from '../errors.ts';
import type { PipelineCatalog } from '../pipelines/catalog.ts';
import type { FieldSchema, FormSchema, Pipeline } from '../pipelines/pipeline.ts';
import type { SandboxState } from '../state.ts';
import type { StoredPrecandidate } from './precandidate-store.ts';

/** Body of the creation; the route validates its shape. */
export interface PrecandidateCreation {
  country_code?: string;
  pipeline_name?: string;
  pipeline_id?: string;
  email?: string;
  phone?: string;
  reports_enabled?: string[];
  report_settings?: Record<string, unknown>;
}

/** Creates a person and their precandidate. Fails with 404 or 422. */
export function createPrecandidate(
  { pipelines, precandidates, persons }: SandboxState,
  creation: PrecandidateCreation,
): StoredPrecandidate {
  const pipeline = findPipeline(pipelines, creation) ?? withoutPipeline(creation);
  const country_code = (creation.country_code ?? pipeline.country_code ?? '').toUpperCase();
  if (country_code === '') throw validationFailed('/country_code', 'required', 'is required');
  if (pipeline.workflow === 'candidate_screening' && creation.phone === undefined) {
    throw validationFailed('/phone', 'required', 'is required: the service calls the candidate');
  }
  const precandidate = precandidates.insert({
    precandidate_id: crypto.randomUUID(),
    person_id: crypto.randomUUID(),
    country_code,
    email: creation.email ?? '',
    phone: creation.phone ?? '',
    precandidate_status: 'CREATED',
    pipeline_id: pipeline.pipeline_id,
    pipeline_name: pipeline.pipeline_name,
    reports_enabled: pipeline.reports_enabled,
    report_settings: pipeline.report_settings,
    form_schema: JSON.stringify(pipeline.form_schema),
  });
  persons.insert({
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

/** The requested pipeline; `undefined` when the creation lists reports instead. */
function findPipeline(
  pipelines: PipelineCatalog,
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

/** Stands for a pipeline when the creation lists reports instead. */
function withoutPipeline({
  reports_enabled,
  report_settings = {},
}: PrecandidateCreation): Pipeline {
  const reports = [...new Set(reports_enabled)];
  return {
    pipeline_id: '',
    pipeline_name: '',
    country_code: null,
    workflow: 'standard',
    reports_enabled: reports,
    report_settings,
    form_schema: schemaForReports(reports),
  };
}

const documentId: FieldSchema = { type: 'string', description: 'Identity document number' };
const cityLocode: FieldSchema = {
  type: 'string',
  description: 'City: country and city code, for example PE LIM',
};
const fullName: FieldSchema = { type: 'string', description: 'Full name, as in the document' };

const FIELDS_BY_REPORT: Record<string, Record<string, FieldSchema>> = {
  document_id_status: { document_id: documentId },
  criminal_records: { document_id: documentId, city_locode: cityLocode },
  credit_history: { document_id: documentId },
  education: { document_id: documentId, full_name: fullName },
  identity_confirmation: {},
};

/** The fields that reports need without a pipeline; an unknown report needs `document_id`. */
function schemaForReports(reports: readonly string[]): FormSchema {
  const properties: Record<string, FieldSchema> = {};
  for (const report of reports) {
    const known = Object.hasOwn(FIELDS_BY_REPORT, report) ? FIELDS_BY_REPORT[report] : undefined;
    Object.assign(properties, known ?? { document_id: documentId });
  }
  return { type: 'object', properties, required: Object.keys(properties) };
}
