-- Portfolios of signals and projects of portfolios.

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
alter table portfolio enable row level security, force row level security;
create policy tenant on portfolio using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (user_id = (select tenant_user()) or group_id = any ((select tenant_groups())::text[]))
  )
);

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
-- What is part of a thing is visible with it: the policy of the thing also applies within this condition.
alter table portfolio_trend enable row level security, force row level security;
create policy tenant on portfolio_trend using (
  (select tenant_user()) is null or exists (select 1 from portfolio whole where whole.id = portfolio_id)
);

-- What the report of a saved signal said when a portfolio that has it was last refreshed. One row a signal, in however many portfolios it
-- is, so that a signal has the same numbers in all of them.
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

-- Portfolios that belong to one piece of work. Who sees a project follows the same rule as for a portfolio; what each reader may see of its
-- portfolios is decided when it is read.
create table project (
  id text primary key,
  organization_id text,
  user_id text not null references app_user (id) on delete cascade,
  group_id text references organization_group (id) on delete set null,
  -- trimmed and in lower case, as the specification wants it
  title text not null,
  display_title text not null,
  image_id text,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index project_of_maker on project (user_id, updated_at desc, id);
create index project_of_group on project (group_id, updated_at desc, id) where group_id is not null;
create index project_image on project (image_id) where image_id is not null;
alter table project enable row level security, force row level security;
create policy tenant on project using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (user_id = (select tenant_user()) or group_id = any ((select tenant_groups())::text[]))
  )
);

-- A portfolio that is deleted leaves every project.
create table project_portfolio (
  project_id text not null references project (id) on delete cascade,
  portfolio_id text not null references portfolio (id) on delete cascade,
  position integer not null,
  primary key (project_id, portfolio_id)
);
create index project_portfolio_order on project_portfolio (project_id, position);
create index project_portfolio_of on project_portfolio (portfolio_id);
alter table project_portfolio enable row level security, force row level security;
create policy tenant on project_portfolio using (
  (select tenant_user()) is null or exists (select 1 from project whole where whole.id = project_id)
);

-- When each person looked at a dashboard, so that the next visit can say what moved since.
create table project_visit (
  project_id text not null references project (id) on delete cascade,
  user_id text not null references app_user (id) on delete cascade,
  -- when the visit before this one ended; null during the first
  previous_at timestamptz,
  -- the last request of this visit
  seen_at timestamptz not null,
  primary key (project_id, user_id)
);
alter table project_visit enable row level security, force row level security;
create policy tenant on project_visit using ((select tenant_user()) is null or user_id = (select tenant_user()));

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
