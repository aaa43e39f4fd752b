-- By which version of the tokenizer the words of the stored documents were read, and how far reading them again has come. Documents of before
-- are of version 1; a library that is empty now is filled by version 2 or a later one.
create table words_reading (
  id smallint primary key check (id = 1),
  version integer not null,
  -- the last document that was read again, and how many were; null and 0 while nothing is under way
  last_document bigint,
  documents integer not null default 0
);
insert into words_reading (id, version) select 1, case when exists (select 1 from source_day) then 1 else 2 end;
