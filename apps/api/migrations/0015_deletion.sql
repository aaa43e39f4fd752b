-- What goes with a person who is deleted. After the rooms, because it names tables of all of them.

-- What a person leaves where no foreign key says so. A trigger, so that nobody who deletes a person can forget a table; a test searches the
-- columns of every table.
create function forget_person() returns trigger language plpgsql as $$
begin
  delete from search where user_id = old.id;
  delete from recent_search where user_id = old.id;
  delete from context_space where user_id = old.id;
  delete from export where user_id = old.id;
  delete from webhook_delivery using monitor where monitor_id = monitor.id and monitor.user_id = old.id;
  delete from monitor where user_id = old.id;
  delete from trends_subscription where user_id = old.id;
  delete from inbox_message where recipient_id = old.id;
  -- what they sent belongs to who received it, without a name
  update inbox_message set sender_id = null where sender_id = old.id;
  delete from saved_story where owner_id = old.id;
  delete from zeus_report where owner_id = old.id;
  delete from zeus_thread where user_id = old.id;
  delete from zeus_usage where user_id = old.id;
  delete from share_link where maker_id = old.id;
  delete from image where user_id = old.id;
  return old;
end $$;
create trigger forget_person before delete on app_user for each row execute function forget_person();

-- What would go with a person, by kind; kinds that they have none of are left out.
create function count_things_of(person text) returns table (kind text, things bigint) language sql stable as $$
  select kind, things from (
    select 'searches', count(*) from search where user_id = person
    union all select 'recent-searches', count(*) from recent_search where user_id = person
    union all select 'context-spaces', count(*) from context_space where user_id = person
    union all select 'exports', count(*) from export where user_id = person
    union all select 'monitors', count(*) from monitor where user_id = person
    union all select 'trend-subscriptions', count(*) from trends_subscription where user_id = person
    union all select 'inbox-messages', count(*) from inbox_message where recipient_id = person
    union all select 'stories', count(*) from saved_story where owner_id = person
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
