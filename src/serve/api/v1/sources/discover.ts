import Type from 'typebox';
import { discover } from '../../../../ingest/sources/discovery/discover.ts';
import { systemClock } from '../../../../lib/clock.ts';
import { reasonText } from '../../../../reasons.ts';
import { whileConnected } from '../../../http/connected.ts';
import { defineRoute } from '../../../http/route.ts';
import { object } from '../../schemas.ts';
import { Address, CandidateSchema } from '../../source-schemas.ts';

export const postDiscover = defineRoute({
  method: 'POST',
  path: '/api/v1/sources/discover',
  operationId: 'discoverSources',
  summary: 'Discover sources at an address, with a preview; saves nothing',
  description:
    'Takes the address of a feed, of a page that links feeds, or of a page without feeds, which can be scraped. It may take some seconds, because requests to a site are spaced out.',
  tag: 'Sources',
  access: { scope: 'sources:write', role: 'operator' },
  limit: { name: 'discover', count: 60, perMinutes: 10 },
  body: object({ url: Address }),
  responses: {
    200: {
      description: 'The result',
      schema: object({
        url: Type.String({ description: 'The final address after redirects.' }),
        candidates: Type.Array(CandidateSchema, { description: 'Best first.' }),
        rejected: Type.Array(object({ url: Type.String(), reason: Type.String() }), {
          description: 'Addresses that looked like feeds but are not.',
        }),
        isComplete: Type.Boolean({ description: 'False when the time limit ended the search early.' }),
      }),
    },
  },
  problems: ['forbidden', 'address-unreadable'],
  handler: async ({ context, body, request }) => {
    const found = await whileConnected(request, context.stopping, signal =>
      // Requests to a site are spaced in real time, so this uses the system clock even where a test controls
      // time.
      discover(
        { outbound: context.outbound, clock: systemClock, delayMs: context.config.crawlDelay, signal },
        body.url,
      ),
    );
    const candidates = found.candidates.map(each => ({ ...each, sample: [...each.sample] }));
    const rejected = found.rejected.map(({ url, reason }) => ({ url, reason: reasonText(reason) }));
    return { status: 200, body: { ...found, candidates, rejected } };
  },
});
