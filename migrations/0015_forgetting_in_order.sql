-- Articles were taken out in whatever order a plan gave, while desks held them in another: each waited for the other.
-- Everybody takes them in the order of their ids now.
create or replace function forget_articles() returns trigger language plpgsql as $$
begin
  perform from article_facts
  join gone on article_facts.article_id = gone.id and article_facts.stored_at = gone.stored_at
  order by article_facts.article_id
  for update of article_facts;
  delete from article_facts using gone
  where article_facts.article_id = gone.id and article_facts.stored_at = gone.stored_at;
  perform from story_articles join gone on story_articles.article_id = gone.id
  order by story_articles.article_id
  for update of story_articles;
  with lost as (
    delete from story_articles using gone where story_articles.article_id = gone.id
    returning story_articles.article_id, story_articles.story_id
  )
  insert into story_losses (article_id, story_id, lost_at)
  select article_id, story_id, now() from lost
  on conflict (article_id) do nothing;
  return null;
end
$$;
