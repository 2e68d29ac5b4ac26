CREATE TABLE forms(
  person_id text not null,
  form_id text not null,
  record text,
  precandidate_status text,
  updated_at text,
  revision bigint not null,
  state text not null,
  attempt bigint not null,
  submitted_by text,
  submission_key text,
  body_hash text,
  body_bytes bigint,
  channel text,
  rejected_keys text not null,
  phase text,
  acknowledged bigint not null,
  tries bigint not null,
  begun_at bigint,
  last_outcome text,
  sent_at bigint,
  touched_at bigint not null,
  requested_at bigint not null,
  primary key(person_id, form_id));

CREATE INDEX forms_state on forms(state, begun_at);

CREATE TABLE submission_bodies(
  person_id text not null,
  form_id text not null,
  sealed bytea not null,
  primary key(person_id, form_id),
  foreign key(person_id, form_id) references forms on delete cascade);

CREATE TABLE polled_persons(
  person_id text primary key,
  until_at bigint not null,
  open_until bigint);

CREATE TABLE deliveries(
  id text primary key,
  type text not null,
  person_id text,
  form_id text,
  candidate_id text,
  body text not null,
  state text not null,
  sends bigint not null,
  last_outcome text,
  created_at bigint not null,
  pending_since bigint not null,
  ended_at bigint,
  is_kept bigint not null);

CREATE INDEX deliveries_recent on deliveries(created_at);

CREATE INDEX deliveries_person on deliveries(person_id);

CREATE INDEX deliveries_candidate on deliveries(candidate_id);

CREATE INDEX deliveries_state on deliveries(state, created_at);

CREATE TABLE persons(
  person_id text primary key,
  country_code text not null,
  created_at bigint not null,
  notified text,
  candidate_id text);

CREATE INDEX persons_candidate on persons(candidate_id);

CREATE TABLE schemas(hash text primary key, schema text not null, fetched_at bigint not null);

CREATE TABLE form_schemas(
  person_id text not null,
  form_id text not null,
  hash text not null,
  fetched_at bigint not null,
  primary key(person_id, form_id));

CREATE TABLE session_data(
  session_id text primary key,
  person_id text not null,
  sealed bytea not null,
  expires_at bigint not null);

CREATE INDEX session_data_person on session_data(person_id);

CREATE TABLE revocations(
  subject text primary key,
  revoked_at bigint not null,
  expires_at bigint not null);

CREATE INDEX revocations_recent on revocations(revoked_at);

CREATE TABLE erasures(subject text primary key, expires_at bigint not null);

CREATE TABLE jobs(
  queue text not null,
  key text not null,
  due_at bigint,
  runs bigint not null,
  lease text,
  rerun_at bigint,
  primary key(queue, key));

CREATE INDEX jobs_due on jobs(queue, due_at);

CREATE TABLE clock(latest bigint not null, jumped_at bigint not null);

insert into forms(person_id, form_id, record, precandidate_status, updated_at, revision, state, attempt, submitted_by, submission_key, body_hash, body_bytes, channel, rejected_keys, phase, acknowledged, tries, begun_at, last_outcome, sent_at, touched_at, requested_at)
  values ('waiting', 'form-waiting', '{"person_id":"waiting","precandidate_id":"form-waiting","form_url":"http://127.0.0.1:1/form/waiting","country_code":"PE","precandidate_status":"CREATED","updated_at":"2026-01-01T00:00:00.000000"}', 'CREATED', '2026-01-01T00:00:00.000000', 1795849953344, 'sending', 1, null, 'Evf11INt9L2OWt1eFbFzI9dxCvyxzvFvllnpfHwAq2I', 'KF96TJBlxDzolV_E-HYhPa2UsxyduR53o-lqOqdTJmM', 62, 'form', '[]', 'stored', 1, 1, 1795849953411, 'service-unavailable', 1795849953458, 1795849953342, 1795849953328);

insert into submission_bodies(person_id, form_id, sealed)
  values ('waiting', 'form-waiting', X'7530596e504a31639f55d1df981f59aaf0973795b34a0dcabc5d03114505af2c7f063b907c14d9033a007553901fe79e0cc85957dfebbe2b6b5f3bcbf911');

insert into polled_persons(person_id, until_at, open_until)
  values ('waiting', 1798441953305, null);

insert into deliveries(id, type, person_id, form_id, candidate_id, body, state, sends, last_outcome, created_at, pending_since, ended_at, is_kept)
  values ('evt_QD8Su6oP7F0Hyq7QlqW4mXZ49vjNt6zbikLO-GB5s9A', 'person.completed', 'completed', null, null, '{"type":"person.completed","timestamp":"2026-11-28T07:12:33.704Z","differs":["/webhook_request_id","/timestamp","/created_at","/updated_at","/_links","/custom_data"],"data":{"id":"completed","country_code":"PE","status":"PASSED","report_status":{}}}', 'pending', 0, null, 1795849953704, 1795849953704, null, 1);

insert into persons(person_id, country_code, created_at, notified, candidate_id)
  values ('96a25307-a27f-4d7c-8a97-27590a2fdb36', 'PE', 1795849953700, null, null);

insert into persons(person_id, country_code, created_at, notified, candidate_id)
  values ('completed', '', 1795849953704, 'ggK5p2NUw74T2aNgk8nsN1AZzSWWJkHpzeAAJFNiBGo', null);

insert into schemas(hash, schema, fetched_at)
  values ('oIDMMpv0JC2EUjDFd_i9mvWZLlHtxGZgupcsA1qmlPM', '{"type":"object","properties":{"document_id":{"type":"string"}}}', 1795849953288);

insert into form_schemas(person_id, form_id, hash, fetched_at)
  values ('waiting', 'form-waiting', 'oIDMMpv0JC2EUjDFd_i9mvWZLlHtxGZgupcsA1qmlPM', 1795849953288);

insert into session_data(session_id, person_id, sealed, expires_at)
  values ('e3c54e5e-2492-4294-b756-a8ca3960cff6', 'waiting', X'7530596e504a31638a19b154184ccde93c9725ac2068a02c4bdf20f86271f6078b65d34b40e554cd57b605dcc51c5986b5eb394fb66d77af0e6d3cf5bcbccdc7b68068', 1795850853000);

insert into revocations(subject, revoked_at, expires_at)
  values ('AzKdtZ0MVeTLiR7Bb6sPF6NPiOHciFIbUGCGtqKI7L0', 1795849953613, 1795936353613);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('purge', 'hourly', 1795853552184, 1, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('polls', 'waiting', 1795849954161, 0, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('submission', 'waiting/form-waiting', 1795849955557, 1, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('reconciliation', '96a25307-a27f-4d7c-8a97-27590a2fdb36', 1795853553700, 0, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('outbox', 'evt_QD8Su6oP7F0Hyq7QlqW4mXZ49vjNt6zbikLO-GB5s9A', 1795849953704, 0, null, null);

insert into clock(latest, jumped_at)
  values (1795849953988, 0);

