insert into forms(person_id, form_id, record, precandidate_status, updated_at, revision, state, attempt,
  submission_key, body_hash, body_bytes, rejected_keys, phase, acknowledged, tries, begun_at, touched_at,
  requested_at)
values ('sent', 'form-sent', '{"precandidate_status":"CREATED"}', 'CREATED', '2026-01-01T00:00:00.000000', 3,
  'sending', 1, 'key', 'hash', 6, '[]', 'stored', 1, 0, 1767225600000, 1767225600000, 1767225600000);

insert into submission_bodies(person_id, form_id, sealed) values ('sent', 'form-sent', 'sealed');

insert into jobs(queue, key, due_at, runs) values ('submission', 'sent/form-sent', 1767225600000, 0);
