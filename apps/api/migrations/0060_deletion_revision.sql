-- The library's revision when an import was last deleted. What was measured of an older library may quote what was deleted, and is not stored.
alter table library add column deletion_revision bigint not null default 0;
