-- Whether the emails of a digest have the PDF of its portfolio or project attached.
alter table digest add column attach_pdf boolean not null default false;
-- What an email has attached as a PDF: kind and id of a portfolio or project; null for nothing. The file is made when the email is sent.
alter table mail_delivery add column attachment jsonb;
