-- SRCH-9: an article may answer dozens of saved searches, and each match looked up and locked its search and its reader for
-- two foreign keys: more than half of what noting matches cost the database. Whoever notes matches locks each search once
-- instead, and one trigger for a statement takes matches along with their searches. Searches go with their reader by
-- their own key, so matches do too.
alter table saved_search_matches drop constraint saved_search_matches_search_id_fkey;
alter table saved_search_matches drop constraint saved_search_matches_user_id_fkey;

create function forget_saved_searches() returns trigger language plpgsql as $$
begin
  delete from saved_search_matches using gone where saved_search_matches.search_id = gone.id;
  return null;
end
$$;
create trigger saved_searches_that_are_gone
  after delete on saved_searches referencing old table as gone
  for each statement execute function forget_saved_searches();

-- The matches of a reader are found by their searches. Matches are written in the order of their time, so a note for each
-- stretch of pages finds the old ones.
drop index saved_search_matches_of_a_reader;
drop index saved_search_matches_by_age;
create index saved_search_matches_by_age on saved_search_matches using brin (matched_at);
