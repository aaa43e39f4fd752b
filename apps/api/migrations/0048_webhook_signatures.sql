-- With what the posts of a monitor are signed (decision 0173): made when it is first needed. The one before signs along until its time is over.
alter table monitor
  add column webhook_secret text,
  add column webhook_secret_at timestamptz,
  add column previous_webhook_secret text,
  add column previous_webhook_until timestamptz;

alter table webhook_delivery add column tried_at timestamptz;
create index webhook_delivery_newest on webhook_delivery (monitor_id, created_at desc, id);
-- what has ended is dropped when it is old
create index webhook_delivery_ended on webhook_delivery (created_at) where next_at is null;
