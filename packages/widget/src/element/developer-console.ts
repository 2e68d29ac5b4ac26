import type { ProblemError } from '../api/problem-error.ts';
import type { HostMessages, Messages } from '../i18n/messages.ts';
import { chunks } from './chunks.ts';
import type { SetupFacts } from './setup-reporter.ts';

/** Attributes of any element; the reporter knows more of them. `rendered` is in our own HTML. */
const COMMON_ATTRIBUTES = /^(?:rendered|id|class|style|lang|data-.*)$/;

/** Tells the page's developer of a problem. The texts are a chunk of their own. */
export async function reportProblem(
  host: HTMLElement,
  error: ProblemError,
  facts: SetupFacts,
): Promise<void> {
  // Nothing is set up wrongly, and by the time the chunk is here, the network is, too.
  if (navigator.onLine === false) return;
  const reporter = await chunks.setupReporter().catch(() => undefined);
  if (reporter) reporter.reportProblem(host, error, facts);
  else console.error(`<precandidate-form> ${error.problem}: ${error.message}`);
}

/**
 * Warns the page's developer of what the element ignores. A page that is set up well loads nothing for it.
 *
 * @param attributes - those that the element knows
 * @param loadOurs - loads our messages in any language
 */
export async function warnOfIgnored(
  host: HTMLElement & { messages: HostMessages | null },
  attributes: readonly string[],
  loadOurs: () => Promise<Messages>,
): Promise<void> {
  const known = [...attributes, 'rendered'];
  const isKnown = (name: string) => known.includes(name) || COMMON_ATTRIBUTES.test(name);
  const isAllKnown = host.getAttributeNames().every(isKnown) && host.messages == null;
  const content = contentOf(host);
  if (isAllKnown && content === undefined) return;
  const { messages } = host;
  const reporter = await chunks.setupReporter();
  const ignored =
    messages == null
      ? []
      : (await chunks.hostOverrides()).ignoredMessages(messages, await loadOurs());
  reporter.warnOfIgnored(host, known, ignored, content);
}

/**
 * What is inside the tags of an element that shows nothing of it; `undefined` when that is nothing. Spaces,
 * comments, and templates do not count.
 */
function contentOf(host: HTMLElement): string | undefined {
  const isContent = (node: Node) =>
    node instanceof Element
      ? !node.matches('template, noscript, script, style')
      : node instanceof Text && node.data.trim() !== '';
  const found = [...host.childNodes].find(isContent);
  return found instanceof Element ? `<${found.localName}>` : found && 'text';
}
