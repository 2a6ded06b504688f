import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { Problem } from '../../errors.ts';
import { isUuid } from '../../lib/ids.ts';

/**
 * Bodies are validated strictly: no type coercion, and unknown properties are errors, so nothing outside the schema is
 * assigned. Paths and query strings are text and are converted. Validation stops at the first fault: collecting all
 * faults of a hostile document costs more than it is worth. A schema is compiled with its first request: compiling all of
 * them took a third of a start, and most are never used.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const exact = build({ coerceTypes: false });
  const converting = build({ coerceTypes: 'array' });
  return ({ schema, httpPart }) =>
    onFirstUse(() => {
      if (httpPart === 'body') return exact.compile(schema);
      const validate = converting.compile(schema);
      return NUMBERS.test(JSON.stringify(schema)) ? finite(validate) : validate;
    });
}

function onFirstUse(compile: () => Validation): Validation {
  let compiled: Validation | undefined;
  const check: Validation = (data: unknown) => {
    compiled ??= compile();
    const result = compiled(data);
    if (result === false) check.errors = compiled.errors ?? null;
    return result;
  };
  return check;
}

const NUMBERS = /"(?:number|integer)"/;

/** Ajv converts `1e999` to Infinity, which skips the bounds of the schema. */
function finite(validate: ValidateFunction): Validation {
  const check: Validation = (data: unknown) => {
    if (!validate(data)) {
      check.errors = validate.errors ?? null;
      return false;
    }
    for (const value of Object.values(Object(data))) {
      if (typeof value === 'number' && !Number.isFinite(value))
        return { error: new Problem('validation-failed', 'A number is out of bounds.') };
    }
    return true;
  };
  return check;
}

function build(options: { coerceTypes: false | 'array' }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    useDefaults: true,
    removeAdditional: false,
    allErrors: false,
    strict: true,
  });
  addFormats.default(ajv, ['uri']);
  // The standard `uuid` format accepts `urn:uuid:`, which PostgreSQL rejects. Ids have the form that we issue.
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('date-time', isMoment);
  return ajv;
}

/** RFC 3339 within the range of JavaScript and PostgreSQL: no leap seconds, no five-digit years. */
function isMoment(text: string): boolean {
  const day = RFC_3339.exec(text)?.[1];
  const at = Date.parse(text);
  if (day === undefined || !(at >= EARLIEST && at < LATEST)) return false;
  // The 30th of February would be parsed as the 2nd of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.UTC(10_000, 0);

type Validation = ReturnType<FastifySchemaCompiler<object>>;
