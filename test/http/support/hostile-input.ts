import fc from 'fast-check';
import { asRecord } from './send-request.ts';

/**
 * Input generated from a JSON Schema: some valid, most wrong in one field, and texts that have broken
 * other programs. Bodies come as text, because `__proto__` survives only there.
 */
export function hostileBodies(schema: unknown): fc.Arbitrary<string> {
  const good = valid(schema);
  return fc.oneof(
    good.map(write),
    fc.tuple(good, junk).map(([value, bad]) => write(replaceOne(value, bad))),
    good.map(value => write(removeOne(value))),
    fc.tuple(good, fc.constantFrom(...EXTRA_PROPERTIES)).map(([value, extra]) => addTo(value, extra)),
    junk.map(write),
    good.map(value => write([value])),
  );
}

/** Values for path or query parameters, as text. */
export function hostileParameters(schema: unknown): fc.Arbitrary<Record<string, string | undefined>> {
  const properties = Object.entries(asRecord(asRecord(schema)['properties']));
  const texts = properties.map(
    ([name, property]) => [name, fc.oneof(nearly(property), anyText).map(short)] as const,
  );
  return fc.record(Object.fromEntries(texts), { requiredKeys: [] });
}

/** All parameters together must fit into the request head; longer heads have their own test. */
function short(text: string): string {
  return text.slice(0, 300);
}

/** Valid or nearly valid values: formats and lengths also just beyond their limits. */
function valid(schema: unknown): fc.Arbitrary<unknown> {
  const { type, properties, items, anyOf, enum: words, const: only, required } = asRecord(schema);
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(words)) return fc.constantFrom(...words);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(valid));
  if (type === 'array') return fc.array(valid(items), { minLength: 1, maxLength: 3 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.constantFrom(0, 1, 50, -1, 1.5, 1e308, 2 ** 53);
  if (type === 'null') return fc.constant(null);
  if (type === 'string') return nearly(schema);
  const members = Object.entries(asRecord(properties)).map(([name, inner]) => [name, valid(inner)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: Array.isArray(required) ? required : [] });
}

function nearly(schema: unknown): fc.Arbitrary<string> {
  const { format, maxLength, enum: words } = asRecord(schema);
  if (Array.isArray(words)) return fc.constantFrom(...words.map(String), 'no such word');
  if (format === 'uuid') return fc.constantFrom(...UUIDS);
  if (format === 'date-time') return fc.constantFrom(...MOMENTS);
  const edges = typeof maxLength === 'number' ? ['é'.repeat(maxLength), 'x'.repeat(maxLength + 1)] : [];
  return fc.oneof(fc.constantFrom(...PLAUSIBLE, ...edges), anyText);
}

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfffy',
    '\u202etxt.exe',
    '\r\nset-cookie: session=evil',
    '\x1b[31mred',
    "'; drop table users; --",
    '<script>alert(1)</script>',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    '__proto__',
    'constructor',
    '👩‍👩‍👧‍👦'.repeat(20),
    'a'.repeat(10_000),
    '1e999',
    'NaN',
    '-0',
    'null',
  ),
  fc.string({ unit: 'binary' }),
);

const junk: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [[]], { '': '' }, { toString: 1, length: -1 }),
  fc.constantFrom(50, 500).map(depth => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
  fc.jsonValue(),
);

const PLAUSIBLE = ['anna@example.org', 'nine quiet miles of road', 'Anna', 'YW55', 'https://example.org'];

const UUIDS = [
  '019bc186-de00-7166-ac8d-881139da5638',
  '019BC186-DE00-7166-AC8D-881139DA5638',
  'urn:uuid:019bc186-de00-7166-ac8d-881139da5638',
  '{019bc186-de00-7166-ac8d-881139da5638}',
  '019bc186de007166ac8d881139da5638',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

const MOMENTS = [
  '2030-01-01T00:00:00Z',
  '2030-06-30T23:59:60Z',
  '2030-02-30T00:00:00Z',
  '2030-01-01T24:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '2030-01-01t00:00:00.123456789z',
  '2030-01-01 00:00:00Z',
  '+012030-01-01T00:00:00Z',
  'infinity',
];

const EXTRA_PROPERTIES = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"prototype":{}',
  '"roles":["operator"]',
  '"userId":"019bc186-de00-7166-ac8d-881139da5638"',
  '"id":"019bc186-de00-7166-ac8d-881139da5638"',
  '"hasOwnProperty":null',
  '"passwordHash":"x"',
];

function addTo(value: unknown, extra: string): string {
  const text = write(value);
  return text === '{}' ? `{${extra}}` : text.replace(/^\{/, `{${extra},`);
}

function replaceOne(value: unknown, bad: unknown): unknown {
  const [name] = Object.keys(asRecord(value));
  return name === undefined ? bad : { ...asRecord(value), [name]: bad };
}

function removeOne(value: unknown): unknown {
  return Object.fromEntries(Object.entries(asRecord(value)).slice(1));
}

function write(value: unknown): string {
  return JSON.stringify(value);
}

/** Bodies that are not JSON or are hard to parse, with their declared type. */
export const BROKEN_BODIES: readonly { type: string; body: string | Uint8Array }[] = [
  { type: 'application/json', body: '' },
  { type: 'application/json', body: '{' },
  { type: 'application/json', body: '{"a":1}{"a":1}' },
  { type: 'application/json', body: 'undefined' },
  { type: 'application/json', body: '['.repeat(20_000) },
  { type: 'application/json', body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
  { type: 'application/json', body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
  { type: 'application/json', body: '\ufeff[]' },
  { type: 'application/json', body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: 'application/json; charset=utf-16', body: '[]' },
  { type: 'application/json', body: '{"a":1e999999}' },
  { type: 'application/json', body: 'null' },
  { type: 'text/plain', body: '{}' },
  { type: 'application/xml', body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  { type: 'multipart/form-data; boundary=x', body: '--x\r\n\r\n--x--\r\n' },
  { type: 'application/x-www-form-urlencoded', body: 'email=a&password=b&__proto__[isAdmin]=1' },
  { type: '__proto__', body: '{}' },
  { type: '', body: '{}' },
  { type: 'application/json;;;=', body: '[]' },
];
