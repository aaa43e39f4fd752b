-- Updates of stored signal reports that administrators started: one row for each place, its last update.
create table cache_update (
  -- an organization, a portfolio, or - for all
  x text primary key,
  id text not null,
  state text not null check (state in ('running', 'completed', 'failed')),
  total integer not null,
  updated integer not null,
  failed integer not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
-- one at a time
create unique index cache_update_running on cache_update (state) where state = 'running';
