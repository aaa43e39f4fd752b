-- How people hear about what, and the emails that are sent to them.

-- Where one kind of notification goes for a person. A kind without a row has the default of the code. Without a policy, because who sends a
-- signal to a colleague reads the colleague's choice, and an unsubscribe link needs no account.
create table notification_choice (
  user_id text not null references app_user (id) on delete cascade,
  kind text not null,
  inbox boolean not null,
  email boolean not null,
  -- in the unsubscribe link of each email: with it anybody can switch off this kind for this person, and nothing else
  token text not null unique,
  primary key (user_id, kind)
);

-- The outbox: emails, kept until the mail server accepted them or gave a final answer. Without a policy, as the inbox.
create table mail_delivery (
  id text primary key,
  recipient_id text not null references app_user (id) on delete cascade,
  -- null for what the product sends, and once the sender is deleted
  sender_id text references app_user (id) on delete set null,
  kind text not null,
  signal_id text,
  -- page of the app that it is about, where that is not the signal
  path text,
  title text not null,
  message text,
  alert jsonb,
  -- what caused it: nobody is emailed twice about the same occasion
  occasion text not null,
  -- the address of the last attempt
  address text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'unconfirmed')),
  tries integer not null default 0,
  -- next attempt; while one is made, when it counts as interrupted; null when it is over
  next_at timestamptz,
  -- set before the end of the message is sent: from then on it may have been delivered, and is not sent again
  handed_over_at timestamptz,
  reason text,
  created_at timestamptz not null,
  tried_at timestamptz,
  unique (recipient_id, occasion)
);
create index mail_delivery_due on mail_delivery (next_at) where next_at is not null;
create index mail_delivery_newest on mail_delivery (recipient_id, created_at desc, id);
-- what has ended is deleted when it is old
create index mail_delivery_ended on mail_delivery (created_at) where next_at is null;
