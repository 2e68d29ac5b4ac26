import type { LoggedEvent } from '../people/event-log.ts';
import { personOf } from '../people/event-log.ts';
import type { People } from '../people/people.ts';
import { html, type Html } from './html.ts';
import { icon } from './icon.ts';
import { readableDate } from './readable-date.ts';

/** Relayed events, newest first, each with what its signature said. */
export function eventList(events: readonly LoggedEvent[], people: People): Html {
  if (events.length === 0)
    return html`<p class="quiet">Nothing yet. The proxy tells us here, signed, when something happens.</p>`;
  return html`<ol class="events">${events.map((entry) => eventItem(entry, people))}</ol>`;
}

function eventItem({ id, event, received_at, times }: LoggedEvent, people: People): Html {
  if (event === null)
    return html`<li class="event" data-event="refused">
      <p><strong>Refused</strong> ${readableDate(received_at)}</p>
      <p class="seal bad">${icon('cross')}signature not verified</p>
    </li>`;
  const person = people.byPersonId(personOf(event));
  return html`<li class="event" data-event="${event.type}" data-event-id="${id}">
    <p><code>${event.type}</code> ${readableDate(received_at)}</p>
    <p>${person === undefined ? 'somebody unknown' : person.name}</p>
    <p class="seal good">${icon('seal')}signature verified${times > 1 && ` · came ${times} times`}</p>
    <details><summary>What it said</summary><pre tabindex="0">${JSON.stringify(event, null, 2)}</pre></details>
  </li>`;
}
