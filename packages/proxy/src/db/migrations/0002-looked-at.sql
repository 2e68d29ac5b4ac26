-- When the record was requested from the service.
alter table precandidates add column looked_at bigint;
