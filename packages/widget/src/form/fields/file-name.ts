/** The name of a file in its `data:` URL; `''` for none. */
export function fileName(url: string): string {
  const [, name = ''] = /;name=([^;,]*)/.exec(url.slice(0, 1_000)) ?? [];
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
