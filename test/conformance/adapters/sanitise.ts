/** The sanitiser under the name that the runner of the conformance suite expects. */
export { sanitiseHtml as sanitizeHtml } from '../../../src/ingest/sanitise/index.ts';
