import type { ProblemName } from 'precandidate-contract';
import type { Section, Specimen } from './specimen.ts';

const HOSTED_FORM = 'https://forms.example/f/1';

const progress: readonly Specimen[] = [
  { name: 'loading', title: 'Loading', action: 'wait', endState: 'loading' },
  { name: 'ready', title: 'Ready' },
  { name: 'restored', title: 'Restored after a reload', action: 'restore', fill: '70456123' },
  {
    name: 'call-expected',
    title: 'The service will call',
    pipeline_name: 'candidate_screening',
  },
  {
    name: 'checking',
    title: 'Checking',
    action: 'submit',
    responses: { submission: 'stall' },
    endState: 'checking',
  },
  {
    name: 'sending',
    title: 'Sending',
    note: 'The proxy has the data and sends it to the service.',
    action: 'submit',
    responses: { submission: { state: 'sending' } },
    endState: 'sending',
  },
  {
    name: 'sending-after-reload',
    title: 'Sending, after a reload',
    snapshot: { state: 'sending', attempt: 1 },
    endState: 'sending',
  },
  { name: 'sent', title: 'Sent', snapshot: { state: 'sent', attempt: 1 }, endState: 'sent' },
  {
    name: 'submitted',
    title: 'Submitted',
    snapshot: { state: 'submitted', attempt: 1, by: 'form' },
    endState: 'submitted',
  },
  {
    name: 'call-follows',
    title: 'Submitted, a call follows',
    pipeline_name: 'candidate_screening',
    snapshot: { state: 'submitted', attempt: 1, by: 'form' },
    endState: 'submitted',
  },
  {
    name: 'elsewhere',
    title: 'Collected elsewhere',
    snapshot: { state: 'submitted', by: 'elsewhere' },
    endState: 'elsewhere',
  },
  {
    name: 'handed-off',
    title: 'Handed off to the hosted form',
    action: 'submit',
    snapshot: { channel: 'handoff', form_url: HOSTED_FORM },
    responses: { submission: {} },
    endState: 'handed-off',
  },
  {
    name: 'refused',
    title: 'Refused by the service',
    snapshot: { state: 'refused', attempt: 1 },
    endState: 'refused',
  },
];

const problems: readonly Specimen[] = [
  {
    name: 'offline',
    title: 'Offline at submit',
    action: 'offline',
    responses: { submission: 'reset' },
    endState: 'offline',
  },
  {
    name: 'unreachable',
    title: 'No connection when it opens',
    responses: { bootstrap: 'reset' },
    endState: 'problem',
  },
  {
    name: 'service-down-at-submit',
    title: 'Service down at submit',
    action: 'submit',
    responses: { submission: 'service-unavailable' },
    endState: 'problem',
  },
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
    ] satisfies [ProblemName, string][]
  ).map(([name, title]) => ({ name, title, responses: { bootstrap: name }, endState: 'problem' })),
];

/** Every state of the element, in the order of a submission. */
export const STATE_SECTIONS: readonly Section[] = [
  { name: 'states', title: 'States', specimens: progress },
  { name: 'problems', title: 'Problems', specimens: problems },
];
