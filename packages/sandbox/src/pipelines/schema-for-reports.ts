import type { FieldSchema, FormSchema } from './pipeline.ts';

const documentId: FieldSchema = { type: 'string', description: 'Identity document number' };
const cityLocode: FieldSchema = {
  type: 'string',
  description: 'City: country and city code, for example PE LIM',
};
const fullName: FieldSchema = { type: 'string', description: 'Full name, as in the document' };

const FIELDS: Record<string, Record<string, FieldSchema>> = {
  document_id_status: { document_id: documentId },
  criminal_records: { document_id: documentId, city_locode: cityLocode },
  credit_history: { document_id: documentId },
  education: { document_id: documentId, full_name: fullName },
  identity_confirmation: {},
};

/** What the reports need when no pipeline says it; a report we do not know needs `document_id`. */
export function schemaForReports(reports: readonly string[]): FormSchema {
  const properties: Record<string, FieldSchema> = {};
  for (const report of reports) {
    const known = Object.hasOwn(FIELDS, report) ? FIELDS[report] : undefined;
    Object.assign(properties, known ?? { document_id: documentId });
  }
  return { type: 'object', properties, required: Object.keys(properties) };
}
