import { ACCOUNT_ROW, ACCOUNTS_PERSONAL_DATA } from '../accounts/personal-data.ts';
import { FEEDS_PERSONAL_DATA } from '../feeds/personal-data.ts';
import { INGEST_PERSONAL_DATA } from '../ingest/personal-data.ts';
import type { PersonalData } from '../platform/database/personal-data.ts';
import { SEARCH_PERSONAL_DATA } from '../search/personal-data.ts';
import { SIGNALS_PERSONAL_DATA } from '../signals/personal-data.ts';
import { IDEMPOTENCY_PERSONAL_DATA } from './idempotency.ts';

/**
 * AUTH-4: every table with personal data. An export writes one file for each; an erasure goes through them in this
 * order, the person's own row last. A test compares the list with the schema: every table is either here or marked
 * impersonal in `tables.ts`, and every column of a table listed here is exported or withheld for a reason.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...ACCOUNTS_PERSONAL_DATA,
  IDEMPOTENCY_PERSONAL_DATA,
  ...INGEST_PERSONAL_DATA,
  ...SIGNALS_PERSONAL_DATA,
  ...SEARCH_PERSONAL_DATA,
  ...FEEDS_PERSONAL_DATA,
  ACCOUNT_ROW,
];
