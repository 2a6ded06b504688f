import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRules, type SignalVerdict } from './compile-rules.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import { createDryRun, describeDryRun } from './dry-run.ts';
import type { SignalEvent } from './event.ts';
import { eventAt } from './events.testing.ts';
import { type RuleRow, readRule } from './rule.ts';
import { RuleInvalid } from './settings-reader.ts';
import { RulesState } from './state.ts';

const VALID = { valid: true };
const HEARTBEAT = { heartbeat: true };
const dropped = (droppedBy: string) => ({ droppedBy });

test('RULE-1: a view counts after ten seconds of attention, and all heartbeats of a visit are one view', () => {
  const visit = [0, 5, 10, 15, 600, 1799, 3000, 4500].map(s => eventAt(s, { attentionSeconds: s }));
  assert.deepEqual(verdicts(visit), [
    dropped('minimum-attention'),
    dropped('minimum-attention'),
    VALID,
    ...Array(5).fill(HEARTBEAT),
  ]);
});

test('RULE-1: another visit counts half an hour after the last counted view', () => {
  const visits = [0, 60, 1799, 1800, 3599, 3600].map(s => eventAt(s, { visitId: `visit at ${s}` }));
  const repeat = dropped('repeat-window');
  assert.deepEqual(verdicts(visits), [VALID, repeat, repeat, VALID, repeat, VALID]);
});

test('RULE-1: a repeated visit does not count later, however long the page stays open', () => {
  const events = [eventAt(0), eventAt(1700, { visitId: 'b' }), eventAt(1900, { visitId: 'b' })];
  assert.deepEqual(verdicts(events), [VALID, dropped('repeat-window'), HEARTBEAT]);
});

test('RULE-1: tabs, visitors and articles are distinguished', () => {
  const events = [
    eventAt(0),
    eventAt(1, { visitorId: 'another' }),
    eventAt(2, { articleId: 'another' }),
    eventAt(3, { visitId: 'second tab' }),
    eventAt(4),
  ];
  assert.deepEqual(verdicts(events), [VALID, VALID, VALID, dropped('repeat-window'), HEARTBEAT]);
});

test('RULE-1: the views of an article’s authors do not count, their shares do', () => {
  const own = { userId: 'writer', authorIds: ['editor', 'writer'] };
  const events = [
    eventAt(0, own),
    eventAt(1, { ...own, kind: 'read' }),
    eventAt(2, { ...own, kind: 'share' }),
  ];
  assert.deepEqual(verdicts(events), [dropped('self-views'), dropped('self-views'), VALID]);
});

test('RULE-2: IPv4, IPv6 and IPv4-mapped addresses are matched by range', () => {
  const rules = [
    row('centres', 'data-centres', { ranges: ['203.0.113.0/24', '2001:db8:5::/48'] }),
    row('blocked', 'blocked-addresses', { ranges: ['198.51.100.9'] }),
  ];
  const from = (address: string) => verdicts([eventAt(0, { address })], rules)[0];
  assert.deepEqual(from('203.0.113.255'), dropped('centres'));
  assert.deepEqual(from('::ffff:203.0.113.1'), dropped('centres'));
  assert.deepEqual(from('2001:db8:5:ffff::1'), dropped('centres'));
  assert.deepEqual(from('198.51.100.9'), dropped('blocked'));
  for (const free of ['203.0.114.0', '198.51.100.8', '2001:db8:6::1', 'unknown', '']) {
    assert.deepEqual(from(free), VALID, free);
  }
});

test('RULE-2: user agents are matched by substring, regardless of case', () => {
  const events = [eventAt(0, { userAgent: 'FriendlyBOT/2' }), eventAt(1, { userAgent: 'Mozilla' })];
  assert.deepEqual(verdicts(events), [dropped('crawlers'), VALID]);
});

test('RULE-2: a rate limit counts events per period, for an IPv4 address or an IPv6 network', () => {
  const rules = [row('rate', 'address-rate', { most: 2, seconds: 60, kinds: ['share'] })];
  const share = (s: number, host: number) =>
    eventAt(s, { kind: 'share', address: `2001:db8::${host}`, visitorId: `visitor ${s}` });
  const rate = dropped('rate');
  const events = [
    share(0, 1),
    share(1, 2),
    share(2, 3),
    share(59, 1),
    share(60, 1),
    share(61, 2),
    share(62, 9),
  ];
  assert.deepEqual(verdicts(events, rules), [VALID, VALID, rate, rate, VALID, VALID, rate]);
});

