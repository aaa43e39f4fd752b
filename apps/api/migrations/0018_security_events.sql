-- What an operator wants to know of the front door. Rows carry ids and codes that this product made, and never what a caller typed.
create table security_event (
  id text primary key,
  -- the order in which events were stored: pages go by it, so that new events move none of them
  position bigint generated always as identity unique,
  at timestamptz not null,
  name text not null,
  severity text not null check (severity in ('info', 'warning')),
  -- no references: an event outlives whom it is about
  user_id text,
  -- the identity provider's id of the account; the same as app_user.subject
  account_id text,
  organization_id text,
  client_id text,
  address text,
  operation text,
  request_id text,
  -- more than 1 in the summary of a minute in which events came too fast to be kept one by one
  occurrences integer not null check (occurrences > 0),
  facts jsonb not null
);
-- the newest of a name, to show and to keep
create index security_event_name on security_event (name, position desc);
-- what is too old
create index security_event_at on security_event (at);
