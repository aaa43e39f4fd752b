-- Searches and what each person searched lately.

-- One person's request for a search. Requests for the same question at the same time share one job.
create table search (
  id text primary key,
  job_id text not null,
  signal_id text not null,
  user_id text not null,
  status text not null check (status in ('queued', 'running', 'complete', 'failed', 'cancelled')),
  message text,
  cached boolean not null,
  echo jsonb not null,
  provenance text not null,
  feeds jsonb not null,
  matched integer,
  suggestions jsonb not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
create index search_signal on search (signal_id, finished_at);
create index search_unfinished on search (status) where finished_at is null;

-- What a person searched, newest first. The same question moves up instead of appearing twice.
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
alter table recent_search enable row level security, force row level security;
create policy tenant on recent_search using ((select tenant_user()) is null or user_id = (select tenant_user()));
