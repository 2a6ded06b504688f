import Type from 'typebox';
import { actingPerson } from '../../../app/admin/audited.ts';
import { createTopic, dropTopic, editTopic, requireTopic, tryTopics } from '../../../app/admin/topics.ts';
import { listTopics, type StoredTopic } from '../../../stories/queries/index.ts';
import { defineRoute } from '../../http/route.ts';
import { object, oneOf, orNull } from '../schemas.ts';
import { showTopic, TopicId, TopicSchema } from '../story-schemas.ts';

const EDIT = { scope: 'stories:edit', role: 'operator' } as const;
const TopicParams = object({ id: TopicId });

const TopicName = Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' });
export const Keyword = Type.String({
  minLength: 2,
  maxLength: 80,
  pattern: '^~?[^\\u0000~]*[\\p{L}\\p{N}][^\\u0000~]*$',
});
const Keywords = Type.Array(Keyword, {
  maxItems: 300,
  description: 'A leading tilde marks a weak keyword.',
});

export const getTopics = defineRoute({
  method: 'GET',
  path: '/api/v1/topics',
  operationId: 'listTopics',
  summary: 'The taxonomy: categories, and the topics below each',
  tag: 'Topics',
  access: 'public',
  cache: { public: 60 },
  query: object({
    inactive: Type.Optional(Type.Boolean({ description: 'Include retired topics.' })),
  }),
  responses: {
    200: {
      description: 'The whole tree',
      schema: object({
        categories: Type.Array(object({ category: TopicSchema, topics: Type.Array(TopicSchema) })),
      }),
    },
  },
  handler: async ({ context, query }) => {
    const topics = await listTopics(context.database, { inactive: query.inactive ?? false });
    return { status: 200, body: { categories: treeOf(topics) } };
  },
});

function treeOf(topics: readonly StoredTopic[]) {
  const below = Map.groupBy(topics, ({ parent }) => parent);
  return (below.get(null) ?? []).map(category => ({
    category: showTopic(category),
    topics: (below.get(category.id) ?? []).map(showTopic),
  }));
}

export const getTopic = defineRoute({
  method: 'GET',
  path: '/api/v1/topics/{id}',
  operationId: 'getTopic',
  summary: 'A category or topic',
  description: 'Its stories are `GET /stories?topic=`.',
  tag: 'Topics',
  access: 'public',
  cache: { public: 60 },
  params: TopicParams,
  responses: { 200: { description: 'The topic', schema: TopicSchema } },
  problems: ['topic-not-found'],
  handler: async ({ context, params }) => ({
    status: 200,
    body: showTopic(await requireTopic(context, params.id)),
  }),
});

export const postTopic = defineRoute({
  method: 'POST',
  path: '/api/v1/topics',
  operationId: 'createTopic',
  summary: 'Add a category or topic',
  description: 'There are 128 slots, and a topic keeps its slot forever. It applies to new articles.',
  tag: 'Topics',
  access: EDIT,
  idempotent: true,
  body: object({
    id: TopicId,
    name: TopicName,
    parent: orNull(TopicId),
    keywords: Keywords,
  }),
  responses: { 201: { description: 'The topic', schema: TopicSchema } },
  problems: ['forbidden', 'conflict'],
  handler: async ({ context, principal, client, body }) => ({
    status: 201,
    body: showTopic(await createTopic(context, actingPerson(principal, client), body)),
  }),
});

export const patchTopic = defineRoute({
  method: 'PATCH',
  path: '/api/v1/topics/{id}',
  operationId: 'updateTopic',
  summary: 'Change the name, position, keywords or state of a topic',
  tag: 'Topics',
  access: EDIT,
  params: TopicParams,
  body: object({
    name: Type.Optional(TopicName),
    parent: Type.Optional(orNull(TopicId)),
    keywords: Type.Optional(Keywords),
    isActive: Type.Optional(Type.Boolean()),
  }),
  responses: { 200: { description: 'The topic', schema: TopicSchema } },
  problems: ['forbidden', 'topic-not-found', 'conflict'],
  handler: async ({ context, principal, client, params, body }) => ({
    status: 200,
    body: showTopic(await editTopic(context, actingPerson(principal, client), params.id, body)),
  }),
});

export const deleteTopic = defineRoute({
  method: 'DELETE',
  path: '/api/v1/topics/{id}',
  operationId: 'removeTopic',
  summary: 'Remove a topic, or retire it if stories have it',
  tag: 'Topics',
  access: EDIT,
  params: TopicParams,
  responses: {
    200: { description: 'The outcome', schema: object({ outcome: oneOf(['removed', 'inactive']) }) },
  },
  problems: ['forbidden', 'topic-not-found', 'conflict'],
  handler: async ({ context, principal, client, params }) => ({
    status: 200,
    body: { outcome: await dropTopic(context, actingPerson(principal, client), params.id) },
  }),
});

const LabelSchema = object({ id: Type.String(), confidence: Type.Number() }, { title: 'TopicLabel' });

export const postTry = defineRoute({
  method: 'POST',
  path: '/api/v1/topics/try',
  operationId: 'tryTopics',
  summary: 'Classify a text with the current model, keywords and rules',
  tag: 'Topics',
  access: EDIT,
  body: object({ title: Type.String({ maxLength: 500 }), text: Type.String({ maxLength: 20_000 }) }),
  responses: {
    200: {
      description: 'Its labels, best first',
      schema: object({ language: Type.String(), category: LabelSchema, topics: Type.Array(LabelSchema) }),
    },
  },
  problems: ['forbidden'],
  handler: async ({ context, body }) => {
    const { language, labels } = await tryTopics(context, body);
    return { status: 200, body: { language, category: labels.category, topics: [...labels.topics] } };
  },
});
