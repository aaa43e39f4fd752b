-- Portfolios that belong to one piece of work. Who sees a project follows the same rule as for a portfolio; what each reader may see of its
-- portfolios is decided when it is read.
create table project (
  id text primary key,
  organization_id text,
  user_id text not null references app_user (id) on delete cascade,
  group_id text references organization_group (id) on delete set null,
  -- trimmed and in lower case, as the specification wants it
  title text not null,
  display_title text not null,
  image_id text,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index project_of_maker on project (user_id, updated_at desc, id);
create index project_of_group on project (group_id, updated_at desc, id) where group_id is not null;
create index project_image on project (image_id) where image_id is not null;

-- A portfolio that is deleted leaves every project.
create table project_portfolio (
  project_id text not null references project (id) on delete cascade,
  portfolio_id text not null references portfolio (id) on delete cascade,
  position integer not null,
  primary key (project_id, portfolio_id)
);
create index project_portfolio_order on project_portfolio (project_id, position);
create index project_portfolio_of on project_portfolio (portfolio_id);

-- When each person looked at a dashboard, so that the next visit can say what moved since.
create table project_visit (
  project_id text not null references project (id) on delete cascade,
  user_id text not null references app_user (id) on delete cascade,
  -- when the visit before this one ended; null during the first
  previous_at timestamptz,
  -- the last request of this visit
  seen_at timestamptz not null,
  primary key (project_id, user_id)
);
