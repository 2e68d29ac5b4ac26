-- Tables and columns get the names that the code uses. Columns that only older versions read are dropped.
alter table precandidates rename column spent_keys to rejected_keys;

alter table precandidates rename column looked_at to requested_at;

update precandidates set requested_at = 0 where requested_at is null;

-- For metrics and the list of pending submissions.
create index precandidates_state on precandidates(state, begun_at);

drop index watches_due;

drop index watches_shown;

alter table watches rename to polled_persons;

alter table polled_persons drop column next_at;

alter table polled_persons drop column step;

alter table polled_persons rename column shown_until to open_until;

create index polled_persons_open on polled_persons(open_until);

drop index deliveries_due;

alter table deliveries drop column next_at;

alter table deliveries rename column attempt to sends;

alter table deliveries rename column owed_at to pending_since;

update deliveries set pending_since = created_at where pending_since is null;

alter table jobs rename column attempt to runs;

drop index persons_due;

alter table persons drop column next_at;

alter table persons drop column step;

alter table persons rename column told to relayed;

update persons set relayed = '{"digest":"' || relayed || '","members":[]}'
  where relayed not like '{%';

delete from gates where name = 'upstream';

alter table gates rename to request_budgets;

alter table relay_endpoints rename to disabled_endpoints;
