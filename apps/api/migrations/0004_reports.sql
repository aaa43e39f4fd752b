-- Signals and what is measured of them: reports, narratives, context spaces, forecasts.

-- A signal is a question that somebody asked; its id is made from the canonical question, so it is shared by all who ask it.
create table signal (
  id text primary key,
  -- the question as it was typed first, and its canonical form
  echo jsonb not null,
  created_at timestamptz not null,
  -- When a part of a signal (some of its days, an entity) was opened last. Null for a question that somebody asked by itself, searched,
  -- saved or watches: its report is kept. Reports of parts that nobody opens are deleted.
  part_opened_at timestamptz
);
create index signal_part_opened on signal (part_opened_at) where part_opened_at is not null;

-- The last measured report, as the text that is sent.
create table signal_report (
  signal_id text primary key,
  computed_at timestamptz not null,
  library_revision bigint not null,
  provenance text not null,
  documents integer not null,
  -- false when names or stories of the library were still being read
  is_settled boolean not null,
  body text not null,
  -- the days, apart from the body: a report is sent with its series in the interval that a screen shows
  series text not null
);

-- The narratives of a signal, as the text that is sent: they are measured when they are first asked for and kept until the library grows.
create table signal_narratives (
  signal_id text primary key,
  library_revision bigint not null,
  provenance text not null,
  computed_at timestamptz not null,
  -- false when tones or stories of the library were still being read
  is_settled boolean not null,
  body text not null
);

-- Daily figures beside the counts, such as page views: the last answer of each source.
create table signal_attention (
  signal_id text not null,
  source text not null,
  series jsonb,
  reason text,
  fetched_at timestamptz not null,
  primary key (signal_id, source)
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

-- Where the reading of a stream continues after a restart.
create table stream_position (
  source text primary key,
  -- microseconds since 1970 of the last event that was stored
  position bigint not null,
  stored_at timestamptz not null
);

-- Maps of what a signal is mentioned together with; each belongs to the person who made it.
create table context_space (
  id text primary key,
  user_id text not null,
  signal_id text not null,
  title text not null,
  -- contexts on the map, for lists
  contexts integer not null,
  -- grows with every change, so that two changes at one time cannot undo each other
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- contexts, links and what was removed
  body jsonb not null
);
create index context_space_user on context_space (user_id, updated_at);
alter table context_space enable row level security, force row level security;
create policy tenant on context_space using ((select tenant_user()) is null or user_id = (select tenant_user()));

-- A forecast that was shown: once a day, signal and horizon, and never changed. What came is in forecast_score.
create table forecast (
  id text primary key,
  signal_id text not null,
  title text not null,
  provenance text not null check (provenance in ('real', 'demo')),
  horizon_days integer not null,
  issued_day date not null,
  -- the last day that was known
  as_of date not null,
  -- the last day that is forecast
  last_day date not null,
  model text not null,
  library_revision bigint not null,
  -- what errors are divided by in MASE
  scale double precision not null,
  backtest_mase double precision not null,
  -- what the page shows: days with bands, what repeating the last week says, and how all models did on the past
  days jsonb not null,
  naive jsonb not null,
  models jsonb not null,
  issued_at timestamptz not null,
  unique (signal_id, horizon_days, issued_day)
);
create index forecast_newest on forecast (issued_day desc, id);
create index forecast_due on forecast (last_day);
create function refuse_forecast_change() returns trigger language plpgsql as $$
begin
  raise exception 'a forecast is never changed';
end
$$;
create trigger forecast_is_immutable before update on forecast for each row execute function refuse_forecast_change();

create table forecast_score (
  forecast_id text primary key references forecast on delete cascade,
  state text not null check (state in ('scored', 'unscorable')),
  -- what came, by day; null where a day was not covered
  actual jsonb not null,
  days integer not null,
  absolute_error double precision not null,
  naive_absolute_error double precision not null,
  inside50 integer not null,
  inside80 integer not null,
  inside95 integer not null,
  scored_at timestamptz not null
);

-- Forecasts wait for each other in the order in which they were last looked at, so that those that cannot be scored hold up no other.
-- Beside the forecast, which is never changed.
create table forecast_turn (
  forecast_id text primary key references forecast on delete cascade,
  looked_at timestamptz not null
);

-- Who looks at forecasts keeps them coming: the background issues one a day for signals that were looked at lately.
create table forecast_watch (
  signal_id text primary key,
  looked_at timestamptz not null,
  -- the order of turns, as in forecast_turn
  tried_at timestamptz
);
