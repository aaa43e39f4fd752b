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
