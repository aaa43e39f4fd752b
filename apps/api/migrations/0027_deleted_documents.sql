-- Documents that their source or an operator deleted. Only the id, the time and the way stay; it is how quotations that are gone explain
-- themselves, and how an earlier bundle is checked for documents that were deleted since.

create table deleted_document (
  document_id bigint primary key,
  deleted_at timestamptz not null,
  way text not null check (way in ('source', 'operator')),
  -- the document, by which its quotations are found; null as soon as none is left
  document jsonb
);
create index deleted_document_newest on deleted_document (deleted_at desc, document_id);
create index deleted_document_pending on deleted_document (deleted_at) where document is not null;

-- Deleted documents that a card quotes or counted: {"documentIds", "way", "at"}. Null while all exist.
alter table story_card add column deletion jsonb;
