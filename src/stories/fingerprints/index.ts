export { fingerprintArticle, type TextOfArticle } from './article.ts';
export { FINGERPRINT_BYTES, FINGERPRINT_VERSION, fromBytes, toBytes } from './bytes.ts';
export { containmentOf, estimateJaccard, type Fingerprint, fingerprint } from './fingerprint.ts';
export { hammingDistance } from './simhash.ts';
