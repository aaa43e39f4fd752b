-- Monitors, subscriptions to trends, and the messages and posts that they send.

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
  checked_revision bigint,
  name text,
  is_paused boolean not null default false,
  snoozed_until timestamptz,
  -- what was measured on the last days: where they begin, a value a day, and which of them fired; null until it is judged
  recent jsonb,
  -- grows when another rule begins: what was judged by the one before must not be stored over it
  changes integer not null default 0,
  tested_at timestamptz,
  -- What its posts are signed with (docs/decisions/monitors.md), made when it is first needed. The previous secret also signs until its
  -- time is over.
  webhook_secret text,
  webhook_secret_at timestamptz,
  previous_webhook_secret text,
  previous_webhook_until timestamptz
);
create index monitor_newest on monitor (user_id, created_at desc, id);
create index monitor_unchecked on monitor (checked_at);
alter table monitor enable row level security, force row level security;
create policy tenant on monitor using ((select tenant_user()) is null or user_id = (select tenant_user()));

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
alter table trends_subscription enable row level security, force row level security;
create policy tenant on trends_subscription using ((select tenant_user()) is null or user_id = (select tenant_user()));

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
  tried_at timestamptz,
  unique (monitor_id, day)
);
create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null;
create index webhook_delivery_newest on webhook_delivery (monitor_id, created_at desc, id);
-- what has ended is deleted when it is old
create index webhook_delivery_ended on webhook_delivery (created_at) where next_at is null;

-- Messages to people. One row a recipient, so that each reads it for themselves.
create table inbox_message (
  id text primary key,
  recipient_id text not null,
  kind text not null,
  -- null for what the product sends
  sender_id text,
  signal_id text,
  title text not null,
  message text,
  -- what a monitor measured, as the contract has it
  alert jsonb,
  -- what made the message: nobody is told of the same occasion twice
  occasion text not null,
  sent_at timestamptz not null,
  read_at timestamptz,
  unique (recipient_id, occasion)
);
create index inbox_message_newest on inbox_message (recipient_id, sent_at desc, id);
