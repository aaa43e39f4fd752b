-- What was answered to a request that carried an Idempotency-Key, so that the same request sent again takes effect once (decision 0148).
create table idempotent_request (
  user_id text not null references app_user (id) on delete cascade,
  key text not null,
  -- SHA-256 of the operation and of its input
  fingerprint bytea not null,
  begun_at timestamptz not null,
  -- the process that answers it puts this off for as long as it lives
  abandoned_at timestamptz not null,
  -- null until it is answered, and for ever when its process ended meanwhile
  status smallint,
  headers jsonb,
  body text,
  primary key (user_id, key)
);
-- what is old enough to be deleted, and what a person has too many of
create index idempotent_request_begun on idempotent_request (begun_at);
