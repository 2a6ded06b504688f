/** The suite asks for milliseconds or null, as the reader of dates gives them. */
export { parseFeedDate as parseDate } from '../../../src/ingest/parse/text/dates.ts';