test('RULE-2: shares without opening the article are limited by its views; visitors who opened it may share', () => {
  const rules = [row('velocity', 'shares-without-views', { minutes: 10, freeShares: 3, sharesPerView: 2 })];
  const share = (s: number) => eventAt(s, { kind: 'share', visitorId: `sharer ${s}` });
  const view = (s: number) => eventAt(s, { visitorId: `viewer ${s}` });
  const tooMany = dropped('velocity');
  const free = { valid: true, isUnopened: true };
  const unopened = [share(1), share(2), share(3), share(4), view(5), share(6), view(7), view(8), share(9)];
  const expected = [free, free, free, tooMany, VALID, tooMany, VALID, VALID, free];
  assert.deepEqual(verdicts(unopened, rules), expected);
  const reader = (s: number) => eventAt(s, { kind: 'share', visitorId: 'viewer 5' });
  assert.deepEqual(verdicts([...unopened, reader(10), reader(700)], rules).slice(-2), [VALID, VALID]);
});

test('RULE-2: inactive rows have no effect, and the order of rows does not matter', () => {
  const off = DEFAULT_RULES.map(rule => ({ ...rule, isActive: false }));
  assert.deepEqual(verdicts([eventAt(0, { attentionSeconds: 0 })], off), [VALID]);
  const both = eventAt(0, { attentionSeconds: 0, userAgent: 'bot' });
  assert.deepEqual(verdicts([both], DEFAULT_RULES), verdicts([both], DEFAULT_RULES.toReversed()));
});

test('RULE-2: an invalid rule is refused with the reason', () => {
  const refused: [string, unknown, RegExp][] = [
    ['minimum-attention', { seconds: 'ten' }, /"seconds" must be a number from 0 to 3600/],
    ['minimum-attention', { seconds: 10, second: 3 }, /no setting "second"/],
    ['minimum-attention', null, /settings must be an object/],
    ['user-rate', { most: Number.NaN, seconds: 1 }, /"most" must be/],
    ['data-centres', { ranges: ['10.0.0.0/33'] }, /"10.0.0.0\/33" is not an address/],
    ['blocked-agents', { fragments: [''] }, /non-empty/],
    ['repeat-window', { minutes: 30, kinds: ['clap'] }, /no kind of signal called "clap"/],
    ['unknown', {}, /no kind of rule called "unknown"/],
  ];
  for (const [kind, settings, reason] of refused) {
    assert.throws(
      () => readRule(row('r', kind, settings)),
      error => error instanceof RuleInvalid && reason.test(error.message),
      kind,
    );
  }
});

test('RULE-2: a dry run reports the share that would have been dropped; a visit counts as one', () => {
  const events: SignalEvent[] = [];
  for (let visitor = 0; visitor < 31; visitor++) {
    for (const s of [5, 10, 15])
      events.push(
        eventAt(s, { visitorId: `reader ${visitor}`, attentionSeconds: s, address: `10.0.0.${visitor}` }),
      );
  }
  events.push(eventAt(20, { visitorId: 'hasty', attentionSeconds: 3 }));
  const run = createDryRun(DEFAULT_RULES);
  for (const event of events) run.judge(event);
  const result = run.result();
  assert.deepEqual(result, { judged: 32, dropped: 1, byRule: new Map([['minimum-attention', 1]]) });
  assert.equal(describeDryRun(result), 'would have dropped 3.1 %');
  assert.equal(describeDryRun(createDryRun(DEFAULT_RULES).result()), 'would have dropped 0.0 %');
});

function verdicts(
  events: readonly SignalEvent[],
  rules: readonly RuleRow[] = DEFAULT_RULES,
): SignalVerdict[] {
  const judge = compileRules(rules);
  const state = new RulesState();
  return events.map(event => judge(event, state));
}

function row(id: string, kind: string, settings: unknown): RuleRow {
  return { id, kind, settings, isActive: true };
}
