import Type, { type Static } from 'typebox';
import { breakerOf } from '../../ingest/schedule/intervals.ts';
import type { SourceFetch } from '../../ingest/sources/fetches.ts';
import {
  PROBLEM_KINDS,
  REMEDY_NAMES,
  remediesFor,
  type SourceProblemEntry,
} from '../../ingest/sources/problems.ts';
import type { ScheduledSource } from '../../ingest/sources/rows.ts';
import type { Principal } from '../../model/principal.ts';
import { SafeText } from './queue-schemas.ts';
import { Id, Moment, object, oneOf, orNull } from './schemas.ts';

/** SRC-1..SRC-8: sources in the API. */

const SourceName = Type.String({ minLength: 1, maxLength: 200, pattern: SafeText });
export const Address = Type.String({ minLength: 1, maxLength: 2_000, pattern: SafeText });
export const SourceKindSchema = oneOf(['feed', 'api', 'scrape', 'submit']);
export const SourceStatusSchema = oneOf(['active', 'paused', 'dead']);
const Language = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
  description: 'A BCP 47 tag.',
});
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'An ISO 3166-1 code.' });
const Label = Type.String({ minLength: 1, maxLength: 200, pattern: SafeText });
const Path = Type.String({ maxLength: 500, pattern: SafeText, description: 'A JSON Pointer, or JSONPath.' });

const SourceSettingsSchema = object(
  {
    api: Type.Optional(
      object({
        items: Path,
        title: Path,
        url: Path,
        id: Type.Optional(Path),
        summary: Type.Optional(Path),
        body: Type.Optional(Path),
        published: Type.Optional(Path),
        authors: Type.Optional(Path),
        categories: Type.Optional(Path),
        image: Type.Optional(Path),
        language: Type.Optional(Path),
      }),
    ),
    scrape: Type.Optional(
      object({ linkSelector: orNull(Type.String({ minLength: 1, maxLength: 500, pattern: SafeText })) }),
    ),
  },
  { title: 'SourceSettings', description: 'How to read a source that is not a feed.' },
);

/** Settings from operators. */
export const SourceFields = {
  name: Type.Optional(SourceName),
  homePage: Type.Optional(orNull(Address)),
  language: Type.Optional(orNull(Language)),
  country: Type.Optional(orNull(Country)),
  category: Type.Optional(orNull(Label)),
  folder: Type.Optional(orNull(Label)),
  credibility: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  intervalSeconds: Type.Optional(Type.Integer({ minimum: 300, maximum: 86_400 })),
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  region: Type.Optional(Label),
  readsPages: Type.Optional(Type.Boolean()),
  settings: Type.Optional(SourceSettingsSchema),
};

export const HeadersSchema = Type.Record(Type.String(), Type.String(), {
  maxProperties: 20,
  description:
    'Request headers of an api source, such as its key. They are stored encrypted and never shown again.',
});

export const SourceSchema = object(
  {
    id: Id,
    name: Type.String(),
    url: Type.String({ description: 'Only operators see the query string of an api source.' }),
    kind: SourceKindSchema,
    homePage: orNull(Type.String()),
    language: orNull(Type.String()),
    country: orNull(Type.String()),
    category: orNull(Type.String()),
    folder: orNull(Type.String()),
    credibility: Type.Number(),
    intervalSeconds: Type.Integer({ description: 'The configured interval; the schedule adapts around it.' }),
    priority: Type.Integer(),
    status: SourceStatusSchema,
    region: Type.String(),
    readsPages: Type.Boolean(),
    settings: orNull(SourceSettingsSchema),
    hasHeaders: Type.Boolean({ description: 'Whether it has custom request headers.' }),
    isDemo: Type.Boolean(),
    createdAt: Moment,
    schedule: orNull(
      object(
        {
          nextCrawlAt: orNull(Moment),
          intervalSeconds: orNull(Type.Integer({ description: 'The adapted interval.' })),
          breaker: oneOf(['closed', 'open', 'half-open']),
          failures: Type.Integer(),
          failingSince: orNull(Moment),
          lastError: orNull(Type.String()),
          lastStatus: orNull(Type.Integer()),
          lastFetchAt: orNull(Moment),
          lastSuccessAt: orNull(Moment),
          lastNewAt: orNull(Moment),
          articlesPerDay: orNull(Type.Number()),
          movedTo: orNull(Type.String()),
        },
        { title: 'SourceSchedule' },
      ),
    ),
  },
  { title: 'Source' },
);

