import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../errors.ts';
import { feedsOfKnownSite } from './discovery/known-sites.ts';
import { normaliseSourceAddress, parseTypedAddress } from './typed-address.ts';

test('SRC-2: typed and pasted addresses are normalised', () => {
  const cases: Record<string, string> = {
    'example.com': 'https://example.com/',
    '  Example.COM/Feed  ': 'https://example.com/Feed',
    'example. com/a b': 'https://example.com/a%20b',
    'https://example.com/x#part': 'https://example.com/x',
    'feed:https://example.com/rss': 'https://example.com/rss',
    'feed://example.com/rss': 'https://example.com/rss',
    'view-source:http://example.com/': 'http://example.com/',
    'http:/example.com': 'http://example.com/',
    'https//example.com': 'https://example.com/',
    '//example.com/feed': 'https://example.com/feed',
    '<https://example.com/>': 'https://example.com/',
    '"example.com"': 'https://example.com/',
    'example.com:8080/x': 'https://example.com:8080/x',
    'bücher.example': 'https://xn--bcher-kva.example/',
    '@editor@social.example': 'https://social.example/@editor',
    'https://example.com/a\n/b': 'https://example.com/a/b',
  };
  for (const [typed, url] of Object.entries(cases)) assert.equal(parseTypedAddress(typed).url, url, typed);
});

test('ALL-1: text that is not an address is refused with a reason', () => {
  const bad = [
    '',
    '   ',
    'hello',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://a.example/',
  ];
  for (const typed of [
    ...bad,
    'https://a:b@example.com/',
    'https://',
    'http://exa mple',
    `https://example.com/${'a'.repeat(3_000)}`,
  ])
    assert.throws(
      () => parseTypedAddress(typed),
      error => error instanceof Problem && error.code === 'validation-failed' && error.faults.length === 1,
      typed,
    );
});

test('SRC-2: any text gives a stable address or a reason', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), typed => {
      try {
        const { url } = parseTypedAddress(typed);
        assert.equal(normaliseSourceAddress(url), url);
        assert.equal(parseTypedAddress(url).url, url);
      } catch (error) {
        assert.ok(error instanceof Problem, String(error));
      }
    }),
    { numRuns: 500 },
  );
});

test('SRC-2: pages of well-known sites map to their feeds', () => {
  const cases: Record<string, string[]> = {
    'https://www.youtube.com/channel/UC123abc': [
      'https://www.youtube.com/feeds/videos.xml?channel_id=UC123abc',
    ],
    'https://m.youtube.com/playlist?list=PL9': ['https://www.youtube.com/feeds/videos.xml?playlist_id=PL9'],
    'https://www.youtube.com/@handle': [],
    'https://old.reddit.com/r/news/': ['https://www.reddit.com/r/news/.rss'],
    'https://www.reddit.com/r/news/top/?t=day': ['https://www.reddit.com/r/news/top/.rss'],
    'https://github.com/owner': ['https://github.com/owner.atom'],
    'https://github.com/owner/repo/releases': [
      'https://github.com/owner/repo/releases.atom',
      'https://github.com/owner/repo/commits.atom',
      'https://github.com/owner/repo/tags.atom',
    ],
    'https://github.com/owner/repo/commits/main': ['https://github.com/owner/repo/commits/main.atom'],
    'https://github.com/owner/repo/issues/5': [],
    'https://social.example/@editor': ['https://social.example/@editor.rss'],
    'https://social.example/@editor/1234': [],
    'https://letters.substack.com/p/a-post': ['https://letters.substack.com/feed'],
    'https://medium.com/@writer': ['https://medium.com/feed/@writer'],
    'https://a.blogspot.com/2020/': ['https://a.blogspot.com/feeds/posts/default'],
    'https://bsky.app/profile/news.example': ['https://bsky.app/profile/news.example/rss'],
    'https://notgithub.com/owner/repo': [],
  };
  for (const [page, feeds] of Object.entries(cases)) assert.deepEqual(feedsOfKnownSite(page), feeds, page);
});
