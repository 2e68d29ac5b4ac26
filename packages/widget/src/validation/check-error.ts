/** One failed keyword, in the shape that AJV gives its errors. */
export interface CheckError {
  /** JSON Pointer into the data, e.g. `/referees/0`; `''` for the whole. */
  instancePath: string;
  /** The schema keyword, e.g. `minLength`; `false schema` where nothing is allowed. */
  keyword: string;
  /** What AJV would tell about it, e.g. `{ limit: 8 }`. */
  params: Record<string, unknown>;
  /** The shapes of `anyOf` and `oneOf` that it lies in, from the outside in. */
  branches: readonly Branch[];
}

/** One of the shapes that a part of the data may take. */
export interface Branch {
  /** JSON Pointer of the part. */
  pointer: string;
  /** The same object for all shapes of the part. */
  part: object;
  /** Which of them, from 0. */
  index: number;
}
