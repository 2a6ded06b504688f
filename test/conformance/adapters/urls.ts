/** The suite imports `canonicalUrl`. */
export { canonicalUrl } from '../../../src/ingest/dedup/canonical-url.ts';
