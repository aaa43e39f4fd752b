-- How many new words wait beside the index is a setting of the engine: 16 MB of a server, whose other sessions go on while one of
-- them moves the words into the index, and 1 MB of the embedded engine, which answers nobody meanwhile (half a second at 16 MB).
alter index document_tsv reset (gin_pending_list_limit);
