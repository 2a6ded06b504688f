import Type from 'typebox';
import { createFeedAddresses } from '../../../../app/feeds/feed-addresses.ts';
import { Problem } from '../../../../errors.ts';
import {
  listFeedTokens,
  PRIVATE_FEEDS,
  revokeFeedToken,
  TOKEN_FEEDS,
} from '../../../../feeds/readers/tokens.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, Moment, object, oneOf, orNull } from '../../schemas.ts';

const TAG = 'Feeds';

export const FeedAddressesSchema = object(
  { id: Id, atom: Type.String(), rss: Type.String(), json: Type.String() },
  { title: 'FeedAddresses' },
);

export const getFeedTokens = defineRoute({
  method: 'GET',
  path: '/api/v1/account/feed-tokens',
  operationId: 'listFeedTokens',
  summary: 'The valid addresses of your private feeds',
  tag: TAG,
  access: { scope: 'account:read' },
  responses: {
    200: {
      description: 'Oldest first; each address itself is shown only when it is created',
      schema: object({
        items: Type.Array(
          object({
            id: Id,
            feed: oneOf(TOKEN_FEEDS),
            savedSearchId: orNull(Id),
            createdAt: Moment,
            lastUsedAt: orNull(Moment),
          }),
        ),
      }),
    },
  },
  handler: async ({ context, principal }) => {
    const tokens = await listFeedTokens(context.database, principal.userId);
    const items = tokens.flatMap(({ id, feed, savedSearchId, createdAt, lastUsedAt }) => {
      const name = TOKEN_FEEDS.find(each => each === feed);
      const at = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
      return name ? [{ id, feed: name, savedSearchId, ...at }] : [];
    });
    return { status: 200, body: { items } };
  },
});

export const postFeedToken = defineRoute({
  method: 'POST',
  path: '/api/v1/account/feed-tokens',
  operationId: 'makeFeedToken',
  summary: 'Create an address at which a program can read one of your private feeds',
  tag: TAG,
  access: { scope: 'account:write' },
  body: object({ feed: oneOf(PRIVATE_FEEDS) }),
  responses: {
    201: {
      description: 'Anyone with one of these addresses can read the feed until it is revoked',
      schema: FeedAddressesSchema,
    },
  },
  problems: ['conflict'],
  handler: async ({ context, principal, body }) => ({
    status: 201,
    body: await createFeedAddresses(context, principal.userId, body.feed),
  }),
});

export const deleteFeedToken = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/feed-tokens/{id}',
  operationId: 'revokeFeedToken',
  summary: 'Revoke the address of a private feed',
  tag: TAG,
  access: { scope: 'account:write' },
  params: IdParams,
  responses: { 204: { description: 'Revoked' } },
  problems: ['not-found'],
  handler: async ({ context, principal, params }) => {
    if (!(await revokeFeedToken(context.database, principal.userId, params.id)))
      throw new Problem('not-found');
    return { status: 204 };
  },
});
