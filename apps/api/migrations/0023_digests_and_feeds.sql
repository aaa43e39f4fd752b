-- Digests: what changed in some signals, sent regularly.

create table digest (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  -- whose signals it sums up, as the contract has it
  scope jsonb not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- from 1 for Monday to 7 for Sunday; used by weekly ones
  weekday integer not null,
  hour integer not null,
  zone text not null,
  only_if_changed boolean not null,
  channels jsonb not null,
  is_paused boolean not null default false,
  -- what it has reported of each signal and monitor, so that nothing is reported twice
  state jsonb not null,
  created_at timestamptz not null,
  next_at timestamptz not null,
  last_at timestamptz,
  last_result text check (last_result in ('sent', 'unchanged', 'unavailable')),
  -- when the person last asked to have it sent at once
  requested_at timestamptz
);
create index digest_newest on digest (user_id, created_at desc, id);
create index digest_due on digest (next_at) where not is_paused;
alter table digest enable row level security, force row level security;
create policy tenant on digest using ((select tenant_user()) is null or user_id = (select tenant_user()));

create table digest_destination (
  digest_id text not null references digest (id) on delete cascade,
  destination_id text not null references destination (id) on delete cascade,
  primary key (digest_id, destination_id)
);
create index digest_destination_of on digest_destination (destination_id);
-- What is part of a thing is visible with it: the policy of the digest also applies within this condition.
alter table digest_destination enable row level security, force row level security;
create policy tenant on digest_destination using (
  (select tenant_user()) is null or exists (select from digest where digest.id = digest_id)
);

-- What a digest says, as the contract has it; null for other messages.
alter table inbox_message add column digest jsonb;
alter table mail_delivery add column digest jsonb;

-- Secret addresses at which programs read what a person follows, as feeds and as a calendar.
create table feed_key (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  -- the secret itself is stored nowhere
  token_hash bytea not null unique,
  kind text not null check (kind in ('monitor', 'signal', 'portfolio', 'project', 'calendar')),
  -- null for the calendar
  item_id text,
  created_at timestamptz not null
);
create index feed_key_newest on feed_key (user_id, created_at desc, id);
alter table feed_key enable row level security, force row level security;
create policy tenant on feed_key using ((select tenant_user()) is null or user_id = (select tenant_user()));

-- Hours at which nothing is emailed to a person, nor sent to their rooms. Without a policy, as their choices.
create table quiet_hours (
  user_id text primary key references app_user (id) on delete cascade,
  from_hour integer not null,
  until_hour integer not null,
  zone text not null
);
