-- Daily closing prices of one symbol as one provider gave them. Demo and real prices never answer the same question.
create table price_series (
  provider text not null,
  market text not null check (market in ('stock', 'crypto')),
  symbol text not null,
  kind text not null check (kind in ('stock', 'fund', 'crypto')),
  name text,
  exchange text,
  currency text,
  -- whether splits and dividends are worked in
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

-- Symbols that a provider told when it was asked what begins like a text.
create table price_symbol (
  symbol text primary key,
  name text not null,
  exchange text,
  kind text not null check (kind in ('stock', 'fund', 'crypto')),
  found_at timestamptz not null
);
