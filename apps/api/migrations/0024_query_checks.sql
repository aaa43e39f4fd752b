-- Documents that a person labels to see how good the query of a signal is.

create table query_check (
  user_id text not null references app_user (id) on delete cascade,
  signal_id text not null,
  -- title of the signal that the documents were drawn for, which is another one after a change of the query
  drawn_for text not null,
  -- sources, days and country of the query: labels are only used for a query of the same
  bounds text not null,
  drawn_at timestamptz not null,
  -- the parts that were sampled, each without the documents of the parts before it, and how many documents of each the query matches
  parts jsonb not null,
  wider_terms text[] not null,
  primary key (user_id, signal_id)
);
create index query_check_bounds on query_check (user_id, bounds, drawn_at desc);
alter table query_check enable row level security, force row level security;
create policy tenant on query_check using ((select tenant_user()) is null or user_id = (select tenant_user()));

create table query_check_document (
  user_id text not null,
  signal_id text not null,
  document_id text not null,
  -- index of the part it was drawn from
  part integer not null,
  position integer not null,
  is_match boolean not null,
  -- null until it is labelled
  label text check (label in ('about', 'not', 'unsure')),
  primary key (user_id, signal_id, document_id),
  foreign key (user_id, signal_id) references query_check (user_id, signal_id) on delete cascade
);
alter table query_check_document enable row level security, force row level security;
create policy tenant on query_check_document using ((select tenant_user()) is null or user_id = (select tenant_user()));
