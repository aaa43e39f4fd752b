-- Row-level security: the second line of defence behind the conditions of repositories (decision 0169). The database's adapter says in the
-- transaction of a request who asks (`auspex.user_id`, `auspex.organization_id`). Where nobody is named, as in jobs, migrations and restores,
-- all rows are seen. Policies are forced, so that they bind a login that owns the tables; one that no policy binds, such as a superuser, takes
-- the role `auspex_tenant` for the time.

create function tenant_user() returns text language sql stable
  return nullif(current_setting('auspex.user_id', true), '');

-- null for people without an organization, who share nothing
create function tenant_organization() returns text language sql stable
  return nullif(current_setting('auspex.organization_id', true), '');

create function tenant_groups() returns text[] language sql stable
  return array(select member.group_id from organization_group_member member where member.user_id = tenant_user());

-- Things that are their maker's, and with a group also that of the group's members. Functions are asked once a statement, not once a row.
alter table portfolio enable row level security, force row level security;
create policy tenant on portfolio using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (user_id = (select tenant_user()) or group_id = any ((select tenant_groups())::text[]))
  )
);
alter table project enable row level security, force row level security;
create policy tenant on project using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (user_id = (select tenant_user()) or group_id = any ((select tenant_groups())::text[]))
  )
);
alter table saved_story enable row level security, force row level security;
create policy tenant on saved_story using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (owner_id = (select tenant_user()) or group_id = any ((select tenant_groups())::text[]))
  )
);

-- What is part of a thing is seen with it: the policy of the thing holds within these conditions, too.
alter table portfolio_trend enable row level security, force row level security;
create policy tenant on portfolio_trend using (
  (select tenant_user()) is null or exists (select 1 from portfolio whole where whole.id = portfolio_id)
);
alter table project_portfolio enable row level security, force row level security;
create policy tenant on project_portfolio using (
  (select tenant_user()) is null or exists (select 1 from project whole where whole.id = project_id)
);
alter table story_version enable row level security, force row level security;
create policy tenant on story_version using (
  (select tenant_user()) is null or exists (select 1 from saved_story whole where whole.id = story_id)
);
alter table story_card enable row level security, force row level security;
create policy tenant on story_card using (
  (select tenant_user()) is null or exists (select 1 from saved_story whole where whole.id = story_id)
);
alter table export_chunk enable row level security, force row level security;
create policy tenant on export_chunk using (
  (select tenant_user()) is null or exists (select 1 from export whole where whole.id = export_id)
);

-- What everybody of an organization may see, or its maker alone without one.
alter table image enable row level security, force row level security;
create policy tenant on image using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (organization_id is not null or user_id = (select tenant_user()))
  )
);
alter table share_link enable row level security, force row level security;
create policy tenant on share_link using (
  (select tenant_user()) is null
  or (
    organization_id is not distinct from (select tenant_organization())
    and (organization_id is not null or maker_id = (select tenant_user()))
  )
);

-- What is one person's alone.
alter table project_visit enable row level security, force row level security;
create policy tenant on project_visit using ((select tenant_user()) is null or user_id = (select tenant_user()));
alter table context_space enable row level security, force row level security;
create policy tenant on context_space using ((select tenant_user()) is null or user_id = (select tenant_user()));
alter table monitor enable row level security, force row level security;
create policy tenant on monitor using ((select tenant_user()) is null or user_id = (select tenant_user()));
alter table trends_subscription enable row level security, force row level security;
create policy tenant on trends_subscription using ((select tenant_user()) is null or user_id = (select tenant_user()));
alter table export enable row level security, force row level security;
create policy tenant on export using ((select tenant_user()) is null or user_id = (select tenant_user()));
alter table recent_search enable row level security, force row level security;
create policy tenant on recent_search using ((select tenant_user()) is null or user_id = (select tenant_user()));
