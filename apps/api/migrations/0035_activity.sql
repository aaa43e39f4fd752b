-- What people did in the app, as the app tells it. Kept for a year.
create table activity_event (
  id text primary key,
  -- in the order of storing: breaks ties of time
  position bigint generated always as identity,
  user_id text not null references app_user (id) on delete cascade,
  -- of the person at that time
  organization_id text,
  -- category_broad, category_narrow, event and what else the app says
  data jsonb not null,
  -- when it happened, as the app says
  at timestamptz not null,
  user_agent text not null,
  received_at timestamptz not null,
  search_text text not null
);
create index activity_event_user on activity_event (user_id, at desc, position desc);
create index activity_event_organization on activity_event (organization_id, at desc, position desc);
create index activity_event_at on activity_event (at desc, position desc);
create index activity_event_received on activity_event (received_at);
