-- Videos that carry hashtags.

-- A set is what is counted together, and never with another one: all imports of an organization, one reading of a source, or the demo.
create table hashtag_set (
  set_no integer generated always as identity primary key,
  -- an organization, a person without one, or '' for what everybody sees
  owner text not null,
  origin text not null check (origin in ('research_api', 'import', 'mastodon', 'bluesky', 'demo')),
  -- what a source was asked; '', '' and 0 for a set that has every hashtag
  tag text not null,
  geo text not null,
  period smallint not null,
  as_of timestamptz not null,
  is_complete boolean not null,
  -- the first day of which every video was read; null when none was, and for libraries, whose days tell by themselves
  counted_from date,
  notice text,
  unique (owner, origin, tag, geo, period)
);
create index hashtag_set_as_of on hashtag_set (as_of);

create table hashtag_import (
  import_id text primary key,
  set_no integer not null references hashtag_set (set_no) on delete cascade,
  name text not null,
  lines_read integer not null default 0,
  stored integer not null default 0,
  renewed integer not null default 0,
  refused integer not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null
);
create index hashtag_import_set on hashtag_import (set_no, started_at desc);

-- The first lines of an import that were no videos.
create table hashtag_refusal (
  import_id text not null references hashtag_import (import_id) on delete cascade,
  line integer not null,
  field text,
  reason text not null,
  primary key (import_id, line)
);

create table hashtag_video (
  video_no bigint generated always as identity primary key,
  set_no integer not null references hashtag_set (set_no) on delete cascade,
  native_id text not null,
  -- the import that gave it, or renewed it last
  import_id text references hashtag_import (import_id) on delete cascade,
  published_at timestamptz not null,
  day date not null,
  text text not null,
  tags text[] not null,
  creator text not null,
  creator_name text,
  followers bigint,
  country text,
  url text,
  duration_seconds integer,
  views bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  unique (set_no, native_id)
);
create index hashtag_video_day on hashtag_video (set_no, day, country);
create index hashtag_video_import on hashtag_video (import_id);

-- Which video carries which hashtag.
create table hashtag_use (
  set_no integer not null,
  tag text not null,
  day date not null,
  video_no bigint not null references hashtag_video (video_no) on delete cascade,
  primary key (set_no, tag, day, video_no)
);
create index hashtag_use_video on hashtag_use (video_no);
create index hashtag_use_beginning on hashtag_use (set_no, tag text_pattern_ops, day);
