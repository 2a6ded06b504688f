import { canonicalUrl, trustedCanonical } from '../ingest/dedup/canonical-url.ts';
import { extractArticle } from '../ingest/extract/index.ts';
import { detectArticleLinks } from '../ingest/extract/links.ts';
import { decodeBytes } from '../ingest/parse/text/encoding.ts';
import type { Invocation } from './command.ts';
import { CommandFailure } from './failures.ts';
import { asJson, readNamed } from './fetch-document.ts';

/** `broadsheet extract`: the article of a page, or with --links the articles that a list page links. */
export async function extractDocument(
  invocation: ExtractInvocation,
  options: ExtractOptions,
): Promise<number> {
  const { bytes, url, contentType } = await readNamed(invocation, invocation.words[0] ?? '', options);
  const { text, encoding } = decodeBytes(bytes, contentType);
  if (options.links) {
    invocation.terminal.out.write(asJson({ url, links: detectArticleLinks(text, url) }));
    return 0;
  }
  const article = extractArticle(text, { url });
  if (!article)
    throw new CommandFailure('there is no article on this page', {
      remedy:
        'If it is a list of articles, `--links` shows where they are; if it is a feed, use `broadsheet parse`.',
    });
  const claimed = article.canonicalUrl;
  const key = (claimed === null ? null : trustedCanonical(url, claimed)) ?? canonicalUrl(url);
  invocation.terminal.out.write(asJson({ url, encoding, storedAs: key, article }));
  return 0;
}

type ExtractInvocation = Pick<Invocation, 'words' | 'settings' | 'terminal'>;

interface ExtractOptions {
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly links: boolean;
}
