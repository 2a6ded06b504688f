import { isWebAddress } from '../../lib/web-address.ts';
import type { NewArticle } from '../../model/article.ts';
import { trustedCanonical } from '../dedup/canonical-url.ts';
import { parseApiArticles } from '../parse/api-articles.ts';
import { escapeMarkup } from '../sanitise/escaping.ts';

/**
 * SRC-6: parses an article that a publisher submits, in our own form or as a schema.org NewsArticle, into the form that
 * the crawler produces: sanitised, with a canonical address and a plausible date. A publisher speaks only for its own
 * site. Returns an error message for an invalid submission.
 */
export function parseSubmission(submitted: unknown, context: SubmissionContext): NewArticle | string {
  if (typeof submitted !== 'object' || submitted === null) return 'an article must be an object';
  const isSchemaOrg = '@type' in submitted || '@context' in submitted;
  if (isSchemaOrg && !hasArticleType(submitted)) return '@type is not a kind of Article';
  const mapping = isSchemaOrg ? SCHEMA_ORG : OWN;
  const url = urlOf(submitted);
  if (url === null) return 'url must be a web address';
  if (!context.sites.some(site => trustedCanonical(site, url) !== null))
    return 'url is not on the site of the source';
  const fault = missing(submitted, isSchemaOrg ? 'headline' : 'title');
  if (fault !== null) return fault;
  const { items } = parseApiArticles(
    Buffer.from(JSON.stringify([{ ...submitted, ...(isSchemaOrg ? adapted(submitted) : {}), url }])),
    {
      sourceId: context.sourceId,
      fetchId: context.submissionId,
      url,
      contentType: 'application/json',
      language: context.language,
      readsPages: false,
      now: context.now,
      mapping,
    },
  );
  const article = items[0]?.article;
  if (!article) return 'url cannot be the address of an article';
  return { ...article, ...partsBeyond(submitted, context), origin: 'submit', fetchId: null };
}

function hasArticleType(submitted: object): boolean {
  const type: unknown = Reflect.get(submitted, '@type');
  return [type].flat().some(each => typeof each === 'string' && /(?:Article|Posting)$/.test(each));
}

/** schema.org has several properties for the page of an article. */
function urlOf(submitted: object): string | null {
  const page: unknown = Reflect.get(submitted, 'mainEntityOfPage');
  const ofPage = typeof page === 'object' && page !== null ? Reflect.get(page, '@id') : page;
  const addresses: readonly unknown[] = [
    Reflect.get(submitted, 'url'),
    ofPage,
    Reflect.get(submitted, '@id'),
  ];
  const stated = addresses.find(address => isWebAddress(address, MAX_ADDRESS_LENGTH));
  return stated === undefined ? null : new URL(stated).href;
}

/** In practice a schema.org body is plain text with empty lines, and keywords are one text with commas. */
function adapted(submitted: object): { articleBody?: string; keywords?: unknown } {
  const body: unknown = Reflect.get(submitted, 'articleBody');
  const keywords: unknown = Reflect.get(submitted, 'keywords');
  return {
    ...(typeof body === 'string' ? { articleBody: /<\/?[a-z]/i.test(body) ? body : asParagraphs(body) } : {}),
    ...(typeof keywords === 'string' ? { keywords: keywords.split(',').map(word => word.trim()) } : {}),
  };
}

function asParagraphs(text: string): string {
  return escapeMarkup(text)
    .split(/\n+/)
    .map(line => `<p>${line}</p>`)
    .join('');
}

const MAX_ADDRESS_LENGTH = 2_000;

function missing(submitted: object, field: string): string | null {
  const value: unknown = Reflect.get(submitted, field);
  return typeof value === 'string' && value.trim() !== '' ? null : `${field} is missing`;
}

function partsBeyond(submitted: object, { now }: SubmissionContext): Partial<NewArticle> {
  const modified: unknown = Reflect.get(submitted, 'dateModified') ?? Reflect.get(submitted, 'modifiedAt');
  const section: unknown = Reflect.get(submitted, 'articleSection') ?? Reflect.get(submitted, 'section');
  const at = typeof modified === 'string' ? Date.parse(modified) : Number.NaN;
  return {
    modifiedAt: Number.isNaN(at) ? null : new Date(Math.min(at, now)),
    section: typeof section === 'string' && section !== '' ? section.toWellFormed().slice(0, 200) : null,
  };
}

const OWN = {
  items: '$[*]',
  url: '/url',
  title: '/title',
  id: '/id',
  summary: '/summary',
  body: '/bodyHtml',
  published: '/publishedAt',
  authors: '/authors',
  categories: '/categories',
  image: '/imageUrl',
  language: '/language',
} as const;

const SCHEMA_ORG = {
  items: '$[*]',
  url: '/url',
  title: '/headline',
  id: '/identifier',
  summary: '/description',
  body: '/articleBody',
  published: '/datePublished',
  authors: '/author',
  categories: '/keywords',
  image: '/image',
  language: '/inLanguage',
} as const;

export interface SubmissionContext {
  readonly sourceId: string;
  /** Addresses on the site that the publisher may speak for. */
  readonly sites: readonly string[];
  readonly submissionId: string;
  readonly language: string | null;
  readonly now: number;
}
