-- EVT-5: events of archived streams outlive the retention of the log. A task writes them to the archive, day by day and
-- partition by partition, before their day may be dropped. Each row here is one archived object: consecutive events of
-- one partition and one day. Objects of a partition follow each other without gaps.
alter table log_streams add column is_archived boolean not null default false;

create table log_archive (
  stream_id smallint not null references log_streams,
  partition smallint not null,
  first_offset bigint not null,
  last_offset bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Its content address in the archive: the SHA-256.
  object text not null,
  archived_at timestamptz not null,
  primary key (stream_id, partition, first_offset),
  constraint log_archive_has_events check (last_offset >= first_offset)
);
