-- When the completion webhook of a person arrived.
alter table persons add column received_at bigint;

-- What older versions scheduled in these columns becomes jobs.

insert into jobs(queue, key, due_at, attempt)
  select 'polls', person_id, next_at, step
  from watches where next_at is not null on conflict(queue, key) do nothing;

update watches set next_at = null where next_at is not null;

insert into jobs(queue, key, due_at, attempt)
  select 'reconciliation', person_id, next_at, step
  from persons where next_at is not null on conflict(queue, key) do nothing;

update persons set next_at = null where next_at is not null;

insert into jobs(queue, key, due_at, attempt)
  select 'relay:' || endpoint, id, next_at, attempt
  from deliveries where next_at is not null on conflict(queue, key) do nothing;

update deliveries set next_at = null where next_at is not null;
