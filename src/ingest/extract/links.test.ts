import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { detectArticleLinks, findFeedLinks, selectArticleLinks } from './links.ts';

const URL_OF_LIST = 'https://news.example/politics/';

const LIST = `<!doctype html><html><head><base href="https://news.example/"></head><body>
  <nav><ul><li><a href="/">Home</a></li><li><a href="/politics/">Politics</a></li>
    <li><a href="/a-long-text-in-the-menu-that-reads-like-news">A long text in the menu that reads like news</a></li></ul></nav>
  <main>
    <div class="card card-1"><a href="/politics/2024/05/harbour-vote-delayed-again"><img src="a.jpg" alt=""></a>
      <h2><a href="/politics/2024/05/harbour-vote-delayed-again">Harbour vote delayed again after a long night</a></h2>
      <p>The council could not agree. <a href="/politics/2024/05/harbour-vote-delayed-again#more">Read more</a></p></div>
    <div class="card card-2"><h2><a href="/politics/2024/05/minister-visits-flooded-villages-in-north">Minister visits flooded villages in the north</a></h2></div>
    <div class="card card-3"><h2><a href="politics/2024/05/budget">Budget talks: who pays for the new line?</a></h2></div>
    <div class="card card-4"><h2><a href="https://elsewhere.example/2024/05/an-advertisement-for-something-new">An advertisement for something new and shiny</a></h2></div>
  </main>
  <div class="tags"><a href="/tag/harbour">Harbour and everything about harbours</a> <a href="/tag/budget">Budget</a></div>
  <footer><a href="/impressum">Imprint</a><a href="/about">About this newspaper and its people</a></footer>
</body></html>`;

test('SRC-5: article links of a list page are found without menu, tags, footer and other sites', () => {
  assert.deepEqual(detectArticleLinks(LIST, URL_OF_LIST), [
    {
      url: 'https://news.example/politics/2024/05/harbour-vote-delayed-again',
      title: 'Harbour vote delayed again after a long night',
    },
    {
      url: 'https://news.example/politics/2024/05/minister-visits-flooded-villages-in-north',
      title: 'Minister visits flooded villages in the north',
    },
    {
      url: 'https://news.example/politics/2024/05/budget',
      title: 'Budget talks: who pays for the new line?',
    },
  ]);
});

test('SRC-5: a whole card inside a link gives its heading as title', () => {
  const cards = [1, 2, 3]
    .map(
      n =>
        `<li class="item"><a class="teaser" href="/nachrichten/artikel-${10_000 + n}.html"><span>Stadt</span><h3>Neue Brücke über den Fluss, Teil ${n} der Reihe</h3><p>Ein Vorspann.</p></a></li>`,
    )
    .join('');
  const found = detectArticleLinks(`<ul>${cards}</ul>`, 'https://zeitung.example/');
  assert.deepEqual(
    found.map(link => link.title),
    [1, 2, 3].map(n => `Neue Brücke über den Fluss, Teil ${n} der Reihe`),
  );
});

test('SRC-5: a page without lists of articles gives no links', () => {
  assert.deepEqual(detectArticleLinks('<p>Nothing here. <a href="/about">About</a></p>', URL_OF_LIST), []);
});

test('SRC-5: a selector may name the links or the boxes around them', () => {
  const byLink = selectArticleLinks(LIST, URL_OF_LIST, '.card h2 > a');
  const byBox = selectArticleLinks(LIST, URL_OF_LIST, 'main .card');
  assert.equal(byLink.length, 4);
  assert.deepEqual(byBox, byLink);
});

test('SRC-5: an invalid selector throws', () => {
  assert.throws(() => selectArticleLinks(LIST, URL_OF_LIST, 'a[['));
});

test('SRC-2: feeds in link elements come first, with comment feeds last, then links that look like feeds', () => {
  const html = `<link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed/">
    <link rel="alternate" type="application/atom+xml" title="News" href="/news.atom">
    <link rel="alternate" hreflang="de" href="/de/">
    <a href="/sport/feed/">Sport</a> <a href="feed:https://news.example/rss">RSS</a> <a href="/feeding-birds">Feeding birds</a>`;
  assert.deepEqual(
    findFeedLinks(html, 'https://news.example/').map(feed => feed.url),
    [
      'https://news.example/news.atom',
      'https://news.example/comments/feed/',
      'https://news.example/sport/feed/',
      'https://news.example/rss',
    ],
  );
});

test('PARSE-3: a list page of links nested a hundred thousand levels deep is read in bounded time', () => {
  const html = `${'<div class="a">'.repeat(100_000)}<a href="/x">x</a>`;
  const took = cpuMs(() => assert.deepEqual(detectArticleLinks(html, URL_OF_LIST), []));
  assert.ok(took < 10_000, `${took} ms`);
});
