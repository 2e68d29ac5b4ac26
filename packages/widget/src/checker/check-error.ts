/** One failed keyword, in the shape that AJV gives its errors. */
export interface CheckError {
  /** JSON Pointer into the data, e.g. `/referees/0`; `''` for the whole. */
  instancePath: string;
  /** Where the keyword stands in the schema, e.g. `#/properties/age/minimum`. */
  schemaPath: string;
  /** The schema keyword, e.g. `minLength`. */
  keyword: string;
  /** What AJV would tell about it, e.g. `{ limit: 8 }`. */
  params: Record<string, unknown>;
}
