-- What a person watches: a query and a rule. It is judged once a day, of days that have ended.
create table monitor (
  id text primary key,
  user_id text not null,
  signal_id text not null,
  title text not null,
  query jsonb not null,
  rule jsonb not null,
  channels jsonb not null,
  webhook_url text,
  cooldown_hours integer not null,
  -- what it would have done before it was made
  backtest jsonb not null,
  created_at timestamptz not null,
  last_fired_at timestamptz,
  -- the last day that is judged for good, and what the rule said up to it; the day after is judged again while documents come
  settled_day date not null,
  settled jsonb not null,
  -- when it was judged last, and of which library
  checked_at timestamptz,
  checked_revision bigint
);
create index monitor_newest on monitor (user_id, created_at desc, id);
create index monitor_unchecked on monitor (checked_at);

-- Which trends a person is sent, and when the next ones are due.
create table trends_subscription (
  id text primary key,
  user_id text not null,
  country text,
  category text,
  frequency text not null check (frequency in ('daily', 'weekly')),
  channels jsonb not null,
  created_at timestamptz not null,
  next_at timestamptz not null
);
create index trends_subscription_newest on trends_subscription (user_id, created_at desc, id);
create index trends_subscription_due on trends_subscription (next_at);

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
