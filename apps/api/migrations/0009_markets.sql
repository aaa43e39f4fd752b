-- Trends of the whole library, and prices.

-- What is computed of the library in the background: trends of the world and of countries, topics, countries, stories. Each is one JSON value
-- that is replaced as a whole; everything in it can be computed again.
create table trend_snapshot (
  -- what it is: 'trends', 'trends:NO', 'topics', 'countries', 'related', 'stories'
  key text primary key,
  -- real and synthetic documents are never in one answer
  provenance text not null,
  library_revision bigint not null,
  computed_at timestamptz not null,
  body jsonb not null
);

-- Daily closing prices of one symbol as one provider gave them. Demo and real prices never answer the same question.
create table price_series (
  provider text not null,
  market text not null check (market in ('stock', 'crypto')),
  symbol text not null,
  kind text not null check (kind in ('stock', 'fund', 'crypto')),
  name text,
  exchange text,
  currency text,
  -- whether splits and dividends are included
  adjusted boolean not null,
  provenance text not null check (provenance in ('real', 'demo')),
  -- when the provider was asked last, or the prices were imported
  fetched_at timestamptz not null,
  primary key (provider, market, symbol)
);

create table price_close (
  provider text not null,
  market text not null,
  symbol text not null,
  day date not null,
  close double precision not null check (close > 0),
  primary key (provider, market, symbol, day),
  foreign key (provider, market, symbol) references price_series on delete cascade
);

-- Symbols that a provider named when it was asked what begins like a text.
create table price_symbol (
  symbol text primary key,
  name text not null,
  exchange text,
  kind text not null check (kind in ('stock', 'fund', 'crypto')),
  found_at timestamptz not null
);
