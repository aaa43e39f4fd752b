-- A document that an administrator deleted does not come back with the next search or import. The reason is theirs, and quotes nothing of it.
alter table deleted_document
  add column reason text,
  add column is_blocked boolean not null default false;
