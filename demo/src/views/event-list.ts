import type { RelayEvent } from 'precandidate-contract';
import { personIdOf, type LoggedEvent } from '../people/event-log.ts';
import { html, icon, readableDate, type Html } from './html.ts';
import { DOCS } from './layout.ts';
import { sourcePanel } from './source-panel.ts';
import { statusPill } from './status-pill.ts';

/** The card with relayed events, newest first. `nameOf` says whom an event is about. */
export function eventCard(
  events: readonly LoggedEvent[],
  nameOf: (person_id: string) => string | undefined = () => undefined,
): Html {
  return html`<section class="log" aria-labelledby="log-title">
    <h2 id="log-title">Events from the proxy</h2>
    <div id="events" data-live>${eventList(events, nameOf)}</div>
    ${sourcePanel('receiveEvent', DOCS.events)}
  </section>`;
}

function eventList(
  events: readonly LoggedEvent[],
  nameOf: (person_id: string) => string | undefined,
): Html {
  if (events.length === 0)
    return html`<p class="muted">None yet. The proxy sends a signed event for each change.</p>`;
  return html`<ol class="events">${events.map((entry) => eventItem(entry, nameOf))}</ol>`;
}

function eventItem(
  { id, event, received_at, deliveries }: LoggedEvent,
  nameOf: (person_id: string) => string | undefined,
): Html {
  if (event === null)
    return html`<li class="event" data-event="rejected">
      <p><strong>Rejected</strong> ${readableDate(received_at)}</p>
      <p><span class="seal bad">${icon('cross')}signature not verified</span></p>
    </li>`;
  const name = nameOf(personIdOf(event));
  return html`<li class="event" data-event="${event.type}" data-event-id="${id}">
    <p><code>${event.type}</code> ${readableDate(received_at)}</p>
    ${name !== undefined && html`<p>${name}</p>`}
    <p><span class="seal good">${icon('seal')}signature verified${deliveries > 1 && ` · delivered ${deliveries} times`}</span> ${statusPill(statusIn(event))}</p>
    <details><summary>Body</summary><pre tabindex="0">${JSON.stringify(event, null, 2)}</pre></details>
  </li>`;
}

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
