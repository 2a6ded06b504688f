import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import { createSynonyms, dropSynonyms, editSynonyms, SYNONYMS_ID } from '../../../../app/admin/synonyms.ts';
import { listSynonyms, MAX_SYNONYMS, type SynonymSet } from '../../../../search/synonyms/store.ts';
import { defineRoute } from '../../../http/route.ts';
import { Moment, object } from '../../schemas.ts';

const TAG = 'Search';
const WRITE = { scope: 'admin:write', role: 'operator' } as const;

const SetId = Type.String({ pattern: SYNONYMS_ID.source });
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\u0000]*$' }), {
  minItems: 2,
  maxItems: MAX_SYNONYMS,
  description: 'Words, or phrases of up to six words. A search for one also finds the others.',
});
const Note = Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' });
const SynonymsSchema = object(
  {
    id: Type.String(),
    words: Type.Array(Type.String()),
    isActive: Type.Boolean(),
    note: Type.String(),
    updatedAt: Moment,
  },
  { title: 'Synonyms' },
);

export const getSynonyms = defineRoute({
  method: 'GET',
  path: '/api/v1/search/synonyms',
  operationId: 'listSynonyms',
  summary: 'Synonyms of searches',
  tag: TAG,
  access: { scope: 'admin:read', role: 'operator' },
  responses: { 200: { description: 'All sets', schema: object({ items: Type.Array(SynonymsSchema) }) } },
  problems: ['forbidden'],
  handler: async ({ context }) => ({
    status: 200,
    body: { items: (await listSynonyms(context.database)).map(show) },
  }),
});

export const postSynonyms = defineRoute({
  method: 'POST',
  path: '/api/v1/search/synonyms',
  operationId: 'addSynonyms',
  summary: 'Add a set of synonyms; it takes effect within a minute',
  tag: TAG,
  access: WRITE,
  idempotent: true,
  body: object({
    id: SetId,
    words: Words,
    isActive: Type.Optional(Type.Boolean()),
    note: Type.Optional(Note),
  }),
  responses: { 201: { description: 'The set', schema: SynonymsSchema } },
  problems: ['forbidden', 'conflict'],
  handler: async ({ context, principal, client, body }) => {
    const { isActive = true, note = '', ...set } = body;
    const created = await createSynonyms(context, actingPerson(principal, client), {
      ...set,
      isActive,
      note,
    });
    return { status: 201, body: show(created) };
  },
});

export const patchSynonyms = defineRoute({
  method: 'PATCH',
  path: '/api/v1/search/synonyms/{id}',
  operationId: 'changeSynonyms',
  summary: 'Change a set of synonyms',
  tag: TAG,
  access: WRITE,
  params: object({ id: SetId }),
  body: object({
    words: Type.Optional(Words),
    isActive: Type.Optional(Type.Boolean()),
    note: Type.Optional(Note),
  }),
  responses: { 200: { description: 'The set', schema: SynonymsSchema } },
  problems: ['forbidden', 'synonyms-not-found'],
  handler: async ({ context, principal, client, params, body }) => ({
    status: 200,
    body: show(await editSynonyms(context, actingPerson(principal, client), params.id, body)),
  }),
});

export const deleteSynonyms = defineRoute({
  method: 'DELETE',
  path: '/api/v1/search/synonyms/{id}',
  operationId: 'removeSynonyms',
  summary: 'Remove a set of synonyms',
  tag: TAG,
  access: WRITE,
  params: object({ id: SetId }),
  responses: { 204: { description: 'Removed' } },
  problems: ['forbidden', 'synonyms-not-found'],
  handler: async ({ context, principal, client, params }) => {
    await dropSynonyms(context, actingPerson(principal, client), params.id);
    return { status: 204 };
  },
});

function show({ words, updatedAt, ...set }: SynonymSet) {
  return { ...set, words: [...words], updatedAt: updatedAt.toISOString() };
}
