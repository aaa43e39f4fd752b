-- The words of each smaller sample: of a large topic one document in 16 to 128 is read, and a larger index finds more, each of which would be
-- looked at on the disk. Together they are a sixth of `document_tsv`.
create index document_tsv_sample_16 on document using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 4096) where bucket < 8;
create index document_tsv_sample_32 on document using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 4096) where bucket < 4;
create index document_tsv_sample_64 on document using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 4096) where bucket < 2;
create index document_tsv_sample_128 on document using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 4096) where bucket < 1;
