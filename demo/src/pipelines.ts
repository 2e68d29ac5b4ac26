/** A pipeline of the account that HR can choose. The service has no path that lists them. */
export interface Pipeline {
  pipeline_name: string;
  country_code: string;
  label: string;
}

/** By group, in the order of the list. */
export const PIPELINES: Record<string, Pipeline[]> = {
  'By country': [
    { pipeline_name: 'peru_basic', country_code: 'PE', label: 'Peru, basic' },
    { pipeline_name: 'peru_full', country_code: 'PE', label: 'Peru, full' },
    { pipeline_name: 'brazil_full', country_code: 'BR', label: 'Brazil' },
    { pipeline_name: 'mexico_basic', country_code: 'MX', label: 'Mexico' },
    { pipeline_name: 'chile_basic', country_code: 'CL', label: 'Chile' },
  ],
  'With the candidate’s help': [
    { pipeline_name: 'candidate_screening', country_code: 'PE', label: 'Screening call' },
    { pipeline_name: 'reference_check', country_code: 'PE', label: 'References' },
  ],
  'For testing': [
    { pipeline_name: 'no_fields', country_code: 'PE', label: 'Nothing missing' },
    { pipeline_name: 'odd_names', country_code: 'PE', label: 'Odd field names' },
    { pipeline_name: 'everything', country_code: 'PE', label: 'Every kind of field' },
  ],
};

export function pipelineNamed(name: string): Pipeline | undefined {
  return Object.values(PIPELINES)
    .flat()
    .find((pipeline) => pipeline.pipeline_name === name);
}
