-- CSV that begins with a byte order mark, which Excel needs
alter table export drop constraint export_format_check;
alter table export add constraint export_format_check
  check (format in ('csv', 'csv-excel', 'jsonl', 'html', 'pdf', 'bundle', 'markdown', 'docx'));
