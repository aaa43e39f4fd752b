-- Rooms and topics of other services that alerts are sent to, and what waits to be sent there.

create table destination (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  kind text not null,
  name text not null,
  -- what is shown of the address
  host text not null,
  -- address and token, encrypted where the installation has a key
  secret text not null,
  created_at timestamptz not null
);
create index destination_newest on destination (user_id, created_at desc, id);
alter table destination enable row level security, force row level security;
create policy tenant on destination using ((select tenant_user()) is null or user_id = (select tenant_user()));

-- When a person last tested an address: the pause between two tests protects whoever receives them.
create table destination_test (
  user_id text primary key references app_user (id) on delete cascade,
  tested_at timestamptz not null
);
alter table destination_test enable row level security, force row level security;
create policy tenant on destination_test using ((select tenant_user()) is null or user_id = (select tenant_user()));

create table monitor_destination (
  monitor_id text not null references monitor (id) on delete cascade,
  destination_id text not null references destination (id) on delete cascade,
  primary key (monitor_id, destination_id)
);
create index monitor_destination_of on monitor_destination (destination_id);
-- What is part of a thing is visible with it: the policy of the monitor also applies within this condition.
alter table monitor_destination enable row level security, force row level security;
create policy tenant on monitor_destination using (
  (select tenant_user()) is null or exists (select from monitor where monitor.id = monitor_id)
);

-- The outbox of destinations, with the states of `mail_delivery`. Without a policy, as that one.
create table destination_delivery (
  id text primary key,
  destination_id text not null references destination (id) on delete cascade,
  -- what caused it: nothing is sent twice to a destination about the same occasion
  occasion text not null,
  message jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'unconfirmed')),
  tries integer not null default 0,
  next_at timestamptz,
  -- set before an attempt whose repetition would show the message twice
  handed_over_at timestamptz,
  reason text,
  created_at timestamptz not null,
  tried_at timestamptz,
  unique (destination_id, occasion)
);
create index destination_delivery_due on destination_delivery (next_at) where next_at is not null;
create index destination_delivery_newest on destination_delivery (destination_id, created_at desc);
create index destination_delivery_ended on destination_delivery (created_at) where next_at is null;
