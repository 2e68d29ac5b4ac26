-- Submissions to send become jobs; so do forms that wait for a confirmation.
alter table precandidates add column begun_at bigint;

alter table precandidates add column last_outcome text;

update precandidates set begun_at = coalesce(sent_at, touched_at)
  where state in ('sending', 'sent');

insert into jobs(queue, key, due_at, attempt)
  select 'submission', person_id || '/' || form_id, coalesce(deliver_at, begun_at), 0
  from precandidates where state in ('sending', 'sent');

drop index precandidates_due;

alter table precandidates drop column deliver_at;
