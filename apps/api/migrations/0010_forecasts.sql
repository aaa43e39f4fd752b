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

-- Who looks at forecasts keeps them coming: the background issues one a day for signals that were looked at lately.
create table forecast_watch (
  signal_id text primary key,
  looked_at timestamptz not null
);

create function refuse_forecast_change() returns trigger language plpgsql as $$
begin
  raise exception 'a forecast is never changed';
end
$$;
create trigger forecast_is_immutable before update on forecast for each row execute function refuse_forecast_change();
