-- What is still to be read out of stored documents. Work is taken in bucket order: each pass then changes one row in
-- eight of a page (which fits beside the old ones), and the sample that large reports read is complete first.

create table entity_pending (
  bucket smallint not null,
  document_id bigint not null,
  primary key (bucket, document_id)
);

-- How many documents were read for entities: the total behind entity.documents and entity.demo_documents.
create table entity_library (
  demo boolean primary key,
  documents integer not null
);
insert into entity_library (demo, documents) values (false, 0), (true, 0);

-- Weeks (their Monday) whose story clusters have to be looked at again.
create table cluster_pending (
  week date primary key
);

-- How many documents of the 1/8 sample hold a term: what "more than chance" is measured against.
create table term_background (
  term text not null,
  demo boolean not null,
  documents integer not null,
  primary key (term, demo)
);

create table term_background_state (
  demo boolean primary key,
  -- documents that were read for the counts
  sampled_documents integer not null,
  -- documents that the library had then
  library_documents integer not null
);
insert into term_background_state (demo, sampled_documents, library_documents) values (false, 0, 0), (true, 0, 0);
