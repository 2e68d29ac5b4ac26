declare module 'chunk-url:*' {
  /** Absolute address of the chunk. */
  const url: string;
  export default url;
}

declare module 'chunk-urls:*' {
  /** File name, without its extension → absolute address of the chunk. */
  const urls: Readonly<Record<string, string>>;
  export default urls;
}

declare module '*.css?inline' {
  const text: string;
  export default text;
}

declare module '*.css?url' {
  /** Absolute address of the file. */
  const url: string;
  export default url;
}
