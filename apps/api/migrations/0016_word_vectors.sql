-- What the words of the library mean, learned from its own documents: one row for each language with enough of them.
create table word_vectors (
  language text primary key,
  trained_at timestamptz not null,
  -- documents in the library when they were learned: they are learned again when it has grown
  library_documents int not null,
  -- the version of the form: vectors of another one are learned again
  version smallint not null,
  -- null in the row `und`, which says that no language had enough documents
  vectors bytea
);
