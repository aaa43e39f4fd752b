-- Feeds of one outlet are told apart by their addresses: sections of a paper, channels of a site, feeds of a service.
-- The digest, for an address may be longer than an entry of an index.
alter table news_feed drop constraint news_feed_user_id_kind_value_key;
create unique index news_feed_unique on news_feed (user_id, kind, value, md5(coalesce(feed_url, '')));
