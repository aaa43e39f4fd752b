-- Imported documents were known by their id alone. A library that holds some of that time looks for both ids (decision 0218).

alter table library add column has_former_import_ids boolean not null default false;
update library set has_former_import_ids = exists (select from import_file where stored > 0);
