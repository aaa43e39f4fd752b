-- Workbooks, slides and columns for analysts, and files of comparisons, which name their days and what they count.

alter table export drop constraint export_format_check;
alter table export add constraint export_format_check check (format in (
  'csv', 'csv-excel', 'jsonl', 'parquet', 'series-jsonl', 'series-parquet', 'xlsx', 'pptx', 'html', 'pdf', 'bundle', 'markdown', 'docx'
));
alter table export add column comparison jsonb;
