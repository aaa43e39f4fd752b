-- A signal is a question that somebody asked; its id is made from the canonical question, so it is shared by all who ask it.
create table signal (
  id text primary key,
  -- the question as it was typed first, and its canonical form
  echo jsonb not null,
  created_at timestamptz not null
);

-- The last measured report, as the text that is sent.
create table signal_report (
  signal_id text primary key,
  computed_at timestamptz not null,
  library_revision bigint not null,
  provenance text not null,
  documents integer not null,
  -- false when names or stories of the library were still being read
  is_settled boolean not null,
  body text not null
);

-- One attempt to fetch from a source, as the contract shows it; part of the signal's coverage.
create table source_run (
  job_id text not null,
  source text not null,
  signal_id text not null,
  recorded_at timestamptz not null,
  -- its place in the plan of the search
  position smallint not null,
  run jsonb not null,
  primary key (job_id, source)
);
create index source_run_signal on source_run (signal_id, recorded_at);

-- Daily figures beside the counts, such as page views: the last answer of each source.
create table signal_attention (
  signal_id text not null,
  source text not null,
  series jsonb,
  reason text,
  fetched_at timestamptz not null,
  primary key (signal_id, source)
);
