-- Messages to people. One row a recipient, so that each reads it for themselves.
create table inbox_message (
  id text primary key,
  recipient_id text not null,
  kind text not null,
  -- null for what the product sends
  sender_id text,
  signal_id text,
  title text not null,
  message text,
  -- what a monitor measured, as the contract has it
  alert jsonb,
  -- what made the message: the same occasion is never told twice to one person
  occasion text not null,
  sent_at timestamptz not null,
  read_at timestamptz,
  unique (recipient_id, occasion)
);
create index inbox_message_newest on inbox_message (recipient_id, sent_at desc, id);
