import { canonicalUrl } from '../ingest/dedup/canonical-url.ts';
import { NotAFeed, parseFeedDocument } from '../ingest/parse/feed/index.ts';
import { parseFeedArticles } from '../ingest/parse/feed-articles.ts';
import type { Invocation } from './command.ts';
import { CommandFailure } from './failures.ts';
import { asJson, type NamedDocument, readNamed } from './fetch-document.ts';

/** `broadsheet parse`: the articles that the pipeline would store from a feed, or with --raw the parser's output. */
export async function parseDocument(invocation: ParseInvocation, options: ParseOptions): Promise<number> {
  const document = await readNamed(invocation, invocation.words[0] ?? '', options);
  try {
    const { bytes, url, contentType } = document;
    const now = invocation.clock.now();
    const output = options.raw ? parseFeedDocument(bytes, { url, contentType }) : articlesOf(document, now);
    invocation.terminal.out.write(asJson(output));
    return 0;
  } catch (error) {
    if (!(error instanceof NotAFeed)) throw error;
    const remedy = 'Try `broadsheet extract`, or `broadsheet source discover`.';
    throw new CommandFailure(
      `this is not a feed: ${error.message} (${error.reason})`,
      error.reason === 'html-page' ? { remedy } : {},
    );
  }
}

function articlesOf({ bytes, url, contentType }: NamedDocument, now: number) {
  const { items, ...feed } = parseFeedArticles(bytes, {
    sourceId: NIL_ID,
    fetchId: NIL_ID,
    url,
    contentType,
    language: null,
    readsPages: true,
    now,
  });
  const articles = items.map(({ article, wantsPage }) => {
    const { sourceId, fetchId, ...rest } = article;
    return { ...rest, canonicalUrl: canonicalUrl(article.url), wantsPage };
  });
  return { ...feed, articles };
}

const NIL_ID = '00000000-0000-0000-0000-000000000000';

type ParseInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal' | 'clock'>;

interface ParseOptions {
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly raw: boolean;
}
