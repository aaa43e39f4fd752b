-- Recruitment statuses of the studies of watched conditions (decision 0179). The register publishes no earlier status: what was known is kept to
-- see what has changed. Nothing here belongs to an organization: it is public.
create table watched_condition (
  condition text primary key,
  -- studies that were updated up to this day are known
  known_to date not null,
  -- where the first reading of all studies goes on; null when it is over
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
