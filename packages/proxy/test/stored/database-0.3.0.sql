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
  ended_at bigint);

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
  values ('waiting', 'form-waiting', '{"person_id":"waiting","precandidate_id":"form-waiting","form_url":"http://127.0.0.1:1/form/waiting","country_code":"PE","precandidate_status":"CREATED","updated_at":"2026-01-01T00:00:00.000000"}', 'CREATED', '2026-01-01T00:00:00.000000', 1795829515272, 'sending', 1, null, 'Evf11INt9L2OWt1eFbFzI9dxCvyxzvFvllnpfHwAq2I', 'KF96TJBlxDzolV_E-HYhPa2UsxyduR53o-lqOqdTJmM', 62, 'form', '[]', 'stored', 1, 1, 1795829515282, 'service-unavailable', 1795829515295, 1795829515270, 1795829515264);

insert into submission_bodies(person_id, form_id, sealed)
  values ('waiting', 'form-waiting', X'7530596e504a3163616394f9ce5a3d1a0dee0115463ea3035ef5f4b4c48e56ceeaa006c0b22797e610eb754481aa8f010e965286dcb76481a5aca8340569');

insert into polled_persons(person_id, until_at, open_until)
  values ('waiting', 1798421515212, null);

insert into deliveries(id, type, person_id, form_id, candidate_id, body, state, sends, last_outcome, created_at, pending_since, ended_at)
  values ('evt_QD8Su6oP7F0Hyq7QlqW4mXZ49vjNt6zbikLO-GB5s9A', 'person.completed', 'completed', null, null, '{"type":"person.completed","timestamp":"2026-11-28T01:31:55.590Z","differs":["/webhook_request_id","/timestamp","/created_at","/updated_at","/_links","/custom_data"],"data":{"id":"completed","country_code":"PE","status":"PASSED","report_status":{}}}', 'pending', 0, null, 1795829515590, 1795829515590, null);

insert into persons(person_id, country_code, created_at, notified, candidate_id)
  values ('93fe8e25-8277-42b9-b47d-af8936998408', 'PE', 1795829515569, null, null);

insert into persons(person_id, country_code, created_at, notified, candidate_id)
  values ('completed', '', 1795829515590, 'ggK5p2NUw74T2aNgk8nsN1AZzSWWJkHpzeAAJFNiBGo', null);

insert into schemas(hash, schema, fetched_at)
  values ('oIDMMpv0JC2EUjDFd_i9mvWZLlHtxGZgupcsA1qmlPM', '{"type":"object","properties":{"document_id":{"type":"string"}}}', 1795829515170);

insert into form_schemas(person_id, form_id, hash, fetched_at)
  values ('waiting', 'form-waiting', 'oIDMMpv0JC2EUjDFd_i9mvWZLlHtxGZgupcsA1qmlPM', 1795829515170);

insert into session_data(session_id, person_id, sealed, expires_at)
  values ('dcc1b835-36c4-4569-b0b9-c72e73b31655', 'waiting', X'7530596e504a3163ac9d4dacc474787dd00502bee5c721b92e2dc96f16b792880086845aa93c7751076e64e2d0689eee5d70b5bcfc341fcbe74931cd72741a35830a76', 1795830415000);

insert into revocations(subject, revoked_at, expires_at)
  values ('AzKdtZ0MVeTLiR7Bb6sPF6NPiOHciFIbUGCGtqKI7L0', 1795829515471, 1795915915471);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('purge', 'hourly', 1795833114549, 1, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('polls', 'waiting', 1795829516143, 0, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('submission', 'waiting/form-waiting', 1795829517165, 1, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('reconciliation', '93fe8e25-8277-42b9-b47d-af8936998408', 1795833115569, 0, null, null);

insert into jobs(queue, key, due_at, runs, lease, rerun_at)
  values ('outbox', 'evt_QD8Su6oP7F0Hyq7QlqW4mXZ49vjNt6zbikLO-GB5s9A', 1795829515590, 0, null, null);

insert into clock(latest, jumped_at)
  values (1795829515643, 0);

