-- When a document came into the library, beside when it was published: a report can then show what was known on a past day.
-- Null for documents from before it was recorded.
alter table document add column collected_at timestamptz;
-- many documents of a batch share one instant, which the index stores once
create index document_collected on document (collected_at);

-- Since when the library knows when it collected what it has; null until it has something. No earlier day can be reported as of.
alter table library add column collected_since timestamptz;
update library set collected_since = now() where revision > 0;

-- To which story a document belonged before later documents joined or split it: a report as of a day before the change counts the former one.
create table former_story (
  document_id bigint not null,
  changed_on date not null,
  cluster_id bigint not null,
  primary key (document_id, changed_on)
);
create index former_story_changed on former_story (changed_on);
