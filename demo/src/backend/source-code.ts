import { readFileSync } from 'node:fs';

const FILES = ['proxy.ts', 'receive-event.ts'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);

/** The source of an exported back-end function with its docstring, to show beside its effect. */
export function sourceCodeOf(name: string): string {
  const pattern = new RegExp(
    String.raw`/\*\*(?:(?!\*/)[\s\S])*\*/\nexport (?:async )?function ${name}\([\s\S]*?\n}\n`,
  );
  for (const file of FILES) {
    const [source] = pattern.exec(file) ?? [];
    if (source !== undefined) return source;
  }
  throw new Error(`There is no function ${name} in the back end`);
}
