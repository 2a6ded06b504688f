/**
 * SRC-2: the addresses of feeds of well-known sites, which their pages do not always name. They are candidates: each is
 * fetched and parsed before it is shown.
 */
export function feedsOfKnownSite(address: string): string[] {
  const url = new URL(address);
  const host = url.hostname.replace(/^(?:www|m|old|new|mobile)\./, '');
  const site = SITES.find(({ hosts }) => hosts.test(host));
  return [...(site?.feeds(url, partsOf(url)) ?? []), ...(site ? [] : profileOf(url))];
}

function partsOf(url: URL): string[] {
  return url.pathname.split('/').filter(part => part !== '');
}

/** `/@name` is a profile on Mastodon and similar servers. */
function profileOf(url: URL): string[] {
  const isProfile = /^\/@[\w.-]+\/?$/.test(url.pathname) || /^\/tags\/[^/]+\/?$/.test(url.pathname);
  return isProfile ? [`${url.origin}${url.pathname.replace(/\/$/, '')}.rss`] : [];
}

const SITES: readonly Site[] = [
  {
    hosts: /^youtube\.com$/,
    feeds: (url, [kind = '', name = '']) => {
      const feed = 'https://www.youtube.com/feeds/videos.xml';
      const list = url.searchParams.get('list');
      if (kind === 'channel' && /^UC[\w-]+$/.test(name)) return [`${feed}?channel_id=${name}`];
      if (kind === 'user' && name !== '') return [`${feed}?user=${name}`];
      return list === null ? [] : [`${feed}?playlist_id=${encodeURIComponent(list)}`];
    },
  },
  {
    hosts: /^reddit\.com$/,
    feeds: (_url, parts) => {
      const [kind = '', name = '', order = ''] = parts;
      if (parts.length === 0) return ['https://www.reddit.com/.rss'];
      if (!['r', 'u', 'user'].includes(kind) || name === '') return [];
      const sorted = ['new', 'top', 'hot', 'rising'].includes(order) ? `/${order}` : '';
      return [`https://www.reddit.com/${kind === 'r' ? 'r' : 'user'}/${name}${sorted}/.rss`];
    },
  },
  {
    hosts: /^github\.com$/,
    feeds: (_url, [owner = '', repository = '', page = '', ...rest]) => {
      if (owner === '') return [];
      if (repository === '') return [`https://github.com/${owner}.atom`];
      const home = `https://github.com/${owner}/${repository}`;
      if (page === 'commits' || page === 'tree')
        return [`${home}/commits/${rest.length > 0 ? rest.join('/') : 'HEAD'}.atom`];
      if (page === 'tags') return [`${home}/tags.atom`];
      return page === '' || page === 'releases'
        ? [`${home}/releases.atom`, `${home}/commits.atom`, `${home}/tags.atom`]
        : [];
    },
  },
  {
    hosts: /^medium\.com$/,
    feeds: (_url, [name = '']) => (name === '' ? [] : [`https://medium.com/feed/${name}`]),
  },
  {
    hosts: /\.(?:substack|medium|wordpress)\.com$/,
    feeds: url => [`${url.origin}/feed`],
  },
  { hosts: /\.tumblr\.com$/, feeds: url => [`${url.origin}/rss`] },
  { hosts: /\.blogspot\.[a-z.]+$/, feeds: url => [`${url.origin}/feeds/posts/default`] },
  {
    hosts: /^bsky\.app$/,
    feeds: (_url, [kind = '', name = '']) =>
      kind === 'profile' && name !== '' ? [`https://bsky.app/profile/${name}/rss`] : [],
  },
  {
    hosts: /^(?:stackoverflow\.com|[\w-]+\.stackexchange\.com)$/,
    feeds: (url, parts) => {
      const tag = parts[0] === 'questions' && parts[1] === 'tagged' ? parts[2] : undefined;
      if (tag !== undefined) return [`${url.origin}/feeds/tag/${tag}`];
      return parts.length === 0 ? [`${url.origin}/feeds`] : [];
    },
  },
  { hosts: /^news\.ycombinator\.com$/, feeds: () => ['https://news.ycombinator.com/rss'] },
  {
    hosts: /^vimeo\.com$/,
    feeds: (_url, [name = '']) => (/^[a-z]\w*$/i.test(name) ? [`https://vimeo.com/${name}/videos/rss`] : []),
  },
];

interface Site {
  readonly hosts: RegExp;
  readonly feeds: (url: URL, parts: readonly string[]) => string[];
}
