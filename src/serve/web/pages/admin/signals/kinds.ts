import type { HtmlValue } from '../../../../../app/markup/html.ts';
import type { RULE_KINDS } from '../../../../../signals/rules/rule.ts';
import type { MessageKey } from '../../../texts/catalogue.ts';
import { t } from '../../../texts/messages.ts';

/** RULE-2: the kinds of signal rules with their texts and the form fields of each. */
export const KINDS: ReadonlyMap<string, KindWords> = new Map(
  Object.entries<KindWords>({
    'minimum-attention': {
      name: t('rule.minimum-attention'),
      says: t('rule.minimum-attention.says'),
      fields: [number('seconds', 'rule.seconds', '10')],
    },
    'repeat-window': {
      name: t('rule.repeat-window'),
      says: t('rule.repeat-window.says'),
      fields: [number('minutes', 'rule.minutes', '30')],
      choosesKinds: true,
    },
    'address-rate': {
      name: t('rule.address-rate'),
      says: t('rule.address-rate.says'),
      fields: [number('most', 'rule.max', '600'), number('seconds', 'rule.inSeconds', '60')],
      choosesKinds: true,
    },
    'user-rate': {
      name: t('rule.user-rate'),
      says: t('rule.user-rate.says'),
      fields: [number('most', 'rule.max', '60'), number('seconds', 'rule.inSeconds', '60')],
      choosesKinds: true,
    },
    'blocked-addresses': {
      name: t('rule.blocked-addresses'),
      says: t('rule.blocked-addresses.says'),
      fields: [lines('ranges', 'rule.ranges', 'rule.rangesHint')],
      choosesKinds: true,
    },
    'data-centres': {
      name: t('rule.data-centres'),
      says: t('rule.data-centres.says'),
      fields: [lines('ranges', 'rule.ranges', 'rule.centresHint')],
      choosesKinds: true,
    },
    'blocked-agents': {
      name: t('rule.blocked-agents'),
      says: t('rule.blocked-agents.says'),
      fields: [lines('fragments', 'rule.fragments', 'rule.fragmentsHint')],
      choosesKinds: true,
    },
    'self-views': {
      name: t('rule.self-views'),
      says: t('rule.self-views.says'),
      fields: [],
      choosesKinds: true,
    },
    'shares-without-views': {
      name: t('rule.shares-without-views'),
      says: t('rule.shares-without-views.says'),
      fields: [
        number('minutes', 'rule.withinMinutes', '10'),
        number('freeShares', 'rule.freeShares', '5'),
        number('sharesPerView', 'rule.sharesPerView', '0.5'),
      ],
    },
  } satisfies Record<(typeof RULE_KINDS)[number], KindWords>),
);

function number(name: string, label: MessageKey, usual: string): RuleField {
  return { name, label: t(label), usual, hint: null };
}

function lines(name: string, label: MessageKey, hint: MessageKey): RuleField {
  return { name, label: t(label), usual: '', hint: t(hint) };
}

export interface KindWords {
  readonly name: HtmlValue;
  readonly says: HtmlValue;
  readonly fields: readonly RuleField[];
  /** Whether the rule can be limited to some kinds of signals. */
  readonly choosesKinds?: boolean;
}

/** A number; with a hint, a list with one entry per line. */
export interface RuleField {
  readonly name: string;
  readonly label: HtmlValue;
  readonly usual: string;
  readonly hint: HtmlValue;
}
