import { SIGNAL_KINDS, type SignalKind } from '../../model/signal.ts';
import { type IpRange, parseRange } from '../../platform/outbound/address.ts';
import { reason } from '../../reasons.ts';
import { SettingsReader } from './settings-reader.ts';

/** RULE-2: a rule as operators store it. */
export interface RuleRow {
  readonly id: string;
  readonly kind: string;
  readonly settings: unknown;
  readonly isActive: boolean;
}

/** Parses a row, or throws `RuleInvalid` with a message for the operator. */
export function readRule(row: RuleRow): SignalRule {
  const settings = new SettingsReader(row.id, row.settings);
  const rule = { id: row.id, ...readKind(row, settings) };
  settings.refuseOthers();
  return rule;
}

function readKind({ kind }: RuleRow, settings: SettingsReader): RuleBody {
  switch (kind) {
    case 'blocked-addresses':
    case 'data-centres':
      return { kind, kinds: kindsOf(settings, SIGNAL_KINDS), ranges: rangesOf(settings) };
    case 'blocked-agents':
      return { kind, kinds: kindsOf(settings, SIGNAL_KINDS), fragments: settings.texts('fragments') };
    case 'self-views':
      return { kind, kinds: kindsOf(settings, ['view', 'read']) };
    case 'minimum-attention':
      return { kind, kinds: ['view'], seconds: settings.number('seconds', 0, 3600) };
    case 'repeat-window':
      return {
        kind,
        kinds: kindsOf(settings, ['view']),
        milliseconds: settings.number('minutes', 1, 1440) * 60_000,
      };
    case 'address-rate':
    case 'user-rate':
      return {
        kind,
        kinds: kindsOf(settings, SIGNAL_KINDS),
        limit: settings.number('most', 1, 1_000_000),
        milliseconds: settings.number('seconds', 1, 86_400) * 1000,
      };
    case 'shares-without-views':
      return {
        kind,
        kinds: ['share'],
        milliseconds: settings.number('minutes', 1, 1440) * 60_000,
        freeShares: settings.number('freeShares', 0, 1_000_000),
        sharesPerView: settings.number('sharesPerView', 0, 1000),
      };
    default:
      return settings.refuse(reason('setting-kind-unknown', { kind }));
  }
}

function kindsOf(settings: SettingsReader, usual: readonly SignalKind[]): readonly SignalKind[] {
  if (!settings.has('kinds')) return usual;
  const known = new Map<string, SignalKind>(SIGNAL_KINDS.map(kind => [kind, kind]));
  return settings
    .texts('kinds')
    .map(text => known.get(text) ?? settings.refuse(reason('setting-event-unknown', { kind: text })));
}

function rangesOf(settings: SettingsReader): readonly IpRange[] {
  return settings
    .texts('ranges')
    .map(text => parseRange(text) ?? settings.refuse(reason('setting-range', { value: text })));
}

/** In the order of evaluation: rules without state first. */
export const RULE_KINDS = [
  'blocked-addresses',
  'blocked-agents',
  'data-centres',
  'self-views',
  'minimum-attention',
  'repeat-window',
  'address-rate',
  'user-rate',
  'shares-without-views',
] as const;

export type SignalRule = { readonly id: string } & RuleBody;

type RuleBody = { readonly kinds: readonly SignalKind[] } & (
  | { readonly kind: 'blocked-addresses' | 'data-centres'; readonly ranges: readonly IpRange[] }
  | { readonly kind: 'blocked-agents'; readonly fragments: readonly string[] }
  | { readonly kind: 'self-views' }
  | { readonly kind: 'minimum-attention'; readonly seconds: number }
  | { readonly kind: 'repeat-window'; readonly milliseconds: number }
  | RateRule
  | VelocityRule
);

export interface RateRule {
  readonly kind: 'address-rate' | 'user-rate';
  readonly limit: number;
  readonly milliseconds: number;
}

export interface VelocityRule {
  readonly kind: 'shares-without-views';
  readonly milliseconds: number;
  /**
   * How many shares by visitors who did not open the article count without any view: they may have read it
   * elsewhere.
   */
  readonly freeShares: number;
  readonly sharesPerView: number;
}

/** RULE-2: whether the limit holds for all visitors together, across partitions. */
export function isShared({ kind }: Pick<RuleRow, 'kind'>): boolean {
  return kind === 'address-rate' || kind === 'shares-without-views';
}
