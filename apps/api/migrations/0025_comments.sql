-- What people of an organization write about signals, stories, cards and documents. A comment has replies, which have none.

create table comment (
  id text primary key,
  -- null for people without an organization, who write only for themselves
  organization_id text,
  -- the comment that it answers
  parent_id text references comment (id) on delete cascade,
  kind text not null check (kind in ('signal', 'story', 'document')),
  item_id text not null,
  -- again, for a story, so that a deleted one takes its comments with it
  story_id text references saved_story (id) on delete cascade,
  card_id text,
  -- in whose report a document was read
  signal_id text,
  -- of what it is about, as it was then
  title text not null,
  -- null for a person who was deleted
  author_id text references app_user (id) on delete set null,
  -- a mention is @[usr_…], so that it always shows the name of today; empty when it was deleted
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- only of comments whose replies keep their place
  deleted_at timestamptz,
  resolved_at timestamptz,
  resolved_by text references app_user (id) on delete set null,
  -- when somebody last wrote in it
  active_at timestamptz not null,
  -- when those whom it concerns were notified; null while somebody may not have been
  announced_at timestamptz
);
create index comment_of_item on comment (item_id, active_at desc, id) where parent_id is null;
create index comment_of_story on comment (story_id) where story_id is not null;
create index comment_replies on comment (parent_id, created_at, id) where parent_id is not null;
create index comment_of_author on comment (author_id, created_at desc);
create index comment_resolved_by on comment (resolved_by) where resolved_by is not null;
create index comment_unannounced on comment (created_at) where announced_at is null;
alter table comment enable row level security, force row level security;
create policy tenant on comment using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (organization_id is not null or author_id = (select tenant_user()))
    and (story_id is null or exists (select from saved_story where saved_story.id = story_id))
  )
);

create table comment_mention (
  comment_id text not null references comment (id) on delete cascade,
  user_id text not null references app_user (id) on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_mention_of on comment_mention (user_id);
-- What is part of a thing is visible with it: the policy of the comment also applies within this condition.
alter table comment_mention enable row level security, force row level security;
create policy tenant on comment_mention using (
  (select tenant_user()) is null or exists (select from comment where comment.id = comment_id)
);

-- Who resolved and reopened comments, and who deleted words of others.
create table comment_change (
  comment_id text not null references comment (id) on delete cascade,
  change text not null check (change in ('resolved', 'reopened', 'deleted-comment', 'deleted-reply')),
  changed_by text references app_user (id) on delete set null,
  changed_at timestamptz not null
);
create index comment_change_of on comment_change (comment_id, changed_at);
create index comment_change_by on comment_change (changed_by) where changed_by is not null;
alter table comment_change enable row level security, force row level security;
create policy tenant on comment_change using (
  (select tenant_user()) is null or exists (select from comment where comment.id = comment_id)
);

-- Where the app shows what a message is about; null for most kinds.
alter table inbox_message add column path text;

-- What a deleted person wrote goes with them. A comment that others replied to keeps its place without words, and mentions lose the id.
create function forget_commenter() returns trigger language plpgsql as $$
begin
  update comment set text = replace(text, '@[' || old.id || ']', '@former colleague')
    where id in (select comment_id from comment_mention where user_id = old.id);
  delete from comment where author_id = old.id and parent_id is not null;
  delete from comment where author_id = old.id
    and not exists (select from comment as reply where reply.parent_id = comment.id);
  update comment set text = '', deleted_at = coalesce(deleted_at, now()) where author_id = old.id;
  delete from comment where deleted_at is not null and parent_id is null
    and not exists (select from comment as reply where reply.parent_id = comment.id);
  return old;
end $$;
create trigger forget_commenter before delete on app_user for each row execute function forget_commenter();

-- As before, and comments.
create or replace function count_things_of(person text) returns table (kind text, things bigint) language sql stable as $$
  select kind, things from (
    select 'searches', count(*) from search where user_id = person
    union all select 'recent-searches', count(*) from recent_search where user_id = person
    union all select 'context-spaces', count(*) from context_space where user_id = person
    union all select 'exports', count(*) from export where user_id = person
    union all select 'monitors', count(*) from monitor where user_id = person
    union all select 'trend-subscriptions', count(*) from trends_subscription where user_id = person
    union all select 'inbox-messages', count(*) from inbox_message where recipient_id = person
    union all select 'stories', count(*) from saved_story where owner_id = person
    union all select 'comments', count(*) from comment where author_id = person and deleted_at is null
    union all select 'zeus-reports', count(*) from zeus_report where owner_id = person
    union all select 'zeus-threads', count(*) from zeus_thread where user_id = person
    union all select 'share-links', count(*) from share_link where maker_id = person
    union all select 'pictures', count(*) from image where user_id = person
    union all select 'portfolios', count(*) from portfolio where user_id = person
    union all select 'projects', count(*) from project where user_id = person
    union all select 'workflows', count(*) from workflow where owner_id = person
    union all select 'news-feeds', count(*) from news_feed where user_id = person
    union all select 'news-mutes', count(*) from news_mute where user_id = person
    union all select 'marked-articles', count(*) from news_mark where user_id = person
    union all select 'activity-events', count(*) from activity_event where user_id = person
  ) as all_kinds (kind, things) where things > 0 order by kind
$$;
