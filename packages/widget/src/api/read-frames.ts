/** One event of a `text/event-stream`. */
export interface Frame {
  /** Its name; `message` when the stream gave none. */
  event: string;
  /** Its data, lines joined by newlines. */
  data: string;
}

const FRAME_END = /\r?\n\r?\n/;
const LINE_END = /\r?\n/;

/**
 * Reads the frames of an event stream as they arrive, wherever the network cut them. Comments and
 * frames without data are passed over. Ends when the stream does; throws what the stream throws.
 */
export async function* readFrames(stream: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of chunksOf(stream)) {
    text += decoder.decode(bytes, { stream: true });
    const frames = text.split(FRAME_END);
    text = frames.pop() ?? '';
    yield* frames.map(parseFrame).filter((frame) => frame !== undefined);
  }
}

/** `for await` over a stream itself is missing in Safari. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseFrame(text: string): Frame | undefined {
  const data: string[] = [];
  let event = 'message';
  for (const line of text.split(LINE_END)) {
    const [field = '', ...rest] = line.split(':');
    const value = rest.join(':').replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}
