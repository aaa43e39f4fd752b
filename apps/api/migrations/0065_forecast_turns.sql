-- Forecasts wait for each other in the order in which they were last looked at, so that those that cannot be made or scored hold up no other.
alter table forecast_watch add column tried_at timestamptz;
alter table forecast add column looked_at timestamptz;
