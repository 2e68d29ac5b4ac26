import type { Person } from '../people/people.ts';
import { PIPELINES, pipelineNamed } from '../pipelines.ts';
import type { PortalContext } from '../portal-context.ts';
import { eventCard } from './event-list.ts';
import { html, readableDate, type Html } from './html.ts';
import { DOCS, hrPage } from './layout.ts';
import { candidateForm, personForm, type FormError } from './new-forms.ts';
import { sourcePanel } from './source-panel.ts';
import { collectedBy, personPill } from './status-pill.ts';

/** HR's home page: everyone who is being checked, forms for new people, and the relayed events. */
export function homePage({ people, events }: PortalContext, error?: FormError): string {
  const everyone = people.all();
  const nameOf = (person_id: string) => people.byPersonId(person_id)?.name ?? 'unknown person';
  return hrPage(
    'People',
    html`
    <h1>People</h1>
    <p class="lead">${everyone.length === 0 ? START : summary(everyone)}</p>
    <p class="visually-hidden" id="news" role="status" data-live-text>${summary(everyone)}</p>
    <div class="desk">
      <aside class="side">
        <details class="card" name="new" data-open-when-wide ${(everyone.length === 0 || error?.form === 'candidate') && 'open'}>
          <summary><h2>New candidate</h2></summary>
          ${candidateForm(PIPELINES, error)}
          ${sourcePanel('createPrecandidate', DOCS.quickstart)}
        </details>
        <details class="card" ${error?.form === 'person' && 'open'}>
          <summary><h2>New person, data complete</h2></summary>
          ${personForm(PIPELINES, error)}
          ${sourcePanel('createPerson', DOCS.quickstart)}
        </details>
      </aside>
      <section class="list" aria-labelledby="list-title">
        <h2 id="list-title" class="visually-hidden">Everyone, newest first</h2>
        <div id="people" data-live>${personList(everyone)}</div>
      </section>
      ${eventCard(events.all().slice(0, 30), nameOf)}
    </div>`,
    '/live',
  );
}

/** What a stranger should know first. */
const START = html`This is an example of an HR portal that embeds <code>&lt;precandidate-form&gt;</code>. Create a candidate, open their page, fill in the form, and watch both sides confirm it.`;

function summary(everyone: readonly Person[]): string {
  if (everyone.length === 0) return 'Nobody is being checked yet.';
  const waiting = everyone.filter((person) => person.form?.precandidate_status === 'CREATED');
  const done = everyone.filter(
    (person) => person.folder_status !== null && person.folder_status !== 'PENDING',
  );
  return `${waiting.length} waiting for the candidate · ${done.length} of ${everyone.length} done`;
}

function personList(everyone: readonly Person[]): Html {
  if (everyone.length === 0)
    return html`<div class="empty">
      <p class="empty-title">Start with someone you would like to hire</p>
      <p>Choose a pipeline and create a candidate. They get a page that asks only for the missing data, and you see here when it is done.</p>
    </div>`;
  return html`<ul class="people">${everyone.map(personRow)}</ul>`;
}

function personRow(person: Person): Html {
  return html`<li class="person" data-person="${person.id}">
    <a class="name" href="/people/${person.id}">${person.name}</a>
    <p class="muted">${pipelineNamed(person.pipeline_name)?.label ?? person.pipeline_name} · ${readableDate(person.created_at)}</p>
    <p class="status">${personPill(person)}${collectedBy(person)}</p>
  </li>`;
}
