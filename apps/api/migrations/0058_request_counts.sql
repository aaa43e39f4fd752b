-- Requests that are counted over all processes (decision 0196): as rate-limiter-flexible has them. Without a journal: after a crash of the database
-- counting begins anew, which harms nobody, and a request costs no flush.
create table request_count (
  key varchar(255) primary key,
  points integer not null default 0,
  -- milliseconds since 1970
  expire bigint
);
alter table request_count set unlogged;
