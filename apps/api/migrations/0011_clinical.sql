-- Clinical studies and articles. Nothing here belongs to an organization: it is public.

-- What the register of trials and the indexes of articles answered.
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
  -- when the register says that it was updated; null when it does not say, never an old date
  updated_day date,
  fields jsonb not null,
  primary key (nct_id, read_at)
);

-- Studies of a search, read page by page so that they can be counted exactly.
create table trial_census (
  key text primary key,
  total integer not null,
  counted integer not null,
  -- where the register continues; null when everything was read
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

-- Recruitment statuses of the studies of watched conditions. The register publishes no earlier status, so what was known is stored to see
-- what has changed.
create table watched_condition (
  condition text primary key,
  -- studies that were updated up to this day are known
  known_to date not null,
  -- where the first reading of all studies continues; null when it is over
  next_token text,
  is_begun boolean not null default false,
  read_at timestamptz not null
);

create table trial_status (
  condition text not null references watched_condition (condition) on delete cascade,
  nct_id text not null,
  status text not null,
  primary key (condition, nct_id)
);

create table trial_status_change (
  condition text not null references watched_condition (condition) on delete cascade,
  nct_id text not null,
  -- of the update in which the register showed the new status
  day date not null,
  title text not null,
  before text not null,
  after text not null,
  primary key (condition, nct_id, day)
);
create index trial_status_change_day on trial_status_change (condition, day);

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
