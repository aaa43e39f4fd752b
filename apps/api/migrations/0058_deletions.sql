-- An account that is deleted takes its posts with it, and only their ids name it: at://did:plc:…/app.bsky.feed.post/….
create index document_text_account on document_text (split_part(native_id, '/', 3)) where native_id like 'at://%';

-- Where the reading of a stream goes on after a restart.
create table stream_position (
  source text primary key,
  -- microseconds since 1970 of the last event that was stored
  position bigint not null,
  stored_at timestamptz not null
);
