import type { DatabaseSync } from 'node:sqlite';
import { insertRow } from '../storage/database.ts';
import countryPipelines from './country-pipelines.json' with { type: 'json' };
import generalPipelines from './general-pipelines.json' with { type: 'json' };
import type { Pipeline } from './pipeline.ts';

/** The pipelines that every sandbox account has. */
const BUILT_IN = [...countryPipelines, ...generalPipelines] as readonly Pipeline[];

/** The built-in pipelines, then those that a test added through the control address. */
export class PipelineCatalog {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(): Pipeline[] {
    const added = this.#database.prepare('select pipeline from pipelines order by rowid').all();
    return [...BUILT_IN, ...added.map((row) => JSON.parse(String(row.pipeline)) as Pipeline)];
  }

  byName(pipeline_name: string): Pipeline | undefined {
    return this.all().find((pipeline) => pipeline.pipeline_name === pipeline_name);
  }

  byId(pipeline_id: string): Pipeline | undefined {
    return this.all().find((pipeline) => pipeline.pipeline_id === pipeline_id);
  }

  /** Adds a pipeline; its name must be free. */
  add(pipeline: Pipeline): void {
    const { pipeline_id, pipeline_name } = pipeline;
    insertRow(this.#database, 'pipelines', { pipeline_id, pipeline_name, pipeline });
  }
}
