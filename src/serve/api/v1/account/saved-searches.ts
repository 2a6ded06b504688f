import Type, { type Static } from 'typebox';
import {
  deleteOwnSavedSearch,
  editSavedSearch,
  MAX_NAME_LENGTH,
  requireSavedSearch,
  retryWebhook,
  savedMatches,
  saveSearch,
  webhookSecretOf,
  webhookStateOf,
} from '../../../../app/alerts/saved-searches.ts';
import type { AppContext } from '../../../../app/context.ts';
import { page, readCursor } from '../../../../app/cursor.ts';
import { createFeedAddresses } from '../../../../app/feeds/feed-addresses.ts';
import { reasonText } from '../../../../reasons.ts';
import {
  WEBHOOK_STATES,
  type WebhookState,
  webhookErrorReason,
} from '../../../../search/alerts/delivery/webhook-state.ts';
import {
  EMAIL_FREQUENCIES,
  type EmailFrequency,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  type StoredSavedSearch,
} from '../../../../search/alerts/saved-searches.ts';
import type { FilterParams } from '../../../../search/query/filters.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, Moment, object, oneOf, orNull } from '../../schemas.ts';
import { FoundArticleSchema, NARROWING, showArticle } from '../search.ts';
import { FeedAddressesSchema } from './feed-tokens.ts';

const TAG = 'Search';
const READ = { scope: 'reading:read' } as const;
const WRITE = { scope: 'reading:write' } as const;

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$' });
const FiltersSchema = object(NARROWING, { title: 'SearchFilters' });
/** `soon`: within minutes, several in one mail; `daily`: once a day. */
const EmailSchema = oneOf(EMAIL_FREQUENCIES);
const WebhookUrl = orNull(
  Type.String({
    maxLength: 2_000,
    description: 'Receives a signed POST with new matches (docs/guides/search.md).',
  }),
);
const SavedSearchSchema = object(
  {
    id: Id,
    name: Type.String(),
    query: Type.String(),
    filters: FiltersSchema,
    isPaused: Type.Boolean(),
    email: EmailSchema,
    webhook: orNull(
      object({
        url: Type.String(),
        secret: Type.String({ description: 'Verifies the signature.' }),
        state: Type.Unsafe<WebhookState>({
          type: 'string',
          enum: [...WEBHOOK_STATES],
          description:
            'Only a `confirmed` address gets deliveries: it has returned a challenge (docs/guides/search.md).',
        }),
        failures: Type.Integer({ description: 'Consecutive failures.' }),
        error: orNull(Type.String()),
        deliveredAt: orNull(Moment),
      }),
    ),
    createdAt: Moment,
    updatedAt: Moment,
  },
  { title: 'SavedSearch' },
);

export const getSavedSearches = defineRoute({
  method: 'GET',
  path: '/api/v1/account/saved-searches',
  operationId: 'listSavedSearches',
  summary: 'Your saved searches',
  tag: TAG,
  access: READ,
  responses: {
    200: { description: 'Oldest first', schema: object({ items: Type.Array(SavedSearchSchema) }) },
  },
  handler: async ({ context, principal }) => {
    const saved = await listSavedSearches(context.database, principal.userId);
    return { status: 200, body: { items: saved.map(each => show(context, each)) } };
  },
});

export const postSavedSearch = defineRoute({
  method: 'POST',
  path: '/api/v1/account/saved-searches',
  operationId: 'saveSearch',
  summary: 'Save a search and receive new matches',
  description: `The query is parsed as in a search, without corrections, and requires all its words. ${MAX_SAVED_SEARCHES} at most. Only new articles match, each once.`,
  tag: TAG,
  access: WRITE,
  idempotent: true,
  body: object({
    query: Line(1_000),
    name: Type.Optional(Line(MAX_NAME_LENGTH)),
    filters: Type.Optional(FiltersSchema),
    email: Type.Optional(EmailSchema),
    webhookUrl: Type.Optional(WebhookUrl),
  }),
  responses: { 201: { description: 'The saved search', schema: SavedSearchSchema } },
  problems: ['conflict'],
  handler: async ({ context, principal, body }) => ({
    status: 201,
    body: show(context, await saveSearch(context, principal.userId, body)),
  }),
});

export const getSavedSearch = defineRoute({
  method: 'GET',
  path: '/api/v1/account/saved-searches/{id}',
  operationId: 'getSavedSearch',
  summary: 'A saved search',
  tag: TAG,
  access: READ,
  params: IdParams,
  responses: { 200: { description: 'The saved search', schema: SavedSearchSchema } },
  problems: ['saved-search-not-found'],
  handler: async ({ context, principal, params }) => ({
    status: 200,
    body: show(context, await requireSavedSearch(context, principal.userId, params.id)),
  }),
});

