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
  summary: 'What could be a source at an address, with a preview; nothing is saved',
  description:
    'Any address will do: of a feed, of a page whose feeds are looked for, or of a page without any, for which reading its list of articles is proposed. It may take some seconds, because sites are not asked in a rush.',
  tag: 'Sources',
  access: { scope: 'sources:write', role: 'operator' },
  limit: { name: 'discover', count: 60, perMinutes: 10 },
  body: object({ url: Address }),
  responses: {
    200: {
      description: 'What was found',
      schema: object({
        url: Type.String({ description: 'Where the address led.' }),
        candidates: Type.Array(CandidateSchema, { description: 'The best first.' }),
        rejected: Type.Array(object({ url: Type.String(), reason: Type.String() }), {
          description: 'What looked like a feed and is none.',
        }),
        isComplete: Type.Boolean({ description: 'False when time ran out before everything was looked at.' }),
      }),
    },
  },
  problems: ['forbidden', 'address-unreadable'],
  handler: async ({ context, body, request }) => {
    const found = await whileConnected(request, context.stopping, signal =>
      // Sites wait for real time, whatever the hour of the day is.
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
