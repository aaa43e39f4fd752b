-- What a person searched, newest first. The same question moves up instead of standing twice.
create table recent_search (
  id text not null,
  user_id text not null,
  signal_id text not null,
  echo jsonb not null,
  -- the title without case and accents, for suggestions while typing
  folded text not null,
  searched_at timestamptz not null,
  primary key (user_id, signal_id)
);
create index recent_search_newest on recent_search (user_id, searched_at desc);
