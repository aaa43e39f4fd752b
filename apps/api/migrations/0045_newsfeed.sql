-- Articles that were stored or removed, and not compared with the stories of the news feed since.
-- They are compared in the order of their publication, for a story is named by its first.
create table article_pending (
  document_id bigint primary key,
  published_at timestamptz not null
);
create index article_pending_order on article_pending (published_at, document_id);
insert into article_pending (document_id, published_at) select id, ts from document where kind = 1;

-- What a person reads beside what everybody has: all articles, saved ones, and a feed for each portfolio.
create table news_feed (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  kind text not null,
  value text not null,
  title text not null,
  -- of the RSS, Atom or JSON feed that is read for an outlet; it may hold a token, so nobody else is told
  feed_url text,
  last_fetch jsonb,
  fetched_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, kind, value)
);
create index news_feed_due on news_feed (fetched_at) where feed_url is not null;

-- How a person marked an article. The time of the article lets a feed ask for the marks of its days alone.
create table news_mark (
  user_id text not null references app_user (id) on delete cascade,
  document_id bigint not null,
  published_at timestamptz not null,
  read_at timestamptz,
  saved_at timestamptz,
  -- the marking of a whole feed that read it, so that it can be undone
  read_mark_id text,
  primary key (user_id, document_id)
);
create index news_mark_read on news_mark (user_id, published_at desc) where read_at is not null;
create index news_mark_saved on news_mark (user_id, saved_at desc) where saved_at is not null;
create index news_mark_of_feed on news_mark (read_mark_id) where read_mark_id is not null;

create table news_mute (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  kind text not null,
  value text not null,
  title text not null,
  created_at timestamptz not null,
  unique (user_id, kind, value)
);
