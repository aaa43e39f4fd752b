-- What requests leave: answers that may be sent again, and counts for the limits.

-- What was answered to a request that had an Idempotency-Key, so that the same request sent again takes effect once.
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

-- Requests that are counted over all processes, in the form that rate-limiter-flexible expects. Without a journal: after a crash of the
-- database counting begins anew, which harms nobody, and a request costs no flush.
create unlogged table request_count (
  key varchar(255) primary key,
  points integer not null default 0,
  -- milliseconds since 1970
  expire bigint
);
