declare module 'chunk-url:*' {
  /** Absolute address of the chunk. */
  const url: string;
  export default url;
}
