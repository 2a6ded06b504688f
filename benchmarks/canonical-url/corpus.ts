/** URLs as in feeds: mostly clean or with campaign parameters, some wrapped, AMP or mobile. */
export const CORPUS = { name: 'addresses of articles', size: '1,000 addresses of 20 shapes' };

export function createAddresses(): readonly string[] {
  return Array.from({ length: 1_000 }, (_, index) => shapeAt(index).replaceAll('{n}', String(1_000 + index)));
}

function shapeAt(index: number): string {
  return SHAPES[index % SHAPES.length] ?? '';
}

const SHAPES = [
  'https://www.example.com/2024/05/01/world/story-number-{n}.html',
  'https://www.example.com/news/politics/a-longer-title-of-a-story-{n}',
  'https://news.example.org/article/{n}/',
  'http://www.example.net/?p={n}',
  'https://example.com/story/{n}?utm_source=rss&utm_medium=feed&utm_campaign=news',
  'https://www.example.co.uk/news/uk-{n}?at_medium=RSS&at_campaign=KARANGA',
  'https://www.example.de/wirtschaft/artikel-{n}.html?wt_mc=rss.red.ho.atom.beitrag.beitrag',
  'https://www.example.fr/article/2024/05/01/caf%c3%a9-{n}_3210.html?xtor=RSS-3208',
  'https://www.example.com/read.aspx?lang=en&id={n}&cat=3',
  'https://blog.example.org/2024/05/post-{n}.html#comments',
  'https://www.example.com/2024/05/story-{n}/amp/',
  'https://m.example.com/story/{n}?fbclid=IwAR0abcdefghijklmnop',
  'https://www.google.com/url?q=https%3A%2F%2Fwww.example.com%2Fstory%2F{n}&sa=D&ust=1',
  'https://www.nytimes.com/2024/05/01/us/story-{n}.html?partner=rss&emc=rss',
  'https://www.theguardian.com/world/2024/may/01/story-{n}?CMP=share_btn_tw',
  'https://www.youtube.com/watch?v=abcdef{n}&feature=youtu.be',
  'https://medium.com/@writer/a-story-{n}?source=rss----abc---4',
  'https://example.jp/ニュース/{n}?ref=rss',
  'https://www.example.com/a/../b/./story-{n}.php?b=2&a=1&c=3',
  'https://www.example.com/index.php?title=Story_{n}&gclid=abc&mc_cid=def&mc_eid=ghi',
] as const;
