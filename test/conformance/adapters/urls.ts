/** The suite asks for the key of an address by the name that it has here. */
export { canonicalUrl } from '../../../src/ingest/dedup/canonical-url.ts';
