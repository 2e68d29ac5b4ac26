import type { ProblemName } from 'precandidate-contract';
import type { Section, Specimen } from './specimen.ts';

const HOSTED_FORM = 'https://forms.example/f/1';

const onTheWay: readonly Specimen[] = [
  { name: 'loading', title: 'Loading', act: 'wait', ends: 'loading' },
  { name: 'ready', title: 'Ready' },
  { name: 'restored', title: 'Typed before a reload', act: 'restore', fill: '70456123' },
  {
    name: 'call-expected',
    title: 'The service will call, or one fills it in',
    pipeline_name: 'candidate_screening',
  },
  {
    name: 'checking',
    title: 'Checking',
    act: 'submit',
    answers: { submission: 'silence' },
    ends: 'checking',
  },
  {
    name: 'sending',
    title: 'Sending',
    note: 'The proxy has the data and asks the service.',
    act: 'submit',
    answers: { submission: { state: 'sending' } },
    ends: 'sending',
  },
  {
    name: 'sending-after-reload',
    title: 'Sending, after a reload',
    snapshot: { state: 'sending', attempt: 1 },
    ends: 'sending',
  },
  { name: 'sent', title: 'Sent', snapshot: { state: 'sent', attempt: 1 }, ends: 'sent' },
  {
    name: 'submitted',
    title: 'Submitted',
    snapshot: { state: 'submitted', attempt: 1, by: 'form' },
    ends: 'submitted',
  },
  {
    name: 'call-follows',
    title: 'Submitted, and a call follows',
    pipeline_name: 'candidate_screening',
    snapshot: { state: 'submitted', attempt: 1, by: 'form' },
    ends: 'submitted',
  },
  {
    name: 'elsewhere',
    title: 'Collected elsewhere',
    snapshot: { state: 'submitted', by: 'elsewhere' },
    ends: 'elsewhere',
  },
  {
    name: 'handed-off',
    title: 'Handed off to the hosted form',
    act: 'submit',
    snapshot: { channel: 'handoff', form_url: HOSTED_FORM },
    answers: { submission: {} },
    ends: 'handed-off',
  },
  {
    name: 'refused',
    title: 'Refused by the service',
    snapshot: { state: 'refused', attempt: 1 },
    ends: 'refused',
  },
];

const trouble: readonly Specimen[] = [
  {
    name: 'offline',
    title: 'Offline at submit',
    act: 'offline',
    answers: { submission: 'hang-up' },
    ends: 'offline',
  },
  {
    name: 'unreachable',
    title: 'No connection when it opens',
    answers: { bootstrap: 'hang-up' },
    ends: 'problem',
  },
  {
    name: 'service-down-at-submit',
    title: 'Service down at submit',
    act: 'submit',
    answers: { submission: 'service-unavailable' },
    ends: 'problem',
  },
  ...(
    [
      ['service-unavailable', 'Service down'],
      ['session-expired', 'Session over'],
      ['session-invalid', 'Link not valid'],
      ['form-not-found', 'Form not found'],
      ['origin-not-allowed', 'Page not allowed'],
      ['rate-limited', 'Too many attempts'],
      ['schema-unusable', 'A form that cannot be drawn'],
      ['internal', 'Our own failure'],
    ] satisfies [ProblemName, string][]
  ).map(([name, title]) => ({ name, title, answers: { bootstrap: name }, ends: 'problem' })),
];

/** Every state that a candidate can come to, in the order in which they would. */
export const STATES: readonly Section[] = [
  { name: 'states', title: 'States', specimens: onTheWay },
  { name: 'trouble', title: 'When something is wrong', specimens: trouble },
];
