import type { Snapshot } from 'precandidate-contract';

/** Reads a status stream until a snapshot `matches`; answers all that came, that one last. */
export async function readStream(
  answer: Response,
  matches: (snapshot: Snapshot) => boolean,
): Promise<Snapshot[]> {
  const seen: Snapshot[] = [];
  let rest = '';
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    rest += text;
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data === undefined) continue;
      const snapshot = JSON.parse(data) as Snapshot;
      seen.push(snapshot);
      if (matches(snapshot)) return seen;
    }
  }
  throw new Error(`the stream ended after ${JSON.stringify(seen)}`);
}
