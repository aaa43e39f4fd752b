-- Alerts that are posted to an address: kept until it took them or five tries failed.
create table webhook_delivery (
  id text primary key,
  monitor_id text not null,
  -- the day that fired: one delivery each
  day date not null,
  url text not null,
  body jsonb not null,
  tries integer not null default 0,
  -- when it is tried next; null when it is over
  next_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- why the last try failed
  reason text,
  created_at timestamptz not null,
  unique (monitor_id, day)
);
create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null;
