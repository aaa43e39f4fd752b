-- Names are suggested while they are typed, without case and accents. The expression is that of the query in
-- modules/autocomplete; normalize needs a database in UTF-8, as both engines are.
create index entity_prefix on entity (
  (lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g')) collate "C")
);
-- Words are stored folded.
create index term_background_prefix on term_background (demo, term collate "C");
