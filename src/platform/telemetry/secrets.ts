/**
 * Hides secrets. A secret is recognised by its name, as a key of an object or as `name=value` inside a text, or by
 * its shape: the credentials in an address or a header, a signed token.
 */
export const REDACTED = '[redacted]';

export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return SECRET_WORDS.test(plain) || SECRET_NAMES.has(plain) || KEY_OF_SOMETHING.test(name);
}

/** Every expression runs in linear time: bounded repeats, and none can start in the middle of another's run. */
export function withoutSecrets(text: string): string {
  if (!MAY_HOLD_A_SECRET.test(text)) return text;
  return withoutNamedSecrets(
    text
      .replace(ADDRESS_CREDENTIALS, `$1${REDACTED}@`)
      .replace(SECRET_HEADER, `$1: ${REDACTED}`)
      .replace(SCHEME_CREDENTIALS, `$1 ${REDACTED}`)
      .replace(SIGNED_TOKEN, REDACTED),
  );
}

/** `password=word`, `"token": "a word"`, also inside a JSON text that was written into another. */
function withoutNamedSecrets(text: string): string {
  let kept = '';
  let from = 0;
  for (const match of text.matchAll(NAME_BEFORE_VALUE)) {
    const [whole, name = ''] = match;
    if (match.index < from || !isSecretBefore(name, text[match.index - 1])) continue;
    const valueAt = match.index + whole.length;
    const value = valueAfter(whole);
    value.lastIndex = valueAt;
    const length = value.exec(text)?.[0].length ?? 0;
    if (length === 0) continue;
    kept += text.slice(from, valueAt) + REDACTED;
    from = valueAt + length;
  }
  return kept + text.slice(from);
}

function isSecretBefore(name: string, lead: string | undefined): boolean {
  return isSecretName(name) || ((lead === '?' || lead === '&') && SECRET_PARAMETERS.has(name.toLowerCase()));
}

function valueAfter(nameAndSign: string): RegExp {
  if (/\\["']$/.test(nameAndSign)) return QUOTED_TWICE;
  if (nameAndSign.endsWith('"')) return QUOTED;
  return nameAndSign.endsWith("'") ? SINGLE_QUOTED : BARE;
}

const SECRET_WORDS =
  /password|passwd|passphrase|secret|token|authorization|cookie|apikey|privatekey|csrf|signature/;
const SECRET_NAMES = new Set(['auth', 'credentials', 'jwt', 'otp', 'pass', 'pin', 'pwd', 'session', 'sid']);
/** `signing_key`, `x-api-key`, `encryptionKey`; a bare `key` names an entry of a cache and stays. */
const KEY_OF_SOMETHING = /[_-]keys?$|[a-z0-9]Keys?$|[A-Z0-9]_KEYS?$/;
/** Harmless as field names (an error's `code`), secret in the query of an address. */
const SECRET_PARAMETERS = new Set(['code', 'key', 'sig', 'state']);

const MAY_HOLD_A_SECRET = /[=:@]|bearer|basic|eyJ/i;
/** `scheme://user:word@` and `scheme://token@`; a password may contain unencoded `/`, `?` and `#`. */
const ADDRESS_CREDENTIALS = /(:\/\/)(?:[^\s/?#@"'<>:]{0,256}:[^\s@"'<>]{0,256}|[^\s/?#@"'<>]{1,256})@/g;
const SECRET_HEADER = /\b((?:proxy-)?authorization|(?:set-)?cookie)(?=["']?\s{0,4}[:=])[^\r\n]*/gi;
/** A capital, a digit or `=` distinguishes credentials from words such as "basic newsletter". */
const SCHEME_CREDENTIALS =
  /\b([Bb]earer|[Bb]asic|BEARER|BASIC)\s{1,4}(?=[\w.~+/-]{0,64}[A-Z0-9=])[\w.~+/=-]{6,}/g;
const SIGNED_TOKEN = /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g;
const NAME_BEFORE_VALUE = /(?<![\w.-])([\w.-]{1,256})\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?/g;
const QUOTED_TWICE = /[^"'\\]*/y;
const QUOTED = /(?:[^"\\]|\\.)*/sy;
const SINGLE_QUOTED = /(?:[^'\\]|\\.)*/sy;
const BARE = /[^\s&"',;)}\]\\]+/y;
