-- Where the reading of a stream goes on after a restart.
create table stream_position (
  source text primary key,
  -- microseconds since 1970 of the last event that was stored
  position bigint not null,
  stored_at timestamptz not null
);
