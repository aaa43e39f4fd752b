-- Sources that answer a search with what matches: none of them is held whole, so none has a daily total.
insert into source (id, key, complete) values
  (7, 'gdelt_archive', false),
  (8, 'google_news', false),
  (9, 'bluesky', false),
  (10, 'mastodon', false),
  (11, 'lemmy', false),
  (12, 'stack_exchange', false),
  (13, 'reddit', false),
  (14, 'youtube', false),
  (15, 'arxiv', false),
  (16, 'pubmed', false),
  (17, 'clinical_trials', false),
  (18, 'openfda', false),
  (19, 'sec_edgar', false),
  (20, 'binance', false),
  (21, 'coinbase', false),
  (22, 'coingecko', false),
  (23, 'alpha_vantage', false);
