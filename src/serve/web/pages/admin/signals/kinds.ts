import type { RULE_KINDS } from '../../../../../signals/rules/index.ts';

/** RULE-2: the kinds of rules in the words of operators, and what each of them asks for. */
export const KINDS: ReadonlyMap<string, KindWords> = new Map(
  Object.entries<KindWords>({
    'minimum-attention': {
      name: 'Least attention',
      says: 'A view counts after so many seconds of attention.',
      fields: [number('seconds', 'Seconds', '10')],
    },
    'repeat-window': {
      name: 'Repeats',
      says: 'The same visitor and article count once in so many minutes.',
      fields: [number('minutes', 'Minutes', '30')],
      choosesKinds: true,
    },
    'address-rate': {
      name: 'Rate of an address',
      says: 'So many count from one address in so many seconds.',
      fields: [number('most', 'At most', '600'), number('seconds', 'In seconds', '60')],
      choosesKinds: true,
    },
    'user-rate': {
      name: 'Rate of a visitor',
      says: 'So many count of one visitor in so many seconds.',
      fields: [number('most', 'At most', '60'), number('seconds', 'In seconds', '60')],
      choosesKinds: true,
    },
    'blocked-addresses': {
      name: 'Blocked addresses',
      says: 'Nothing counts that comes from these addresses.',
      fields: [lines('ranges', 'Addresses', 'Addresses and ranges such as 203.0.113.0/24, one in a line.')],
      choosesKinds: true,
    },
    'data-centres': {
      name: 'Data centres',
      says: 'Nothing counts that comes from the addresses of data centres.',
      fields: [lines('ranges', 'Addresses', 'Ranges such as 2001:db8::/32, one in a line.')],
      choosesKinds: true,
    },
    'blocked-agents': {
      name: 'Blocked browsers',
      says: 'Nothing counts from browsers whose name holds one of these words.',
      fields: [lines('fragments', 'Words', 'Parts of the name, one in a line. Capitals make no difference.')],
      choosesKinds: true,
    },
    'self-views': {
      name: 'Own articles',
      says: 'What publishers do with their own articles does not count.',
      fields: [],
      choosesKinds: true,
    },
    'shares-without-views': {
      name: 'Shares without views',
      says: 'Whoever opened an article may share it. Shares by everybody else do not count when hardly anybody views it.',
      fields: [
        number('minutes', 'Within minutes', '10'),
        number('freeShares', 'Shares that need no view', '5'),
        number('sharesPerView', 'Shares for each view', '0.5'),
      ],
    },
  } satisfies Record<(typeof RULE_KINDS)[number], KindWords>),
);

function number(name: string, label: string, usual: string): RuleField {
  return { name, label, usual, hint: null };
}

function lines(name: string, label: string, hint: string): RuleField {
  return { name, label, usual: '', hint };
}

export interface KindWords {
  readonly name: string;
  readonly says: string;
  readonly fields: readonly RuleField[];
  /** Whether it can be for some kinds of signals and not for others. */
  readonly choosesKinds?: boolean;
}

/** A number; with a hint, a list with one in a line. */
export interface RuleField {
  readonly name: string;
  readonly label: string;
  readonly usual: string;
  readonly hint: string | null;
}
