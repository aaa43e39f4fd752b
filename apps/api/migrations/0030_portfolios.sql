-- Signals that people keep together. A portfolio is its maker's, and with a group also that of the group's members.
create table portfolio (
  id text primary key,
  -- null for somebody whose provider names no organization
  organization_id text,
  user_id text not null references app_user (id) on delete cascade,
  -- a group that is deleted gives its portfolios back to their makers
  group_id text references organization_group (id) on delete set null,
  title text not null,
  image_id text,
  -- grows with each change that people make; a refresh is none
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the last refresh; its id tells the job of an older one that it is over
  refresh_id text,
  refresh_state text not null default 'idle' check (refresh_state in ('idle', 'running', 'completed', 'failed')),
  -- false when it measures only what was just saved: a refresh of all may begin beside it
  refresh_is_whole boolean not null default false,
  refresh_trends integer not null default 0,
  refresh_done integer not null default 0,
  refresh_failed integer not null default 0,
  refresh_started_at timestamptz,
  refresh_finished_at timestamptz
);
create index portfolio_of_maker on portfolio (user_id, updated_at desc, id);
create index portfolio_of_group on portfolio (group_id, updated_at desc, id) where group_id is not null;
create index portfolio_image on portfolio (image_id) where image_id is not null;
create index portfolio_newest on portfolio (updated_at desc, id);

create table portfolio_trend (
  id text primary key,
  portfolio_id text not null references portfolio (id) on delete cascade,
  signal_id text not null,
  title text not null,
  query jsonb not null,
  cover_id text,
  -- smallest first; what is saved goes before all others
  position integer not null,
  added_at timestamptz not null,
  -- the refresh that has yet to measure it; null when none has
  awaits_refresh text,
  -- how the last one ended: null before, and without a code when it went well
  outcome_at timestamptz,
  outcome_code text,
  outcome_reason text,
  unique (portfolio_id, signal_id)
);
create index portfolio_trend_order on portfolio_trend (portfolio_id, position, id);
create index portfolio_trend_added on portfolio_trend (added_at desc, id);
create index portfolio_trend_cover on portfolio_trend (cover_id) where cover_id is not null;

-- What the report of a saved signal said when a portfolio that holds it was last refreshed. One row a signal, in however many portfolios it is,
-- so that a signal has the same numbers in all of them (decision 0151).
create table trend_reading (
  signal_id text primary key,
  computed_at timestamptz not null,
  stage text,
  documents bigint not null,
  numbers jsonb not null
);

-- Where a signal stood, a row each time that changed: what a dashboard compares with.
create table trend_stage (
  signal_id text not null,
  changed_at timestamptz not null,
  stage text,
  primary key (signal_id, changed_at)
);
create index trend_stage_changed on trend_stage (changed_at);
