import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { sql } from '../platform/database/sql.ts';
import { CLIENT, testAccounts } from './accounts.testing.ts';
import { AUDIT_ACTIONS, type AuditEntry, audit, listAudit } from './audit.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);

test('AUTH-5: an entry has actor, action, subject, network and trace', async () => {
  const actor = { kind: 'user', id: context.newId() } as const;
  await context.telemetry.span('a request', {}, async () => {
    await audit(database, context, {
      actor,
      action: 'token.created',
      subject: { kind: 'token', id: 'the-token' },
      client: { address: '::ffff:198.51.100.23', userAgent: 'Test Browser' },
      detail: { scopes: ['account:read'] },
    });
  });
  const [entry] = await listAudit(context, { limit: 1, actorId: actor.id });
  assert.equal(entry?.action, 'token.created');
  assert.deepEqual(entry?.at, new Date(context.clock.now()));
  assert.equal(entry?.actorKind, 'user');
  assert.equal(entry?.subjectKind, 'token');
  assert.equal(entry?.subjectId, 'the-token');
  assert.equal(entry?.network, '198.51.100.0/24');
  assert.match(entry?.traceId ?? '', /^[0-9a-f]{32}$/);
  assert.deepEqual(entry?.detail, { scopes: ['account:read'] });
});

test('AUTH-5: an entry commits together with its change, or not at all', async () => {
  const actorId = context.newId();
  const failing = database.transaction(async tx => {
    await audit(tx, context, { actor: { kind: 'user', id: actorId }, action: 'token.revoked' });
    throw new Error('the change failed');
  });
  await assert.rejects(failing, /the change failed/);
  assert.deepEqual(await listAudit(context, { limit: 10, actorId }), []);
});

test('AUTH-5: entries can be neither changed nor deleted, and the log cannot be truncated', async () => {
  await audit(database, context, { actor: { kind: 'system' }, action: 'signing-key.created' });
  await assert.rejects(database.execute(sql`update audit_log set action = 'sign-in.failed'`), /append-only/);
  await assert.rejects(database.execute(sql`delete from audit_log`), /append-only/);
  await assert.rejects(database.execute(sql`truncate audit_log`), /append-only/);
});

test('ALL-3: pages neither repeat nor skip an entry, even when many share a timestamp', async () => {
  const actorId = context.newId();
  const actor = { kind: 'user', id: actorId } as const;
  for (let n = 0; n < 23; n++) {
    await audit(database, context, { actor, action: 'session.ended', client: CLIENT, detail: { n } });
    if (n % 5 === 0) await context.clock.advance(1);
  }
  const seen: AuditEntry[] = [];
  for (;;) {
    const page = await listAudit(context, { limit: 4, actorId, before: seen.at(-1) });
    seen.push(...page);
    if (page.length < 4) break;
  }
  assert.deepEqual(
    seen.map(({ detail }) => detail),
    Array.from({ length: 23 }, (_, n) => ({ n: 22 - n })),
  );
});

test('the list can be filtered by action', async () => {
  await audit(database, context, { actor: { kind: 'console' }, action: 'account.enabled' });
  const entries = await listAudit(context, { limit: 100, action: 'account.enabled' });
  assert.deepEqual([...new Set(entries.map(({ action }) => action))], ['account.enabled']);
});

test('every action has a one-line description', () => {
  for (const [action, meaning] of Object.entries(AUDIT_ACTIONS)) {
    assert.match(action, /^[a-z-]+\.[a-z-]+$/);
    assert.match(meaning, /^[A-Z][^\n]{10,110}$/, action);
  }
});
