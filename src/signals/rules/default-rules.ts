import type { RuleRow } from './rule.ts';

/** The rules of a new installation. Operators add block lists and data-centre ranges. */
export const DEFAULT_RULES: readonly RuleRow[] = [
  { id: 'minimum-attention', kind: 'minimum-attention', settings: { seconds: 10 }, isActive: true },
  { id: 'repeat-window', kind: 'repeat-window', settings: { minutes: 30 }, isActive: true },
  {
    id: 'double-taps',
    kind: 'repeat-window',
    settings: { minutes: 1, kinds: ['read', 'share'] },
    isActive: true,
  },
  { id: 'self-views', kind: 'self-views', settings: {}, isActive: true },
  { id: 'address-rate', kind: 'address-rate', settings: { most: 600, seconds: 60 }, isActive: true },
  { id: 'user-rate', kind: 'user-rate', settings: { most: 60, seconds: 60 }, isActive: true },
  {
    id: 'crawlers',
    kind: 'blocked-agents',
    settings: { fragments: ['bot', 'crawler', 'spider', 'headless', 'curl/', 'python-'] },
    isActive: true,
  },
  {
    id: 'shares-without-views',
    kind: 'shares-without-views',
    settings: { minutes: 10, freeShares: 5, sharesPerView: 0.5 },
    isActive: true,
  },
];
