import { hashOf } from '../draw.ts';
import { keepRecent } from '../recent.ts';
import { type Publisher, TOPICS } from '../types.ts';
import type { World } from '../world.ts';
import { type Answer, movedTo, page, picture, plain } from './answer.ts';
import { type Conditions, createFeedCache } from './feed-cache.ts';
import { FEED_NAMES } from './feeds.ts';
import { articlePage, homePage } from './pages.ts';
import { drawPng, drawSvg } from './pictures.ts';
import { newsSitemap } from './sitemap.ts';

const PICTURES_KEPT = 400;
const SLOW_MS = 4_000;
const MISSING_FOR_MS = 10 * 60_000;

/** One publisher's site: responses by path below its root. */
export function createSite(world: World): Site {
  const feeds = createFeedCache(world);
  const pngOf = keepRecent(PICTURES_KEPT, (id: string) => drawPng(world.seed, id));

  const answerFeed = (request: SiteRequest): Answer => {
    const { publisher, home, time } = request;
    const answer = feeds.answer(publisher, home, time, request);
    if (publisher.fault === 'gone') return plain(410, 'This feed has been discontinued.\n');
    if (publisher.fault === 'slow') return { ...answer, delayMs: SLOW_MS };
    const isAway =
      publisher.fault === 'sometimes-missing' &&
      hashOf(world.seed, ['away', publisher.index, Math.floor(time / MISSING_FOR_MS)]) % 3 === 0;
    return isAway ? plain(404, 'Not found.\n') : answer;
  };

  const answerImage = (path: string): Answer => {
    const [, id = '', type = ''] = /^\/images\/([0-9a-z-]+)\.(png|svg)$/.exec(path) ?? [];
    if (!world.truthOf(id)) return plain(404, 'No such picture.\n');
    return type === 'svg'
      ? picture('image/svg+xml', Buffer.from(drawSvg(world.seed, id)))
      : picture('image/png', pngOf(id));
  };

  const answerArticle = ({ publisher, home, path, time }: SiteRequest): Answer => {
    const article = world.article(path, time);
    if (!article || article.publisher.index !== publisher.index) return plain(404, 'No such page.\n');
    if (article.path !== path) return movedTo(home + article.path);
    const related = world.articlesOf(publisher, time).filter(other => other.id !== article.id);
    return page(articlePage(article, related.slice(0, 6), home));
  };

  return request => {
    const { publisher, home, path, time } = request;
    const feedPath = `/${FEED_NAMES[publisher.format]}`;
    if (path === feedPath && publisher.fault === 'moved') return movedTo(`${home}/new${feedPath}`);
    if (path === feedPath || path === `/new${feedPath}`) return answerFeed(request);
    if (path.startsWith('/images/')) return answerImage(path);
    if (path === '/robots.txt')
      return plain(200, `User-agent: *\nDisallow: /private/\n\nSitemap: ${home}/news-sitemap.xml\n`);
    if (path === '/news-sitemap.xml') return newsSitemap(publisher, world.articlesOf(publisher, time), home);
    if (path === '' || path === '/')
      return page(homePage(publisher, world.articlesOf(publisher, time), home));
    const topic = TOPICS.find(name => path === `/${name}/`);
    if (topic)
      return page(
        homePage(
          publisher,
          world.articlesOf(publisher, time).filter(article => article.topic === topic),
          home,
        ),
      );
    return answerArticle(request);
  };
}

export interface SiteRequest extends Conditions {
  readonly publisher: Publisher;
  /** Root URL of the publisher's site as the client sees it, without a trailing slash. */
  readonly home: string;
  readonly path: string;
  readonly time: number;
}

export type Site = (request: SiteRequest) => Answer;
