-- The narratives of a signal, as the text that is sent: they are measured when they are first asked for and kept until the
-- library grows.
create table signal_narratives (
  signal_id text primary key,
  library_revision bigint not null,
  provenance text not null,
  computed_at timestamptz not null,
  -- false when tones or stories of the library were still being read
  is_settled boolean not null,
  body text not null
);
