import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { isUuid } from '../../lib/ids.ts';

/**
 * Bodies are taken as they are: a number is a number and an unknown property is an error, so nothing is
 * assigned that the schema does not name. Paths and query strings are text by nature and are converted.
 * Only the first fault is looked for: collecting all of a hostile document costs more than it tells.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const exact = build({ coerceTypes: false });
  const converting = build({ coerceTypes: 'array' });
  return ({ schema, httpPart }) => (httpPart === 'body' ? exact : converting).compile(schema);
}

function build(options: { coerceTypes: false | 'array' }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    useDefaults: true,
    removeAdditional: false,
    allErrors: false,
    strict: true,
  });
  addFormats.default(ajv, ['date-time', 'uri']);
  const standard = ajv.formats['date-time'];
  // The usual `uuid` also lets `urn:uuid:` through, which PostgreSQL does not read. Ids are as we wrote them.
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('date-time', text => matches(standard, text) && isMoment(text));
  return ajv;
}

/** What both JavaScript and PostgreSQL can hold: no leap second, no year beyond 9999. */
function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return at >= Date.UTC(1, 0) && at < Date.UTC(10_000, 0);
}
