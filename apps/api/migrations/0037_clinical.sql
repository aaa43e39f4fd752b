-- What the register of trials and the indexes of articles answered (decision 0159). Nothing here belongs to an organization: it is public.
create table clinical_answer (
  -- what was asked, as the module writes it
  key text primary key,
  -- who answered: clinical_trials, pubmed or europe_pmc
  source text not null,
  body jsonb not null,
  as_of timestamptz not null
);
create index clinical_answer_as_of on clinical_answer (as_of);

-- Versions of a study's record, each as its fields by path. A version is kept when it differs from the one before.
create table trial_snapshot (
  nct_id text not null,
  read_at timestamptz not null,
  -- when the register says that it was updated
  updated_day date not null,
  fields jsonb not null,
  primary key (nct_id, read_at)
);

-- Studies of a search, read page by page so that they can be counted exactly.
create table trial_census (
  key text primary key,
  total integer not null,
  counted integer not null,
  -- where the register goes on; null when everything was read
  next_token text,
  begun_at timestamptz not null
);
create index trial_census_begun on trial_census (begun_at);
create table trial_census_page (
  key text not null references trial_census (key) on delete cascade,
  number integer not null,
  studies jsonb not null,
  primary key (key, number)
);

-- The register's own words, with the number of studies that have them; each study is counted once.
create table clinical_study (
  nct_id text primary key
);
create table clinical_term (
  kind text not null,
  folded text not null,
  term text not null,
  studies integer not null,
  primary key (kind, folded)
);
create index clinical_term_folded on clinical_term (folded text_pattern_ops);

-- Articles of a year about a condition, or of all ('').
create table literature_count (
  source text not null,
  condition text not null,
  year integer not null,
  articles integer not null,
  query_translation text,
  counted_at timestamptz not null,
  primary key (source, condition, year)
);
create index literature_count_counted on literature_count (counted_at);
