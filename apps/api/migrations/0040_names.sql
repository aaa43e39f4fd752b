-- A query names outlets and authors in any case. The C collation folds A to Z alone, on every engine alike.
create index outlet_folded_name on outlet (lower(name collate "C"));
create index author_folded_name on author (lower(name collate "C"));
