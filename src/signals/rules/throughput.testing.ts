import { seededRandom } from '../../lib/random.ts';
import type { SignalKind } from '../../model/signal.ts';
import { compileRules } from './compile-rules.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import type { SignalEvent } from './event.ts';
import { eventAt } from './events.testing.ts';
import { RulesState } from './state.ts';

/**
 * Measures how many events per CPU second the rules judge: `node src/signals/rules/throughput.testing.ts`.
 * Events are parsed from JSON in batches, as from the log, so that no string is interned beforehand; parsing
 * is not measured.
 */
const BATCHES = 200;
const BATCH = 5000;

const random = seededRandom(1);
const pick = (count: number) => Math.floor(random.fraction() * count);
const ids = Array.from({ length: 200_000 }, () => Buffer.from(random.bytes(18)).toString('hex'));
const addresses = Array.from({ length: 20_000 }, (_, i) =>
  i % 2 ? `10.${i & 255}.${i >> 8}.9` : `2001:db8:${i.toString(16)}::1`,
);
const ranges = Array.from({ length: 7000 }, (_, i) => `${100 + (i >> 8)}.${i & 255}.0.0/18`);
const judge = compileRules([
  ...DEFAULT_RULES,
  { id: 'centres', kind: 'data-centres', settings: { ranges }, isActive: true },
]);
const state = new RulesState();
const tally = { valid: 0, dropped: 0, heartbeats: 0 };
let spent = 0;
for (let batch = 0; batch < BATCHES; batch++) {
  const events: SignalEvent[] = JSON.parse(
    JSON.stringify(Array.from({ length: BATCH }, (_, i) => made(batch, i))),
  );
  const started = process.threadCpuUsage();
  for (const event of events) count(event);
  const { user, system } = process.threadCpuUsage(started);
  // The first batches include compilation.
  if (batch >= BATCHES / 10) spent += user + system;
}
const rate = Math.round(((BATCHES * 0.9 * BATCH) / spent) * 1e6);
console.log(`${rate.toLocaleString('en')} events a second of CPU`, tally, state.size);

function made(batch: number, index: number): SignalEvent {
  const kinds: SignalKind[] = [
    'share',
    'read',
    'view',
    'view',
    'view',
    'view',
    'view',
    'view',
    'view',
    'view',
  ];
  return eventAt((batch * BATCH + index) / 1000, {
    id: String(index),
    kind: kinds[index % 10] ?? 'view',
    articleId: ids[Math.floor(10_000 * random.fraction() ** 4)] ?? '',
    visitorId: ids[pick(ids.length)] ?? '',
    visitId: String(pick(4)),
    attentionSeconds: pick(60),
    address: addresses[pick(addresses.length)] ?? '',
    userAgent: `Mozilla/5.0 (made up ${pick(300)})`,
  });
}

function count(event: SignalEvent): void {
  const verdict = judge(event, state);
  if ('valid' in verdict) tally.valid++;
  else if ('droppedBy' in verdict) tally.dropped++;
  else tally.heartbeats++;
}
