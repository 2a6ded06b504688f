import type { HtmlValue } from '../../../../../app/markup/html.ts';
import type { RULE_KINDS } from '../../../../../signals/rules/rule.ts';
import type { MessageKey } from '../../../texts/catalogue.ts';
import { t } from '../../../texts/messages.ts';

/** RULE-2: the kinds of signal rules with their texts and the form fields of each. */
export const KINDS: ReadonlyMap<string, KindWords> = new Map(
  Object.entries<KindWords>({
    'minimum-attention': {
      name: t('rule.minimum-attention'),
      description: t('rule.minimum-attention.description'),
      fields: [number('seconds', 'rule.seconds', '10')],
    },
    'repeat-window': {
      name: t('rule.repeat-window'),
      description: t('rule.repeat-window.description'),
      fields: [number('minutes', 'rule.minutes', '30')],
      choosesKinds: true,
    },
    'address-rate': {
      name: t('rule.address-rate'),
      description: t('rule.address-rate.description'),
      fields: [number('most', 'rule.max', '600'), number('seconds', 'rule.inSeconds', '60')],
      choosesKinds: true,
    },
    'user-rate': {
      name: t('rule.user-rate'),
      description: t('rule.user-rate.description'),
      fields: [number('most', 'rule.max', '60'), number('seconds', 'rule.inSeconds', '60')],
      choosesKinds: true,
    },
    'blocked-addresses': {
      name: t('rule.blocked-addresses'),
      description: t('rule.blocked-addresses.description'),
      fields: [lines('ranges', 'rule.ranges', 'rule.rangesHint')],
      choosesKinds: true,
    },
    'data-centres': {
      name: t('rule.data-centres'),
      description: t('rule.data-centres.description'),
      fields: [lines('ranges', 'rule.ranges', 'rule.centresHint')],
      choosesKinds: true,
    },
    'blocked-agents': {
      name: t('rule.blocked-agents'),
      description: t('rule.blocked-agents.description'),
      fields: [lines('fragments', 'rule.fragments', 'rule.fragmentsHint')],
      choosesKinds: true,
    },
    'self-views': {
      name: t('rule.self-views'),
      description: t('rule.self-views.description'),
      fields: [],
      choosesKinds: true,
    },
    'shares-without-views': {
      name: t('rule.shares-without-views'),
      description: t('rule.shares-without-views.description'),
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
  readonly description: HtmlValue;
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
