-- Documents may lie in ClickHouse (decision 0205), which commits nothing together with PostgreSQL. A batch that stands there and not here was
-- never acknowledged, and is removed; a document that stands here is still to be removed there.
create sequence document_batch_number;
create table document_batch (
  number bigint primary key,
  stored_at timestamptz not null default now()
);
-- Where the documents of this library lie: 'postgresql' or 'clickhouse'. A start that names another place is refused.
alter table library add column documents_in text not null default 'postgresql';
create table document_removal (
  document_id bigint primary key,
  -- the document may come again, in a later batch, which stays
  last_batch bigint not null
);
