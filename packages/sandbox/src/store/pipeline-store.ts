import type { DatabaseSync } from 'node:sqlite';
import { CATALOGUE } from '../pipelines/catalogue.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';

/** The catalogue, and the pipelines that a control address added. */
export class PipelineStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(): Pipeline[] {
    const added = this.#database.prepare('select pipeline from pipelines order by rowid').all();
    return [...CATALOGUE, ...added.map((row) => JSON.parse(String(row.pipeline)) as Pipeline)];
  }

  byName(pipeline_name: string): Pipeline | undefined {
    return this.all().find((pipeline) => pipeline.pipeline_name === pipeline_name);
  }

  byId(pipeline_id: string): Pipeline | undefined {
    return this.all().find((pipeline) => pipeline.pipeline_id === pipeline_id);
  }

  /** Adds a pipeline; the name must be free. */
  add(pipeline: Pipeline): void {
    this.#database
      .prepare('insert into pipelines (pipeline_id, pipeline_name, pipeline) values (?, ?, ?)')
      .run(pipeline.pipeline_id, pipeline.pipeline_name, JSON.stringify(pipeline));
  }
}
