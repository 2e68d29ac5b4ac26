alter table persons add column next_at bigint;

alter table persons add column step bigint not null default 0;

alter table persons add column found text;

alter table persons add column told text;

create index persons_due on persons(next_at);
