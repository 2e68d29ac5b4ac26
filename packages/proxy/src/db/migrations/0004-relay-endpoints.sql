alter table deliveries add column endpoint text not null default 'default';

drop index deliveries_due;

create index deliveries_due on deliveries(endpoint, next_at);

create table relay_endpoints(name text primary key, disabled_at bigint not null);