export const patchSavedSearch = defineRoute({
  method: 'PATCH',
  path: '/api/v1/account/saved-searches/{id}',
  operationId: 'changeSavedSearch',
  summary: 'Change a saved search, or pause it',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  body: object({
    query: Type.Optional(Line(1_000)),
    name: Type.Optional(Line(MAX_NAME_LENGTH)),
    filters: Type.Optional(FiltersSchema),
    email: Type.Optional(EmailSchema),
    webhookUrl: Type.Optional(WebhookUrl),
    isPaused: Type.Optional(Type.Boolean()),
    hasNewSecret: Type.Optional(Type.Boolean({ description: 'True creates a new secret for the webhook.' })),
  }),
  responses: { 200: { description: 'The saved search', schema: SavedSearchSchema } },
  problems: ['saved-search-not-found'],
  handler: async ({ context, principal, params, body }) => ({
    status: 200,
    body: show(context, await editSavedSearch(context, principal.userId, params.id, body)),
  }),
});

export const postWebhookChallenge = defineRoute({
  method: 'POST',
  path: '/api/v1/account/saved-searches/{id}/webhook-challenge',
  operationId: 'challengeSavedSearchWebhook',
  summary: 'Ask the address of the webhook again to confirm that it is yours',
  description: 'Also after too many failed deliveries.',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 202: { description: 'The challenge will be sent', schema: SavedSearchSchema } },
  problems: ['saved-search-not-found', 'conflict'],
  handler: async ({ context, principal, params }) => ({
    status: 202,
    body: show(context, await retryWebhook(context, principal.userId, params.id)),
  }),
});

export const deleteSavedSearch = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/saved-searches/{id}',
  operationId: 'deleteSavedSearch',
  summary: 'Delete a saved search with its matches and the addresses of its feed',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'Removed' } },
  problems: ['saved-search-not-found'],
  handler: async ({ context, principal, params }) => {
    await deleteOwnSavedSearch(context, principal.userId, params.id);
    return { status: 204 };
  },
});

export const getSavedMatches = defineRoute({
  method: 'GET',
  path: '/api/v1/account/saved-searches/{id}/matches',
  operationId: 'listSavedSearchMatches',
  summary: 'Matches of a saved search, newest first',
  tag: TAG,
  access: READ,
  params: IdParams,
  query: object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  responses: {
    200: {
      description: 'A page of matches, without deleted articles',
      schema: object({
        items: Type.Array(object({ matchedAt: Moment, article: FoundArticleSchema })),
        nextCursor: orNull(Type.String()),
      }),
    },
  },
  problems: ['saved-search-not-found', 'invalid-cursor'],
  handler: async ({ context, principal, params, query }) => {
    const { limit = 20, cursor } = query;
    await requireSavedSearch(context, principal.userId, params.id);
    const cursors = { keys: context.keys, list: `matches ${params.id}`, owner: principal.userId };
    const from = readCursor(cursors.keys, cursors.list, cursors.owner, cursor);
    const after = from && {
      matchedAt: new Date(from['matchedAt'] ?? 0),
      articleId: from['articleId'] ?? '',
    };
    const found = await savedMatches(context, params.id, { after, limit: limit + 1 });
    const { items, nextCursor } = page(cursors, found, limit, ({ matchedAt, articleId }) => ({
      matchedAt: matchedAt.toISOString(),
      articleId,
    }));
    const shown = items.flatMap(({ article, matchedAt }) =>
      article === null ? [] : [{ matchedAt: matchedAt.toISOString(), article: showArticle(article) }],
    );
    return { status: 200, body: { items: shown, nextCursor } };
  },
});

export const postSavedFeed = defineRoute({
  method: 'POST',
  path: '/api/v1/account/saved-searches/{id}/feed',
  operationId: 'makeSavedSearchFeed',
  summary: 'Create an address at which a program can read the matches as a feed',
  description: 'Revoke it with `DELETE /api/v1/account/feed-tokens/{id}`.',
  tag: TAG,
  access: { scope: 'account:write' },
  params: IdParams,
  responses: {
    201: {
      description: 'Anyone with one of these addresses can read the matches',
      schema: FeedAddressesSchema,
    },
  },
  problems: ['saved-search-not-found', 'conflict'],
  handler: async ({ context, principal, params }) => {
    const { id } = await requireSavedSearch(context, principal.userId, params.id);
    return { status: 201, body: await createFeedAddresses(context, principal.userId, 'search', id) };
  },
});

function show(context: AppContext, saved: StoredSavedSearch): Static<typeof SavedSearchSchema> {
  const { id, name, query, webhookUrl, webhookFailures, webhookError, webhookDeliveredAt } = saved;
  const error = webhookErrorReason(webhookError);
  return {
    id,
    name,
    query,
    filters: { ...(saved.filters as FilterParams) } as Static<typeof FiltersSchema>,
    isPaused: saved.pausedAt !== null,
    email: saved.email as EmailFrequency,
    webhook:
      webhookUrl === null
        ? null
        : {
            url: webhookUrl,
            secret: webhookSecretOf(context, saved) ?? '',
            state: webhookStateOf(saved),
            failures: webhookFailures,
            error: error && reasonText(error),
            deliveredAt: webhookDeliveredAt?.toISOString() ?? null,
          },
    createdAt: saved.createdAt.toISOString(),
    updatedAt: saved.updatedAt.toISOString(),
  };
}
