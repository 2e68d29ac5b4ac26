import type { RelayEvent } from 'precandidate-contract';
import type { LoggedEvent } from '../people/event-log.ts';
import { personOf } from '../people/event-log.ts';
import { html, type Html } from './html.ts';
import { icon } from './icon.ts';
import { pill } from './pill.ts';
import { readableDate } from './readable-date.ts';

/** Relayed events, newest first, each with what its signature said. `nameOf` is who it is about. */
export function eventList(
  events: readonly LoggedEvent[],
  nameOf: (person_id: string) => string | undefined,
): Html {
  if (events.length === 0)
    return html`<p class="quiet">Nothing yet. The proxy tells us here, signed, when something happens.</p>`;
  return html`<ol class="events">${events.map((entry) => eventItem(entry, nameOf))}</ol>`;
}

function eventItem(
  { id, event, received_at, times }: LoggedEvent,
  nameOf: (person_id: string) => string | undefined,
): Html {
  if (event === null)
    return html`<li class="event" data-event="refused">
      <p><strong>Refused</strong> ${readableDate(received_at)}</p>
      <p><span class="seal bad">${icon('cross')}signature not verified</span></p>
    </li>`;
  const about = nameOf(personOf(event));
  return html`<li class="event" data-event="${event.type}" data-event-id="${id}">
    <p><code>${event.type}</code> ${readableDate(received_at)}</p>
    ${about !== undefined && html`<p>${about}</p>`}
    <p><span class="seal good">${icon('seal')}signature verified${times > 1 && ` · came ${times} times`}</span> ${pill(statusIn(event))}</p>
    <details><summary>What it said</summary><pre tabindex="0">${JSON.stringify(event, null, 2)}</pre></details>
  </li>`;
}

/** The word that an event brings. */
function statusIn(event: RelayEvent): string {
  switch (event.type) {
    case 'person.completed':
      return event.data.status;
    case 'precandidate.submission_failed':
      return event.data.reason;
    default:
      return event.data.precandidate_status;
  }
}
