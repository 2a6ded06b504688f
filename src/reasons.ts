/**
 * Why something was refused, as a code with parameters. APIs and logs show the English text; pages translate by code
 * (`serve/web/texts`), so that changing a text here breaks no translation. A reason is plain data and can be stored.
 */
export interface Reason {
  readonly code: ReasonCode;
  readonly params: ReasonParams;
}

/** Typed by the text of the code: a missing or misspelt parameter does not compile. */
export function reason<Code extends ReasonCode>(code: Code, ...[params]: ParamsFor<Code>): Reason {
  return { code, params: params ?? {} };
}

export function reasonText({ code, params }: Reason): string {
  return REASONS[code].replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name] ?? '';
    return typeof value === 'object' ? reasonText(value) : String(value);
  });
}

/** These texts continue a sentence that begins with the name of a form field: "The name must have ...". */
export function isAboutField({ code }: Reason): boolean {
  return Object.hasOwn(FIELD_REASONS, code);
}

const FIELD_REASONS = {
  'max-length': 'must have at most {max} characters',
  'length-between': 'must have {min} to {max} characters',
  'visible-length-between': 'must have {min} to {max} visible characters',
  'printable-length-between': 'must have {min} to {max} printable characters',
  'letters-or-digits-required': 'must have 2 to 80 characters, including a letter or a digit',
  'whole-number-between': 'must be a whole number from {min} to {max}',
  'number-between': 'must be a number from {min} to {max}',
  'email-required': 'must be an email address',
  'date-time-required': 'must be a date and time',
  'future-time-required': 'must be in the future',
  'json-required': 'must be valid JSON',
  'json-too-long': 'must not be longer than {max} characters as JSON',
  'json-too-deep': 'must not be nested more than {max} levels deep',
  'unstorable-characters': 'must not contain NUL or unpaired surrogates',
  'nul-character': 'must not contain the character U+0000',
  'one-schedule-required': 'must be either a time or a cron expression',
  'slug-required': 'may contain only lowercase letters, digits and hyphens',
  'queue-name-characters': 'may contain only letters, digits, dots, hyphens and colons',
  'kind-characters': 'must be at most 100 lowercase letters, digits, dots and hyphens',
  'synonym-list': 'must be 2 to {max} words or phrases of up to 80 characters',
  'story-address-required': "must be the story's address or id",
  'language-tag-required': 'must be a language tag such as en or pt-BR',
  'country-code-required': 'must be a two-letter country code',
  'scopes-required': 'must be one or more of {scopes}',
  'web-address-required': 'must begin with https:// or http://',
  'not-saved': 'could not be saved',
  'invalid-time': 'is not a valid time',
  'invalid-time-zone': 'must be a time zone such as Europe/Berlin, not "{value}"',
  'cron-field-count': 'must have five fields (minute hour day month weekday), not "{value}"',
  'cron-never-due': 'is never due: "{value}"',
  'invalid-cron': 'is not valid: "{value}" ({error})',
} as const;

