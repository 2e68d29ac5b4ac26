create table precandidates(
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
  spent_keys text not null,
  sealed text,
  phase text,
  acknowledged bigint not null,
  tries bigint not null,
  deliver_at bigint,
  sent_at bigint,
  touched_at bigint not null,
  primary key(person_id, form_id));

create index precandidates_due on precandidates(deliver_at);

create table watches(
  person_id text primary key,
  next_at bigint,
  step bigint not null,
  until_at bigint not null);

create index watches_due on watches(next_at);

create table deliveries(
  id text primary key,
  type text not null,
  body text not null,
  state text not null,
  attempt bigint not null,
  next_at bigint,
  last_outcome text,
  created_at bigint not null,
  ended_at bigint);

create index deliveries_due on deliveries(next_at);

create index deliveries_recent on deliveries(created_at);

create table gates(
  name text primary key,
  busy_until bigint not null,
  failures bigint not null);

create table prefills(
  session_id text primary key,
  sealed text not null,
  expires_at bigint not null);

create table persons(
  person_id text primary key,
  country_code text not null,
  created_at bigint not null);
