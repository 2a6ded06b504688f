-- DEDUP-1..DEDUP-4: one article for one canonical address, ever, and its content never changes.
--
--   article_urls   hash of the canonical address  -> article      the one place that decides who was first
--   article_guids  source and hash of its guid    -> article      the same guid under a new address is the same
--   articles       the content, by month, as it was first seen
--   article_revisions                                             other texts that were later seen at the address
--
-- Hashes are the first 128 bits of SHA-256, kept as uuid: half the size of a text of hexadecimal digits in every
-- index. The key of an article is a UUIDv7 whose time is `stored_at`, so an id alone finds its month.
--
-- An article's own key follows from its own `url` and `guid`. Keys that it was given later (the same guid came under
-- a new address, the same address under a new guid or from another source) are few and marked, so that a small
-- index finds them when the article is taken out.

create table article_urls (
  url_hash uuid not null,
  article_id uuid not null,
  is_alias boolean not null,
  primary key (url_hash)
) partition by hash (url_hash);
create index article_urls_given_later on article_urls (article_id) where is_alias;

create table article_guids (
  source_id uuid not null,
  guid_hash uuid not null,
  article_id uuid not null,
  is_alias boolean not null,
  primary key (source_id, guid_hash)
) partition by hash (source_id, guid_hash);
create index article_guids_given_later on article_guids (article_id) where is_alias;

do $$
begin
  for part in 0..15 loop
    execute format('create table article_urls_%s partition of article_urls for values with (modulus 16, remainder %s)',
      part, part);
    execute format('create table article_guids_%s partition of article_guids for values with (modulus 16, remainder %s)',
      part, part);
  end loop;
end
$$;

create table articles (
  id uuid not null,
  stored_at timestamptz not null,
  source_id uuid not null,
  url text not null,
  guid text,
  title text not null,
  -- Plain text, a few sentences.
  summary text not null,
  -- Sanitised HTML and what it says as text; empty when there is nothing but the summary.
  body_html text not null,
  body_text text not null,
  -- Of title and text, without regard to white space: what decides whether it was revised.
  content_hash uuid not null,
  published_at timestamptz not null,
  -- Whether `published_at` is what the source said, or when we first saw it.
  has_own_date boolean not null,
  modified_at timestamptz,
  authors text[] not null,
  -- As the source named them.
  categories text[] not null,
  language text,
  section text,
  image_url text,
  image_width integer,
  image_height integer,
  word_count integer not null,
  -- Enclosures, media, comments, place: what few readers need.
  extras jsonb,
  -- feed, page, api, submit
  origin text not null,
  fetch_id uuid,
  primary key (id, stored_at),
  constraint articles_have_a_known_origin check (origin in ('feed', 'page', 'api', 'submit'))
) partition by range (stored_at);
create index articles_of_a_source on articles (source_id, published_at desc, id desc);
create index articles_by_time on articles (published_at desc, id desc);

create table article_revisions (
  article_id uuid not null,
  -- A text that was seen before is no new revision, however often a page goes back and forth.
  content_hash uuid not null,
  -- UUIDv7 whose time is `seen_at`: texts that came in one batch keep their order.
  id uuid not null,
  seen_at timestamptz not null,
  title text not null,
  summary text not null,
  body_html text not null,
  body_text text not null,
  modified_at timestamptz,
  fetch_id uuid,
  primary key (article_id, content_hash)
);
create index article_revisions_in_order on article_revisions (article_id, id);
