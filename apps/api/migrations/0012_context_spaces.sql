-- Maps of what a signal is mentioned together with; each belongs to the person who made it.
create table context_space (
  id text primary key,
  user_id text not null,
  signal_id text not null,
  title text not null,
  -- contexts on the map, for lists
  contexts integer not null,
  -- grows with every change, so that two changes at one time cannot undo each other
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- contexts, links and what was removed
  body jsonb not null
);
create index context_space_user on context_space (user_id, updated_at);
