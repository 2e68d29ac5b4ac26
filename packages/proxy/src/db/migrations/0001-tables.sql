-- What the service last said about each form, and our submission of it. The body is in a table of its
-- own, because a body with files has megabytes and only the send reads it.
create table forms(
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

-- For metrics and the list of pending submissions.
create index forms_state on forms(state, begun_at);

create table submission_bodies(
  person_id text not null,
  form_id text not null,
  sealed bytea not null,
  primary key(person_id, form_id),
  foreign key(person_id, form_id) references forms on delete cascade);

create table polled_persons(
  person_id text primary key,
  until_at bigint not null,
  open_until bigint);

-- `candidate_id`: whose form's data created the person, in the channel `person`. `is_kept` is 0 for an event
-- about a person who was erased before: it is deleted once it is delivered.
create table deliveries(
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

create index deliveries_recent on deliveries(created_at);

create index deliveries_person on deliveries(person_id);

create index deliveries_candidate on deliveries(candidate_id);

-- For metrics: the body comes before `state` in the row, so that a count without an index reads it.
create index deliveries_state on deliveries(state, created_at);

create table persons(
  person_id text primary key,
  country_code text not null,
  created_at bigint not null,
  notified text,
  candidate_id text);

create index persons_candidate on persons(candidate_id);

create table schemas(hash text primary key, schema text not null, fetched_at bigint not null);

create table form_schemas(
  person_id text not null,
  form_id text not null,
  hash text not null,
  fetched_at bigint not null,
  primary key(person_id, form_id));

-- What sessions were minted with: prefilled values and the `ui_schema`.
create table session_data(
  session_id text primary key,
  person_id text not null,
  sealed bytea not null,
  expires_at bigint not null);

create index session_data_person on session_data(person_id);

create table revocations(
  subject text primary key,
  revoked_at bigint not null,
  expires_at bigint not null);

create index revocations_recent on revocations(revoked_at);

-- Digests of the ids of persons who were erased.
create table erasures(subject text primary key, expires_at bigint not null);

create table jobs(
  queue text not null,
  key text not null,
  due_at bigint,
  runs bigint not null,
  lease text,
  rerun_at bigint,
  primary key(queue, key));

create index jobs_due on jobs(queue, due_at);


-- One row: the latest time, in epoch milliseconds, that a process read from the shared clock; and when it
-- last jumped, so that one process alone makes up for it.
create table clock(latest bigint not null, jumped_at bigint not null);

insert into clock(latest, jumped_at) values (0, 0);
