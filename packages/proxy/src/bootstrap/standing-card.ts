import type { Snapshot } from 'precandidate-contract';
import type { PageWords } from 'precandidate-form/server';
import { type Card, linkTo } from '../no-javascript/page.ts';

/**
 * Where a form stands, in place of the form and in the words of the element's states.
 *
 * @param isPromised - whether what is on its way was promised to arrive
 */
export function standingCard(
  { state, by, channel, form_url }: Pick<Snapshot, 'state' | 'by' | 'channel' | 'form_url'>,
  { states, problems, notSent, handOff, openForm }: PageWords,
  isPromised = false,
): Card {
  switch (state) {
    case 'submitted':
      return { sentence: by === 'elsewhere' ? states.elsewhere : states.submitted, tone: 'good' };
    case 'sent':
      return { sentence: states.sent, tone: 'busy' };
    case 'sending': {
      const sentence = isPromised ? states.sending : problems['submission-in-progress'];
      return { sentence, tone: 'busy' };
    }
    case 'refused':
      return {
        sentence: { title: states.refused.title, text: notSent.text },
        tone: 'trouble',
      };
    default: {
      if (channel !== 'handoff') return { sentence: notSent, tone: 'trouble' };
      // Nothing is collected here, and what was typed would have to be typed again.
      const below = form_url === null ? undefined : linkTo(form_url, openForm);
      return { sentence: { title: states.handedOff.title, text: handOff }, tone: 'busy', below };
    }
  }
}
