declare module '*.css?inline' {
  const text: string;
  export default text;
}

declare module '*.css?url' {
  /** Absolute address of the file. */
  const url: string;
  export default url;
}
