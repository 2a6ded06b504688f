import Type from 'typebox';
import { actingPerson } from '../../../app/admin/audited.ts';
import { closeExperiment, openExperiment, removeVariant, setVariant } from '../../../app/admin/ranking.ts';
import { resultsOf } from '../../../feeds/experiments/results.ts';
import { listExperiments, listVariants } from '../../../feeds/experiments/stored-experiments.ts';
import { defineRoute } from '../../http/route.ts';
import { Moment, object, oneOf, orNull } from '../schemas.ts';

/** FEED-9: ways to rank as data, and the experiments with them. */
const READ = { scope: 'admin:read', role: 'operator' } as const;
const WRITE = { scope: 'admin:write', role: 'operator' } as const;
const TAG = 'Ranking';
const Name = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$' });
const NameParams = object({ id: Name });
const Settings = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Differences from the standard, such as `{ "weights": { "freshness": 0.3 } }`.',
});
const VariantSchema = object(
  { id: Name, settings: Settings, note: Type.String(), updatedAt: Moment },
  { title: 'RankingVariant' },
);
const MODES = ['live', 'shadow'] as const;

export const getVariants = defineRoute({
  method: 'GET',
  path: '/api/v1/ranking/variants',
  operationId: 'listRankingVariants',
  summary: 'Rankings of feeds',
  tag: TAG,
  access: READ,
  responses: { 200: { description: 'By name', schema: object({ items: Type.Array(VariantSchema) }) } },
  handler: async ({ context }) => {
    const variants = await listVariants(context.database);
    return { status: 200, body: { items: variants.map(shownVariant) } };
  },
});

export const putVariantRoute = defineRoute({
  method: 'PUT',
  path: '/api/v1/ranking/variants/{id}',
  operationId: 'putRankingVariant',
  summary: 'Add or change a ranking; `standard` applies to all readers',
  tag: TAG,
  access: WRITE,
  params: NameParams,
  body: object({ settings: Settings, note: Type.Optional(Type.String({ maxLength: 500 })) }),
  responses: { 200: { description: 'The ranking', schema: VariantSchema } },
  handler: async ({ context, principal, client, params, body }) => {
    const variant = { id: params.id, settings: body.settings, note: body.note ?? '' };
    const set = await setVariant(context, actingPerson(principal, client), variant);
    return { status: 200, body: shownVariant(set) };
  },
});

export const deleteVariantRoute = defineRoute({
  method: 'DELETE',
  path: '/api/v1/ranking/variants/{id}',
  operationId: 'deleteRankingVariant',
  summary: 'Remove a ranking that no experiment uses',
  tag: TAG,
  access: WRITE,
  params: NameParams,
  responses: { 204: { description: 'Removed' } },
  problems: ['not-found'],
  handler: async ({ context, principal, client, params }) => {
    await removeVariant(context, actingPerson(principal, client), params.id);
    return { status: 204 };
  },
});

const ExperimentSchema = object(
  {
    id: Name,
    control: Name,
    variant: Name,
    share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The share of readers; half of them get the variant.',
    }),
    mode: oneOf(MODES),
    startedAt: Moment,
    endedAt: orNull(Moment),
  },
  { title: 'RankingExperiment' },
);

export const getExperiments = defineRoute({
  method: 'GET',
  path: '/api/v1/ranking/experiments',
  operationId: 'listRankingExperiments',
  summary: 'Ranking experiments, running ones first',
  tag: TAG,
  access: READ,
  responses: {
    200: { description: 'The complete list', schema: object({ items: Type.Array(ExperimentSchema) }) },
  },
  handler: async ({ context }) => {
    const items = (await listExperiments(context.database)).map(
      ({ startedAt, endedAt, mode, ...experiment }) => ({
        ...experiment,
        mode: mode === 'live' ? ('live' as const) : ('shadow' as const),
        startedAt: startedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      }),
    );
    return { status: 200, body: { items } };
  },
});

export const postExperiment = defineRoute({
  method: 'POST',
  path: '/api/v1/ranking/experiments',
  operationId: 'startRankingExperiment',
  summary: 'Start an experiment',
  description: 'In shadow mode both are ranked and the control is shown.',
  tag: TAG,
  access: WRITE,
  body: object({
    id: Name,
    control: Name,
    variant: Name,
    share: Type.Number({ minimum: 0, maximum: 1 }),
    mode: oneOf(MODES),
  }),
  responses: { 201: { description: 'Started' } },
  problems: ['conflict', 'not-found'],
  handler: async ({ context, principal, client, body }) => {
    await openExperiment(context, actingPerson(principal, client), body);
    return { status: 201 };
  },
});

export const postExperimentEnd = defineRoute({
  method: 'POST',
  path: '/api/v1/ranking/experiments/{id}/end',
  operationId: 'endRankingExperiment',
  summary: 'End an experiment',
  tag: TAG,
  access: WRITE,
  params: NameParams,
  responses: { 204: { description: 'All readers have the standard ranking again' } },
  problems: ['not-found'],
  handler: async ({ context, principal, client, params }) => {
    await closeExperiment(context, actingPerson(principal, client), params.id);
    return { status: 204 };
  },
});

const Interval = orNull(Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: '95 %.' }));

export const getExperimentResults = defineRoute({
  method: 'GET',
  path: '/api/v1/ranking/experiments/{id}/results',
  operationId: 'getRankingResults',
  summary: 'The results of an experiment, with confidence intervals',
  tag: TAG,
  access: READ,
  params: NameParams,
  responses: {
    200: {
      description: 'For both arms: the share of shown stories that were read within a day',
      schema: object({
        items: Type.Array(
          object({
            arm: oneOf(['control', 'variant']),
            readers: Type.Integer(),
            pages: Type.Integer(),
            shown: Type.Integer(),
            read: Type.Integer(),
            rate: Type.Number(),
            interval: Interval,
          }),
        ),
        difference: orNull(object({ value: Type.Number(), interval: Interval })),
        shadow: orNull(object({ overlap: Type.Number() })),
      }),
    },
  },
  handler: async ({ context, params }) => {
    const { arms, difference, overlap } = await resultsOf(context.database, params.id);
    return {
      status: 200,
      body: {
        items: arms.map(({ interval, error: _, ...arm }) => ({
          ...arm,
          interval: interval && [...interval],
        })),
        difference: difference && { value: difference.value, interval: [...difference.interval] },
        shadow: overlap === null ? null : { overlap },
      },
    };
  },
});

function shownVariant({ id, settings, note, updatedAt }: Awaited<ReturnType<typeof listVariants>>[number]) {
  const shown = typeof settings === 'object' && settings !== null ? { ...settings } : {};
  return { id, settings: shown, note, updatedAt: updatedAt.toISOString() };
}
