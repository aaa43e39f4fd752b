-- In which languages the documents of an outlet are written, as far as their text or their source told, counted when they are stored. Removals
-- are not taken out: the shares decide, not the numbers.
create table outlet_language (
  outlet text not null,
  lang text not null,
  documents integer not null,
  primary key (outlet, lang)
);
