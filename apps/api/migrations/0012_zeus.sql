-- Conversations with Zeus. Everything here belongs to one person.

create table zeus_thread (
  id text primary key,
  user_id text not null,
  title text not null,
  -- whether a person gave the title, so that no message replaces it
  is_named boolean not null default false,
  is_pinned boolean not null default false,
  -- signals that were in view, the latest first
  signal_ids jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index zeus_thread_of_person on zeus_thread (user_id, is_pinned desc, updated_at desc, id);

-- A tree: messages with the same parent are versions of one another, and the selected ones from the root on are the conversation.
create table zeus_message (
  id text primary key,
  thread_id text not null references zeus_thread (id) on delete cascade,
  -- null for the first message of a thread
  parent_id text references zeus_message (id) on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  state text not null check (state in ('complete', 'partial', 'failed')),
  -- the run that wrote it; null for messages of people
  run_id text,
  is_selected boolean not null,
  -- of an answer: citations, figures, follow-ups, what was understood, trace
  details jsonb,
  rating text check (rating in ('helpful', 'unhelpful')),
  rating_comment text,
  -- tells messages of a conversation apart, so no two of a thread have the same
  created_at timestamptz not null,
  unique (thread_id, created_at)
);
create index zeus_message_parent on zeus_message (parent_id);
create unique index zeus_message_selected on zeus_message (thread_id, coalesce(parent_id, '')) where is_selected;

-- One answer being written, or written lately.
create table zeus_run (
  id text primary key,
  thread_id text not null references zeus_thread (id) on delete cascade,
  user_id text not null,
  question_id text not null,
  message_id text not null,
  -- the answer that is written again; null for a new one
  replaces text,
  -- of the request, so that only the same request continues the run
  fingerprint bytea not null,
  -- signs what the run proposes
  approval_key bytea not null,
  state text not null check (state in ('running', 'completed', 'cancelled', 'limited', 'failed')),
  model text,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- when the process that writes, and a reader in another process, were last there
  alive_at timestamptz not null,
  read_at timestamptz,
  stop_requested boolean not null default false
);
create unique index zeus_run_writing on zeus_run (thread_id) where state = 'running';
create index zeus_run_of_person on zeus_run (user_id, started_at);
create index zeus_run_ended on zeus_run (ended_at);

-- What a run sent, kept until 10 minutes after its end so that any process can send it again.
create table zeus_run_event (
  run_id text not null references zeus_run (id) on delete cascade,
  sequence integer not null,
  event jsonb not null,
  primary key (run_id, sequence)
);

-- Changes that answers propose. Nothing is done before the person decides.
create table zeus_approval (
  id text primary key,
  message_id text not null,
  thread_id text not null references zeus_thread (id) on delete cascade,
  user_id text not null,
  -- the tool of the catalogue that does it
  tool text not null,
  approval jsonb not null,
  state text not null check (state in ('pending', 'deciding', 'approved', 'refused', 'failed')),
  expires_at timestamptz not null
);
create index zeus_approval_message on zeus_approval (message_id);

-- What people used, by day (UTC). It outlives the threads, so that deleting them gives nothing back.
create table zeus_usage (
  user_id text not null,
  day date not null,
  runs integer not null,
  input_tokens bigint,
  output_tokens bigint,
  cost_usd double precision,
  primary key (user_id, day)
);