export const REASONS = {
  ...FIELD_REASONS,

  // Forms
  'confirm-required': 'Tick the box to confirm.',
  'nothing-chosen': 'Nothing was selected.',
  'file-required': 'Choose a file first.',
  'sources-required': 'Select at least one source.',
  'articles-required': 'Select at least one article.',
  'operators-only': 'Only operators can open these pages.',
  'mute-phrase-required': 'Enter a word or phrase of at most 100 characters.',
  'interest-subject-required': 'Give the topic, entity or source as "on" and "id".',
  'interest-level-required': 'Choose how much of it you want to see.',

  // Accounts
  'account-disabled': 'This account is disabled.',
  'account-being-erased': 'This account is being deleted.',
  'account-exists': 'This email address already has an account. Sign in and open the link again.',
  'email-unavailable': 'That email address cannot be used.',
  'email-unconfirmed': 'Confirm your email address first.',
  'email-already-confirmed': 'Your email address is already confirmed.',
  'mail-not-configured': 'This site sends no mail. Ask its operator.',
  'mail-stopped':
    'All mail to your address was stopped with a link in a mail. Open that link to allow mail again.',
  'too-many-confirmations': 'At most {max} confirmation mails are sent per day. Try again tomorrow.',
  'too-many-sign-ins': 'Too many sign-in attempts. Try again later.',
  'last-operator': 'This is the last operator. Give the role to someone else first.',
  'last-sign-in-method': 'This is your only way to sign in. Add a password or a passkey first.',
  'sign-in-expired': 'The sign-in took too long or was already used. Start again.',
  'provider-denied': 'The sign-in service was not allowed to share your profile with this site.',
  'provider-email-unverified':
    'The sign-in service has not verified your email address, so no account can be created from it.',
  'provider-email-taken':
    'An account with your email address already exists. Sign in to it, then connect the service in your account settings.',
  'provider-linked-elsewhere': 'This sign-in is already connected to another account.',
  'passkey-expired': 'The registration took too long or was already used. Start again.',
  'passkey-registered': 'This passkey is already registered.',
  'too-many-passkeys': 'An account can have at most {max} passkeys. Remove one first.',
  'too-many-tokens': 'You already have {max} tokens. Revoke one first.',
  'second-factor-on': 'The second factor is already on. Turn it off first.',
  'second-factor-off': 'The second factor is not on.',
  'too-many-codes': 'Too many wrong codes. Try again later.',
  'token-lifetime': 'A token can be valid for 1 to 3650 days.',
  'operator-scopes': 'Only operators can have tokens for administration.',
  'token-scope-missing': 'The token lacks the scope {scope}.',
  'password-too-short': 'It has fewer than {min} characters.',
  'password-too-long': 'It has more than {max} characters.',
  'password-personal': 'It is based on your email address, your name or the name of this site.',
  'password-pattern': 'It is a repeated or counted pattern.',
  'password-breached': 'It is in lists of passwords from break-ins, which attackers try first.',
  'password-common': 'It consists of common words, names, years or keyboard rows, which attackers try first.',

  // Feeds, interests and searches
  'only-sources-blocked': 'Only sources can be blocked.',
  'only-sources-preferred': 'Only sources can be preferred.',
  'topic-unknown': 'There is no topic with this id.',
  'entity-unknown': 'There is no entity with this id.',
  'source-unknown': 'There is no source with this id.',
  'too-many-muted': 'You can mute at most {max} words and phrases.',
  'too-many-followed': 'You can follow, prefer and block at most {max} topics, names and sources.',
  'too-many-feed-addresses': 'You already have {max} feed addresses. Remove one first.',
  'too-many-saved-searches': 'You already have {max} saved searches. Delete one first.',
  'saved-search-empty': 'Enter a word, or choose a topic, a source or a language to search for.',
  'webhook-unconfirmed':
    'The address could not be reached, or did not return the challenge. Nothing is delivered to it.',
  'webhook-unreachable': 'The address could not be reached, or did not answer in time.',
  'webhook-status': 'The address answered with status {status}.',
  'too-many-challenges': 'Too many webhook addresses were set. Try again later.',
  'no-webhook': 'This saved search has no webhook.',
  'webhook-address': 'A webhook needs an http or https address without a password.',
  'opml-too-large': 'The file has {bytes} bytes; the limit is {max}.',
  'not-opml': 'This file is not valid OPML.',

  // Sources
  'address-missing': 'Enter an address.',
  'address-too-long': 'An address can have at most {max} characters.',
  'address-invalid': '"{value}" is not a valid address.',
  'address-credentials': 'The address must not contain a user name or password: anyone could read them.',
  'address-scheme': '{scheme}: addresses are not supported; use http or https.',
  'duplicate-line': 'Same as line {line}.',
  'mapping-required': 'An api source needs a mapping: the paths of its items, their titles and addresses.',
  'mapping-not-allowed': 'A {kind} source has no mapping.',
  'selector-not-allowed': 'A {kind} source has no link selector.',
  'source-path-invalid': 'Not valid: {error}',
  'headers-not-allowed': 'A {kind} source cannot have request headers; only api sources can.',
  'header-name-not-allowed': 'The header "{name}" cannot be set.',
  'header-value-invalid':
    'The value of "{name}" is empty, too long, or contains characters that a header cannot have.',
  'not-a-feed': 'Not a feed.',
  'http-status': 'HTTP {status}',
  unreachable: '{error}',
  'no-feed-found': '{host} answered with HTTP {status}, and no feed was found at the usual addresses.',
  'source-not-moved': 'The source has not moved.',
  'source-address-taken': 'Another source already has this address.',
  'source-not-fetched': 'Sources of kind submit are never fetched.',
  'source-paused': 'The source is paused. Resume it first.',
  'source-dead': 'The source is dead. Resume it first.',
  'source-unknown-or-submit': 'There is no fetched source with this id.',
  'source-problem-unknown': 'The source does not have this problem, or it was already dismissed.',
  'problem-unknown': 'There is no such problem.',
  'import-report-expired': 'This import has finished and its report is no longer available.',
  'publisher-unknown': 'There is no such user.',
  'publisher-not-verified': 'You are not verified for this source.',
  'source-takes-no-articles': 'This source does not accept articles at present.',
  'revision-unknown': 'The article has no such revision.',
  'not-a-submit-source': 'Articles can only be submitted to sources of kind submit; this is a {kind} source.',
  'starter-pack-unknown': 'There is no starter pack {id}.',

  // Stories and topics
  'too-many-articles-moved': 'You can move at most {max} articles at once.',
  'same-story': 'These are already the same story.',
  'article-without-story': 'There is no such article, or it is not in a story yet.',
  'story-languages-differ': 'Stories in different languages cannot be merged.',
  'story-split-refused':
    'These articles cannot be split off: the story contains none or only these, or it is too old.',
  'article-too-old': 'The article is too old to be moved, or is not in a story yet.',
  'target-story-gone': 'The target story no longer exists in this language, or is too old.',
  'story-order-failed': 'The change could not be made.',
  'topic-exists': 'There is already a topic with this id.',
  'too-many-topics':
    'All {max} topic slots are taken. Remove a topic without stories, or rename one and change its keywords.',
  'too-many-keywords': 'A topic can have at most 300 keywords.',
  'topic-rule-exists': 'There is already a rule for this keyword and topic.',
  'topic-parent-inactive': 'The parent must be an active category.',
  'topic-parent-itself': 'A topic cannot be its own parent.',
  'category-has-topics': 'This category still has active topics. Move or deactivate them first.',
  'last-category': 'This is the last active category.',
  'category-unknown': 'There is no category called {value}.',
  'list-topic-unknown': 'There is no topic called {value}.',
  'value-is-category': '{value} is a category.',
  'value-is-topic': '{value} is a topic.',
  'one-list-filter': 'Filter by only one of category, topic and country.',
  'classifier-unavailable': 'The configured classifier is unavailable: {error}.',

  // Search, ranking and signal rules
  'search-words-required': 'Enter a search of at most {max} characters.',
  'search-not-answering': 'The search index did not respond. Try again in a moment.',
  'synonyms-exist': 'There is already a synonym set called {id}.',
  'too-many-synonym-sets': 'There are already {max} synonym sets. Remove one first.',
  'synonym-words': 'A synonym can have one to {max} words.',
  'two-synonyms-required': 'Enter at least two different synonyms.',
  'variant-in-use': 'There is no such variant, or a running experiment uses it.',
  'variant-unknown': 'There is no variant {id}.',
  'variant-invalid': 'The settings are not valid: {error}.',
  'experiment-exists': 'There is already an experiment with this name.',
  'experiment-unknown': 'There is no such experiment.',
  'settings-not-json': 'The settings must be valid JSON.',
  'rule-kind-unknown': 'There is no such kind of rule.',
  'too-many-rules': 'There are already {max} rules.',
  'rule-exists': 'There is already a rule with this id.',
  'rule-settings-too-long': 'The settings of a rule can have at most {max} characters.',
  'rule-invalid': 'The rule is not valid: {reason}.',
  'setting-number': '"{name}" must be a number from {min} to {max}',
  'setting-list': '"{name}" must be a list',
  'setting-text-list': '"{name}" must be a list of non-empty texts',
  'setting-unknown': 'there is no setting "{name}"',
  'setting-no-object': 'the settings must be an object',
  'setting-kind-unknown': 'there is no kind of rule called "{kind}"',
  'setting-event-unknown': 'there is no kind of signal called "{kind}"',
  'setting-range': '"{value}" is not an address or an address range',

  // Queues, tasks and the log
  'queue-unknown': 'There is no queue {name}.',
  'queue-name-invalid':
    'A queue name has 1 to 120 letters, digits, dots, colons, hyphens or underscores and begins with a letter or digit.',
  'receive-count': 'You can receive 1 to {max} messages at once.',
  'queue-own-dead-letters': 'A queue cannot be its own dead-letter queue.',
  'queue-internal': '{queue} is an internal queue and cannot be purged.',
  'max-receives': 'A message must be delivered at least once before it becomes a dead letter.',
  'visibility-range': 'The visibility timeout must be between one millisecond and twelve hours.',
  'message-too-long': 'A message can have at most {max} characters.',
  'message-id': 'This is not a message id.',
  'message-unknown': 'There is no such message.',
  'event-unknown': 'There is no such event.',
  'event-failed-again': 'The event failed again and is still a dead letter.',
  'event-no-consumer': 'No process of its consumer group is running.',
  'event-in-progress': 'The event is still being processed. Check again later.',
  'dead-letter-unknown': 'There is no dead letter with this id.',
  'task-unknown': 'There is no such task.',
  'task-id-unknown': 'There is no task with this id.',
  'task-name-taken': 'There is already a task called {name}.',
  'task-over-pause': 'The task has finished; it cannot be paused.',
  'task-over-resume': 'The task has finished. Run it manually or set a new time.',
  'schedule-past': 'The schedule has no time in the future.',
} as const;

export type ReasonCode = keyof typeof REASONS;
export type ReasonParams = Readonly<Record<string, ReasonValue>>;
type ReasonValue = string | number | Reason;

type ParamsFor<Code extends ReasonCode> = [ParamNames<(typeof REASONS)[Code]>] extends [never]
  ? []
  : [params: Readonly<Record<ParamNames<(typeof REASONS)[Code]>, ReasonValue>>];
type ParamNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
