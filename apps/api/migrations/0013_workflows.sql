-- Workflows: tools that are run together, and the runs of each person. Those that come with the server are not stored.

create table workflow (
  id text primary key,
  -- null for people without an organization, who share nothing
  organization_id text,
  owner_id text not null references app_user (id) on delete cascade,
  version integer not null,
  title text not null,
  description text not null,
  -- parameters, steps and budget
  definition jsonb not null,
  is_in_chat boolean not null,
  -- cron, zone, onlyIfChanged and parameters; null when only people start it
  schedule jsonb,
  next_run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index workflow_of_organization on workflow (organization_id, title, id);
create index workflow_of_owner on workflow (owner_id);
create index workflow_due on workflow (next_run_at) where next_run_at is not null;

-- A run keeps the steps that it began with: the workflow may change or go meanwhile.
create table workflow_run (
  id text primary key,
  workflow_id text not null,
  workflow_title text not null,
  version integer not null,
  definition jsonb not null,
  -- who it acts for, and the only one who sees it
  user_id text not null references app_user (id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'waiting', 'completed', 'unchanged', 'failed', 'cancelled')),
  trigger text not null check (trigger in ('person', 'schedule', 'retry')),
  parameters jsonb not null,
  retry_of text,
  only_if_changed boolean not null,
  -- the time of the schedule that it stands for: no time is run twice
  scheduled_for timestamptz,
  -- of what its reading steps found, for schedules that ask for changes only
  fingerprint text,
  calls integer not null default 0,
  spent_ms integer not null default 0,
  failure_code text,
  failure_reason text,
  started_at timestamptz not null,
  ended_at timestamptz,
  unique (workflow_id, scheduled_for)
);
create index workflow_run_of_person on workflow_run (user_id, started_at desc, id);
create index workflow_run_of_workflow on workflow_run (workflow_id, user_id, started_at desc);
create index workflow_run_ended on workflow_run (ended_at) where ended_at is not null;

create table workflow_run_step (
  run_id text not null references workflow_run (id) on delete cascade,
  step_id text not null,
  position integer not null,
  state text not null check (
    state in ('pending', 'running', 'waiting', 'completed', 'reused', 'skipped', 'failed', 'cancelled')
  ),
  -- how often it was begun; only who began it last may end it
  attempt integer not null default 0,
  input_hash text,
  -- JSON text, as it was hashed
  input text,
  output text,
  evidence jsonb not null default '[]',
  calls integer not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  -- what the person is asked: title and lines
  question jsonb,
  decision text check (decision in ('approve', 'refuse')),
  decided_at timestamptz,
  failure_code text,
  failure_reason text,
  primary key (run_id, step_id)
);
