-- Forecasts wait for each other in the order in which they were last looked at, so that those that cannot be made or scored hold up no other.
alter table forecast_watch add column tried_at timestamptz;
-- beside the forecast, which is never changed once it was issued
create table forecast_turn (
  forecast_id text primary key references forecast on delete cascade,
  looked_at timestamptz not null
);
