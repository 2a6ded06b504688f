/** The suite expects milliseconds or null, as our parser returns them. */
export { parseFeedDate as parseDate } from '../../../src/ingest/parse/text/dates.ts';
