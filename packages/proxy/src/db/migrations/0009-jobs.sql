create table jobs(
  queue text not null,
  key text not null,
  due_at bigint,
  attempt bigint not null,
  lease text,
  rerun_at bigint,
  primary key(queue, key));

create index jobs_due on jobs(queue, due_at);
