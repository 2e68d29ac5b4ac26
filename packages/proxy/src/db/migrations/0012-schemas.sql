create table schemas(hash text primary key, schema text not null, fetched_at bigint not null);

create table form_schemas(
  person_id text not null,
  form_id text not null,
  hash text not null,
  fetched_at bigint not null,
  primary key(person_id, form_id));
