create table revocations(
  subject text primary key,
  revoked_at bigint not null,
  expires_at bigint not null);

create index revocations_recent on revocations(revoked_at);
