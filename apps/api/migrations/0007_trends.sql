-- What is computed of the library in the background: trends of the world and of countries, topics, countries, stories. Each
-- is one JSON value that is replaced as a whole; nothing in it cannot be computed again.
create table trend_snapshot (
  -- what it is: 'trends', 'trends:NO', 'topics', 'countries', 'related', 'stories'
  key text primary key,
  -- real and synthetic documents are never in one answer
  provenance text not null,
  library_revision bigint not null,
  computed_at timestamptz not null,
  body jsonb not null
);
