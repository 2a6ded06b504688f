-- Which secret the processes of this database share, as a fingerprint that does not reveal it: a process with another
-- secret could open nothing that was sealed before, and would refuse the cursors and receipts of the others. The first
-- start records it.
create table installation_secret (
  is_the_only_one boolean primary key default true,
  fingerprint text not null constraint installation_secret_fingerprint_is_short
    check (length(fingerprint) between 1 and 100),
  constraint installation_secret_is_one check (is_the_only_one)
);
