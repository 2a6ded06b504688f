import type { AppContext } from '../../../app/context.ts';
import { MIN_STORIES_FOR_LANGUAGE } from '../../../app/feeds/feed-service.ts';
import { visibleStories } from '../../../app/feeds/visible-stories.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { type Batcher, createBatcher } from '../../../lib/batching.ts';
import { bool, row } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { listBreaking, listPinned, listStories, type Story } from '../../../stories/queries/index.ts';
import { feedLinks } from '../feed-links.ts';
import { lookOf } from '../look.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { sectionsOf } from '../sections.ts';
import { listData } from '../structured.ts';
import { t } from '../texts/messages.ts';
import { arrange } from './front/arrange.ts';
import { beforeTheFirst } from './front/empty.ts';
import { frontPage, type RailEntry } from './front/page.ts';
import { forYouRail, trendingRail } from './front/rails.ts';
import { savedFor } from './keep.ts';
import { visitsFor } from './story-parts.ts';
import { chosenSections, tourStrip } from './welcome.ts';

/** The front page: what editors pinned, then what changed last, or what this installation offers while there is nothing yet. */
export const homePage = publicPage({
  method: 'GET',
  path: '/',
  cache: 'private',
  handler: async call => {
    const { context } = call;
    const known = await whatIsKnown(call);
    return {
      page: {
        title: context.config.name,
        shape: 'front',
        facts: {
          path: '/',
          description: t('front.description', { name: context.config.name }),
          feeds: feedLinks('/feeds/top', context.config.name),
          data: listData(context.origin, known.stories.slice(0, 20)),
        },
        body: known.stories.length > 0 ? await told(call, known) : beforeTheFirst(call, known.hasSources),
      },
    };
  },
});

async function told(call: PageCall, { pinned, stories, visits, saved, ...beside }: Known): Promise<Html> {
  const { context } = call;
  const sections = await sectionsOf(context);
  const chosen = chosenSections(call);
  const ordered = [...sections].sort((one, other) => +chosen.includes(other.id) - +chosen.includes(one.id));
  const now = new Date(context.clock.now());
  const paper = arrange({ pinned, stories, sections: ordered, now });
  return html`${tourStrip(call)}${freshPill(stories)}${frontPage({ context, visits, saved, sections }, beside, paper)}`;
}

/** What `web/scripts/fresh.ts` fills in when stories came since. */
function freshPill(stories: readonly Story[]): Html {
  const newest = Math.max(...stories.map(({ firstSeenAt }) => firstSeenAt.getTime()));
  return html`<p class="fresh-pill" role="status"><a href="/" hidden data-fresh="${new Date(newest).toISOString()}" data-every-ms="${FRESH_EVERY_MS}" data-one="${t('fresh.one')}" data-other="${t('fresh.other')}"></a></p>
`;
}

/** PG-4: while the database is away, what was last seen here is shown. */
async function whatIsKnown(call: PageCall): Promise<Known> {
  const { context, principal } = call;
  const language = lookOf(call).language.code;
  const seen = lastSeen.get(context) ?? new Map<string, Front>();
  try {
    const front = await frontFor(context, language);
    lastSeen.set(context, seen.set(language, front));
    const all = [...front.pinned, ...front.stories];
    const [pinned, stories, breaking, visits, saved, forYou] = await Promise.all([
      visibleStories(context, principal, front.pinned),
      visibleStories(context, principal, front.stories),
      visibleStories(context, principal, front.breaking),
      visitsFor(context, principal, all),
      savedFor(context, principal, all),
      forYouRail(context, principal, language),
    ]);
    return { ...front, pinned, stories, breaking, visits, saved, forYou };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'database-away') throw error;
    return { ...(seen.get(language) ?? NOTHING), visits: new Map(), saved: undefined, forYou: [] };
  }
}

/** FEED-6: a crowd that comes at once is shown one paper, read once; whoever comes while it is read waits for the next. */
function frontFor(context: AppContext, language: string): Promise<Front> {
  const known = readers.get(context);
  if (known) return known(language);
  const read = createBatcher<string, Front>({
    run: async languages => {
      const fronts = new Map<string, Front>();
      for (const each of new Set(languages)) fronts.set(each, await frontOf(context, each));
      return languages.map(each => fronts.get(each) ?? NOTHING);
    },
    lanes: 1,
    weigh: () => 1,
    most: 1_000,
  });
  readers.set(context, read);
  return read(language);
}

/** FEED-7: a reader gets the news of their language; where there is too little of it for a paper, of all. */
async function frontOf(context: AppContext, language: string): Promise<Front> {
  const { database, clock } = context;
  const [pinned, own, breaking, trending, { hasSources }] = await Promise.all([
    listPinned(database, PINNED),
    listStories(database, { language, limit: SHOWN }),
    listBreaking(database, new Date(clock.now()), BANNERS),
    trendingRail(context, language),
    database.one(row({ has_sources: bool }), sql`select exists (select from sources) as has_sources`),
  ]);
  const isEnough = own.length >= MIN_STORIES_FOR_LANGUAGE;
  return {
    pinned,
    stories: isEnough ? own : await listStories(database, { limit: SHOWN }),
    breaking: breaking.filter(
      story => story.breakingUntil === null && (!isEnough || story.language === language),
    ),
    trending,
    hasSources,
  };
}

const FRESH_EVERY_MS = 60_000;
const SHOWN = 150;
const PINNED = 3;
const BANNERS = 4;
const NOTHING: Front = { pinned: [], stories: [], breaking: [], trending: [], hasSources: false };
const lastSeen = new WeakMap<AppContext, Map<string, Front>>();
const readers = new WeakMap<AppContext, Batcher<string, Front>>();

interface Front {
  readonly pinned: readonly Story[];
  readonly stories: readonly Story[];
  readonly breaking: readonly Story[];
  readonly trending: readonly RailEntry[];
  readonly hasSources: boolean;
}

interface Known extends Front {
  readonly visits: Awaited<ReturnType<typeof visitsFor>>;
  readonly saved: ReadonlySet<string> | undefined;
  readonly forYou: readonly RailEntry[];
}
