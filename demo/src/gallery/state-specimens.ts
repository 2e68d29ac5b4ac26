import { specimen, type Section, type Specimen } from './specimen.ts';

const HOSTED_FORM = 'https://forms.example/f/1';

const progress: readonly Specimen[] = [
  specimen('loading', 'Loading', { action: 'wait', endState: 'loading' }),
  specimen('ready', 'Ready'),
  specimen('restored', 'Restored after a reload', { action: 'restore', fill: '70456123' }),
  specimen('call-expected', 'The service will call', { pipeline_name: 'candidate_screening' }),
  specimen('checking', 'Checking', {
    action: 'submit',
    responses: { submission: 'stall' },
    endState: 'checking',
  }),
  specimen('sending', 'Sending', {
    note: 'The proxy has the data and sends it to the service.',
    action: 'submit',
    responses: { submission: { state: 'sending' } },
    endState: 'sending',
  }),
  specimen('sending-after-reload', 'Sending, after a reload', {
    snapshot: { state: 'sending', attempt: 1 },
    endState: 'sending',
  }),
  specimen('stored', 'Stored while the service is down', {
    note: 'The candidate can close the page.',
    snapshot: { state: 'sending', attempt: 1, stored: true },
    endState: 'sending',
  }),
  specimen('sent', 'Sent', { snapshot: { state: 'sent', attempt: 1 }, endState: 'sent' }),
  specimen('submitted', 'Submitted', {
    snapshot: { state: 'submitted', attempt: 1, by: 'form' },
    endState: 'submitted',
  }),
  specimen('call-follows', 'Submitted, a call follows', {
    pipeline_name: 'candidate_screening',
    snapshot: { state: 'submitted', attempt: 1, by: 'form' },
    endState: 'submitted',
  }),
  specimen('elsewhere', 'Collected elsewhere', {
    snapshot: { state: 'submitted', by: 'elsewhere' },
    endState: 'elsewhere',
  }),
  specimen('handed-off', 'Handed off to the hosted form', {
    action: 'submit',
    snapshot: { channel: 'handoff', form_url: HOSTED_FORM },
    responses: { submission: {} },
    endState: 'handed-off',
  }),
  specimen('unconfirmed', 'Not confirmed in time', {
    snapshot: { state: 'unconfirmed', attempt: 1 },
    endState: 'unconfirmed',
  }),
  specimen('refused', 'Refused by the service', {
    snapshot: { state: 'refused', attempt: 1 },
    endState: 'refused',
  }),
];

const problems: readonly Specimen[] = [
  specimen('offline', 'Offline at submit', {
    action: 'offline',
    responses: { submission: 'reset' },
    endState: 'offline',
  }),
  specimen('unreachable', 'No connection when it opens', {
    action: 'reopen-offline',
    responses: { bootstrap: 'reset' },
    endState: 'problem',
  }),
  specimen('proxy-down', 'Proxy down', {
    responses: { bootstrap: 'reset' },
    endState: 'problem',
  }),
  specimen('service-down-at-submit', 'Service down at submit', {
    action: 'submit',
    responses: { submission: 'service-unavailable' },
    endState: 'problem',
  }),
  ...(
    [
      ['service-unavailable', 'Service down'],
      ['session-expired', 'Session expired'],
      ['session-invalid', 'Link not valid'],
      ['form-not-found', 'Form not found'],
      ['origin-not-allowed', 'Page not allowed'],
      ['rate-limited', 'Too many attempts'],
      ['schema-unusable', 'A form that cannot be rendered'],
      ['internal', 'Internal error'],
    ] as const
  ).map(([name, title]) =>
    specimen(name, title, { responses: { bootstrap: name }, endState: 'problem' }),
  ),
];

/** Every state of the element, in the order of a submission. */
export const STATE_SECTIONS: readonly Section[] = [
  { name: 'states', title: 'States', specimens: progress },
  { name: 'problems', title: 'Problems', specimens: problems },
];