export const FetchSchema = object(
  {
    id: Id,
    at: Moment,
    url: Type.String(),
    purpose: Type.String(),
    dueAt: orNull(Moment),
    status: orNull(Type.Integer()),
    outcome: Type.String(),
    error: orNull(Type.String()),
    wireBytes: Type.Integer(),
    bodyBytes: Type.Integer(),
    durationMs: Type.Integer(),
    found: Type.Integer(),
    stored: Type.Integer(),
    revised: Type.Integer(),
    archiveKey: orNull(Type.String()),
  },
  { title: 'Fetch' },
);

export const ProblemKindSchema = oneOf(PROBLEM_KINDS);
export const SourceProblemSchema = object(
  {
    sourceId: Id,
    name: Type.String(),
    url: Type.String(),
    kind: ProblemKindSchema,
    since: Moment,
    detail: Type.Record(Type.String(), Type.Unknown()),
    movedTo: orNull(Type.String()),
    lastError: orNull(Type.String()),
    remedies: Type.Array(oneOf(REMEDY_NAMES), { description: 'Remedies, the most likely first.' }),
  },
  { title: 'SourceProblem' },
);

export const CandidateSchema = object(
  {
    url: Type.String(),
    kind: oneOf(['feed', 'scrape']),
    title: orNull(Type.String()),
    format: Type.String(),
    language: orNull(Type.String()),
    homePage: orNull(Type.String()),
    itemCount: Type.Integer(),
    sample: Type.Array(
      object({ title: orNull(Type.String()), url: orNull(Type.String()), publishedAt: orNull(Moment) }),
    ),
  },
  { title: 'SourceCandidate' },
);

export const ImportReportSchema = object(
  {
    added: Type.Integer(),
    known: Type.Integer(),
    invalid: Type.Integer(),
    lines: Type.Array(
      object({
        line: Type.Integer(),
        url: Type.String(),
        outcome: oneOf(['added', 'known', 'invalid']),
        reason: orNull(Type.String()),
        sourceId: orNull(Id),
      }),
    ),
  },
  { title: 'ImportReport' },
);

export function showSource(
  source: ScheduledSource,
  { roles }: Pick<Principal, 'roles'>,
  now: Date,
): Static<typeof SourceSchema> {
  const seesAll = roles.includes('operator');
  return {
    id: source.id,
    name: source.name,
    url: seesAll || source.kind !== 'api' ? source.url : source.url.replace(/\?.*$/s, ''),
    kind: source.kind,
    homePage: source.homePage,
    language: source.language,
    country: source.country,
    category: source.category,
    folder: source.folder,
    credibility: source.credibility,
    intervalSeconds: source.intervalSeconds,
    priority: source.priority,
    status: source.status,
    region: source.region,
    readsPages: source.readsPages,
    settings: seesAll ? source.settings : null,
    hasHeaders: source.hasSecrets,
    isDemo: source.isDemo,
    createdAt: source.createdAt.toISOString(),
    schedule: source.host === null || !seesAll ? null : showSchedule(source, now),
  };
}

function showSchedule(source: ScheduledSource, now: Date) {
  return {
    nextCrawlAt: moment(source.nextCrawlAt),
    intervalSeconds: source.adaptedSeconds,
    breaker: breakerOf(source, now),
    failures: source.failures,
    failingSince: moment(source.failingSince),
    lastError: source.lastError,
    lastStatus: source.lastStatus,
    lastFetchAt: moment(source.lastFetchAt),
    lastSuccessAt: moment(source.lastSuccessAt),
    lastNewAt: moment(source.lastNewAt),
    articlesPerDay: source.articlesPerDay,
    movedTo: source.movedTo,
  };
}

export function showFetch({ at, dueAt, ...rest }: SourceFetch): Static<typeof FetchSchema> {
  return { ...rest, at: at.toISOString(), dueAt: moment(dueAt) };
}

export function showSourceProblem(problem: SourceProblemEntry): Static<typeof SourceProblemSchema> {
  const { since, detail, ...rest } = problem;
  return {
    ...rest,
    since: since.toISOString(),
    detail: typeof detail === 'object' && detail !== null ? { ...detail } : {},
    remedies: [...remediesFor(problem)],
  };
}

function moment(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
