import { isSubmitted, type ReportStatus } from 'precandidate-contract';
import type { PortalContext } from '../portal-context.ts';
import type { Person, PersonForm } from '../people/person.ts';
import { pipelineNamed } from '../pipelines.ts';
import { eventList } from './event-list.ts';
import { submittedBy } from './home-page.ts';
import { html, type Html } from './html.ts';
import { icon } from './icon.ts';
import { hrPage } from './layout.ts';
import { personPill, pill, reportPill } from './pill.ts';
import { readableDate } from './readable-date.ts';

/**
 * One person: where they stand, their link, their reports, and what was relayed about them. `origin`
 * is the portal's own, for the link that HR sends.
 */
export function personPage(
  { events, settings }: PortalContext,
  person: Person,
  origin: string,
): string {
  return hrPage(
    person.name,
    `/live?person=${person.id}`,
    html`
    <p class="crumb"><a href="/">${icon('back')}People</a></p>
    <h1>${person.name}</h1>
    <p class="lead">${pipelineNamed(person.pipeline_name)?.label ?? person.pipeline_name} · ${person.country_code} · since ${readableDate(person.created_at)}</p>
    <div id="standing" class="standing" data-live role="status">${personPill(person)}${submittedBy(person)}</div>
    <div class="columns">
      <div>
        ${person.form && linkCard(person, person.form, origin)}
        <section class="card" aria-labelledby="reports-title">
          <h2 id="reports-title">Reports</h2>
          <div id="reports" data-live>${reportList(person)}</div>
        </section>
      </div>
      <div>
        <div id="play" data-live>${person.form && settings.sandboxUrl !== null && playCard(person.id, person.form)}</div>
        <section class="card" aria-labelledby="log-title">
          <h2 id="log-title">What the proxy told us</h2>
          <div id="events" data-live>${eventList(events.about(person.person_id), () => undefined)}</div>
        </section>
      </div>
    </div>`,
  );
}

function linkCard(person: Person, form: PersonForm, origin: string): Html {
  const words = isSubmitted(form.precandidate_status)
    ? 'Nothing is missing any more. The page says so too.'
    : 'Send them this link. The page asks only for what is still missing.';
  return html`<section class="card" aria-labelledby="link-title">
    <h2 id="link-title">Their page</h2>
    <p id="link" data-live-text>${words}</p>
    <div class="field copy">
      <label for="candidate-link">Link to copy</label>
      <input id="candidate-link" readonly value="${origin}/candidates/${person.id}">
    </div>
    <p><a class="main-action" href="/candidates/${person.id}" target="_blank">Open the candidate’s page ${icon('arrow')}</a></p>
  </section>`;
}

/** The sandbox plays the candidate's other ways; a portal in earnest has no such card. */
function playCard(id: string, form: PersonForm): Html | undefined {
  if (isSubmitted(form.precandidate_status)) return undefined;
  return html`<section class="card play" aria-labelledby="play-title">
    <h2 id="play-title">Play the candidate</h2>
    <p class="quiet">The service collects the data in other ways too. Try them while the candidate’s page is open.</p>
    <div class="row">
      <a class="action" href="${form.form_url}" target="_blank" rel="noreferrer">Hosted form</a>
      <form method="post" action="/people/${id}/phone-call"><button class="action">Phone call</button></form>
    </div>
  </section>`;
}

function reportList({ reports, form }: Person): Html {
  const entries = Object.entries(reports);
  if (entries.length > 0) return html`<ul class="reports">${entries.map(reportRow)}</ul>`;
  return form?.precandidate_status === 'CREATED'
    ? html`<p class="quiet">They begin when the missing data is there.</p>`
    : html`<p class="quiet">${pill('PENDING')}</p>`;
}

function reportRow([name, report]: [string, ReportStatus]): Html {
  const ended =
    report.state === 'COMPLETED' || report.state === 'INCOMPLETE' || report.state === 'ERROR';
  return html`<li data-report="${name}">
    <span class="report-name">${name.replaceAll('_', ' ')}</span>
    ${reportPill(report)}
    <span class="quiet">${ended ? html`ended ${readableDate(report.updated_at)}` : html`since ${readableDate(report.created_at)}`}</span>
  </li>`;
}
