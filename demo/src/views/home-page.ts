import type { PortalContext } from '../portal-context.ts';
import type { Person } from '../people/person.ts';
import { PIPELINES, pipelineNamed } from '../pipelines.ts';
import { eventList } from './event-list.ts';
import { html, type Html } from './html.ts';
import { hrPage } from './layout.ts';
import { candidateForm, personForm, type FormFault } from './new-forms.ts';
import { personPill } from './pill.ts';
import { readableDate } from './readable-date.ts';

/** HR's first page: whom we are checking, somebody new, and what the proxy told us. */
export function homePage({ people, events }: PortalContext, fault?: FormFault): string {
  const everybody = people.all();
  const nameOf = (person_id: string) => people.byPersonId(person_id)?.name ?? 'somebody unknown';
  return hrPage(
    'People',
    '/live',
    html`
    <h1>People</h1>
    <p class="lead">${lead(everybody)}</p>
    <p class="unseen" id="news" role="status" data-live-text>${lead(everybody)}</p>
    <div class="desk">
      <aside class="side">
        <details class="card" name="new" data-open-when-wide ${(everybody.length === 0 || fault?.form === 'candidate') && 'open'}>
          <summary><h2>New candidate</h2></summary>
          ${candidateForm(PIPELINES, fault)}
        </details>
        <details class="card" ${fault?.form === 'person' && 'open'}>
          <summary><h2>New person, data complete</h2></summary>
          ${personForm(PIPELINES, fault)}
        </details>
      </aside>
      <section class="list" aria-labelledby="list-title">
        <h2 id="list-title" class="unseen">Everybody, newest first</h2>
        <div id="people" data-live>${personList(everybody)}</div>
      </section>
      <section class="log" aria-labelledby="log-title">
        <h2 id="log-title">What the proxy told us</h2>
        <div id="events" data-live>${eventList(events.all().slice(0, 30), nameOf)}</div>
      </section>
    </div>`,
  );
}

function lead(everybody: readonly Person[]): string {
  if (everybody.length === 0) return 'Nobody is being checked yet.';
  const waiting = everybody.filter(
    (person) => person.form?.precandidate_status === 'CREATED',
  ).length;
  const ended = everybody.filter(
    (person) => person.folder_status !== null && person.folder_status !== 'PENDING',
  ).length;
  return `${waiting} waiting for the candidate · ${ended} of ${everybody.length} done`;
}

function personList(everybody: readonly Person[]): Html {
  if (everybody.length === 0)
    return html`<div class="empty">
      <p class="empty-title">Begin with somebody you would like to hire</p>
      <p>Choose a pipeline and create a candidate. They get a page that asks only for what is still missing, and you see here when it is done.</p>
    </div>`;
  return html`<ul class="people">${everybody.map(personRow)}</ul>`;
}

function personRow(person: Person): Html {
  return html`<li class="person" data-person="${person.id}">
    <a class="name" href="/people/${person.id}">${person.name}</a>
    <p class="quiet">${pipelineNamed(person.pipeline_name)?.label ?? person.pipeline_name} · ${readableDate(person.created_at)}</p>
    <p class="standing">${personPill(person)}${submittedBy(person)}</p>
  </li>`;
}

/** Through which door the data came. */
export function submittedBy({ form }: Person): Html | undefined {
  if (form?.by == null) return undefined;
  const words = form.by === 'form' ? 'through our page' : 'collected elsewhere';
  return html`<span class="quiet" data-by="${form.by}">${words}</span>`;
}
