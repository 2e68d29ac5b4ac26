-- Since when an event is pending; null: since it was created.
alter table deliveries add column owed_at bigint;
