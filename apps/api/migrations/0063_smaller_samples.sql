-- The words of smaller samples: of a large topic one document in 32 or in 128 is read, and the index of one in eight finds four to sixteen times
-- as many, each of which would be looked at. Together they are 4 % of `document_tsv`.
create index document_tsv_sample_32 on document using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 4096) where bucket < 4;
create index document_tsv_sample_128 on document using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 4096) where bucket < 1;
