import { isSubmitted, type ReportStatus } from 'precandidate-contract';
import type { Person, PersonForm } from '../people/people.ts';
import { pipelineNamed } from '../pipelines.ts';
import type { PortalContext } from '../portal-context.ts';
import { eventCard } from './event-list.ts';
import { html, icon, readableDate, type Html } from './html.ts';
import { DOCS, hrPage } from './layout.ts';
import { sourcePanel } from './source-panel.ts';
import { collectedBy, personPill, reportPill, statusPill } from './status-pill.ts';

/** The page of one person. `origin` is the portal's own, for the candidate's link. */
export function personPage({ events }: PortalContext, person: Person, origin: string): string {
  const { id, name, form } = person;
  return hrPage(
    name,
    html`
    <p class="crumb"><a href="/">${icon('back')}People</a></p>
    <h1>${name}</h1>
    <p class="lead">${pipelineNamed(person.pipeline_name)?.label ?? person.pipeline_name} · ${person.country_code} · since ${readableDate(person.created_at)}</p>
    <div id="status" class="status" data-live role="status">${personPill(person)}${collectedBy(person)}</div>
    <div class="columns">
      <div>
        ${form && linkCard(person, form, origin)}
        <section class="card" aria-labelledby="reports-title">
          <h2 id="reports-title">Reports</h2>
          <div id="reports" data-live>${reportList(person)}</div>
          ${sourcePanel('readFolder', DOCS.quickstart)}
        </section>
      </div>
      <div>
        <div id="simulation" data-live>${form && simulationCard(id, form)}</div>
        <div class="card">${eventCard(events.about(person.person_id))}</div>
      </div>
    </div>`,
    `/live?person=${id}`,
  );
}

function linkCard({ id }: Person, form: PersonForm, origin: string): Html {
  const advice = isSubmitted(form.precandidate_status)
    ? 'All data received. The candidate’s page says so, too.'
    : 'Send them this link. The page asks only for the missing data.';
  return html`<section class="card" aria-labelledby="link-title">
    <h2 id="link-title">The candidate’s page</h2>
    <p id="link" data-live-text>${advice}</p>
    <div class="field copy">
      <label for="candidate-link">Link to copy</label>
      <input id="candidate-link" readonly value="${origin}/candidates/${id}">
    </div>
    <p><a class="main-action" href="/candidates/${id}" target="_blank">Open the candidate’s page ${icon('arrow')}</a></p>
    ${sourcePanel('createSession', DOCS.sessions)}
  </section>`;
}

/** The sandbox simulates the candidate's other ways to submit; a real portal has no such card. */
function simulationCard(id: string, form: PersonForm): Html | undefined {
  if (isSubmitted(form.precandidate_status)) return undefined;
  return html`<section class="card simulation" aria-labelledby="simulation-title">
    <h2 id="simulation-title">Simulate the candidate</h2>
    <p class="muted">The service also collects the data in other ways. Try them while the candidate’s page is open.</p>
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
    ? html`<p class="muted">They start when the missing data is there.</p>`
    : html`<p class="muted">${statusPill('PENDING')}</p>`;
}

function reportRow([name, report]: [string, ReportStatus]): Html {
  const hasEnded = ['COMPLETED', 'INCOMPLETE', 'ERROR'].includes(report.state);
  return html`<li data-report="${name}">
    <span class="report-name">${name.replace(/_status$/, '').replaceAll('_', ' ')}</span>
    ${reportPill(report)}
    <span class="muted">${hasEnded ? html`ended ${readableDate(report.updated_at)}` : html`since ${readableDate(report.created_at)}`}</span>
  </li>`;
}
