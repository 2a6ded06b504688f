-- FEED-14, STORY-7: two more things that a reader decides about their feeds.
--
--   lifts_rare   whether sources that publish rarely are ranked up; floods are held down for everybody
--   folds_seen   whether the articles of a story that were there at the last look fold away

alter table reader_settings
  add column lifts_rare boolean not null default true,
  add column folds_seen boolean not null default false;
