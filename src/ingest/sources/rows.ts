import type { Source, SourceKind, SourceSettings, SourceStatus } from '../../model/source.ts';
import {
  bool,
  float8,
  int4,
  jsonb,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** The columns of a source with its schedule. */
export const SOURCE_COLUMNS = sql`
  sources.id, sources.name, sources.url, sources.kind, sources.home_page, sources.language, sources.country,
  sources.category, sources.folder, sources.credibility, sources.interval_seconds, sources.priority, sources.status,
  sources.region, sources.reads_pages, sources.settings, sources.is_demo, sources.created_at,
  sources.secrets is not null as has_secrets,
  schedule.host, schedule.next_crawl_at, schedule.interval_seconds as adapted_seconds,
  coalesce(schedule.failures, 0) as failures, schedule.failing_since, schedule.last_error, schedule.last_status,
  schedule.last_fetch_at, schedule.last_success_at, schedule.last_new_at, schedule.articles_per_day,
  schedule.moved_to, schedule.hurried_until
`;

export const SourceRow = row({
  id: uuid,
  name: text,
  url: text,
  kind: text,
  home_page: nullable(text),
  language: nullable(text),
  country: nullable(text),
  category: nullable(text),
  folder: nullable(text),
  credibility: float8,
  interval_seconds: int4,
  priority: int4,
  status: text,
  region: text,
  reads_pages: bool,
  settings: jsonb,
  is_demo: bool,
  created_at: timestamptz,
  has_secrets: bool,
  host: nullable(text),
  next_crawl_at: nullable(timestamptz),
  adapted_seconds: nullable(int4),
  failures: int4,
  failing_since: nullable(timestamptz),
  last_error: nullable(text),
  last_status: nullable(int4),
  last_fetch_at: nullable(timestamptz),
  last_success_at: nullable(timestamptz),
  last_new_at: nullable(timestamptz),
  articles_per_day: nullable(float8),
  moved_to: nullable(text),
  hurried_until: nullable(timestamptz),
});

/** Check constraints guarantee the types of kind and status; only this module writes settings. */
export function toSource(found: RowOf<typeof SourceRow>): ScheduledSource {
  const { kind, status, settings, ...rest } = found;
  return {
    ...rest,
    kind: kind as SourceKind,
    status: status as SourceStatus,
    settings: settings as SourceSettings,
  };
}

/** A source with its schedule. */
export interface ScheduledSource extends Source {
  readonly createdAt: Date;
  /** Whether it has secret request headers, which are never shown again. */
  readonly hasSecrets: boolean;
  readonly host: string | null;
  readonly nextCrawlAt: Date | null;
  readonly adaptedSeconds: number | null;
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
  readonly lastStatus: number | null;
  readonly lastFetchAt: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastNewAt: Date | null;
  /** Smoothed; null before the first success. */
  readonly articlesPerDay: number | null;
  readonly movedTo: string | null;
  readonly hurriedUntil: Date | null;
}
