-- What each measurement of a signal found, so that a later one can say why it found something else.

create table signal_measurement (
  signal_id text not null references signal (id) on delete cascade,
  -- grows with each measurement that finds other documents, or reads them with another version of the method
  number integer not null,
  measured_at timestamptz not null,
  -- when the same documents were found last
  last_measured_at timestamptz not null,
  provenance text not null,
  documents bigint not null,
  -- distinct pieces; null when counted from a sample
  pieces bigint,
  -- share of all documents of the sources that are stored completely; null without one
  share double precision,
  sample_fraction double precision not null,
  query text not null,
  -- versions of the measures and of the reading of words
  method text not null,
  -- the days that each source covers, by kind of document
  covered jsonb not null,
  -- documents that came and went since the measurement before, by cause: how many, and from which sources and days
  parts jsonb not null,
  -- stored ids of those that came, by cause, as 64-bit integers in base64; without those of causes that have too many
  part_documents jsonb not null,
  -- ids of all documents, or of the sample, as sorted 64-bit integers: of the last measurement only
  document_ids bytea,
  primary key (signal_id, number)
);
