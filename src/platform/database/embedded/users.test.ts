import assert from 'node:assert/strict';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { canReadAndExecute, findInaccessibleParent } from './permissions.ts';
import { temporaryDirectory } from './testing/support.ts';
import { type Accounts, chooseUser, parsePasswd, type SystemUser } from './users.ts';

const root = { name: 'root', uid: 0, gid: 0 };
const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 };
const postgres = { name: 'postgres', uid: 101, gid: 104 };
const broadsheet = { name: 'broadsheet', uid: 900, gid: 901 };

const CHOICES: readonly [
  who: string,
  owner: number | undefined,
  known: SystemUser[],
  creatable: boolean,
  chosen: SystemUser,
][] = [
  ['the owner of the cluster', 101, [root, broadsheet, postgres], true, postgres],
  ['the owner even without an account', 4_000, [root], true, { name: 'user 4000', uid: 4_000, gid: 4_000 }],
  ['its own account', undefined, [root, postgres, broadsheet, nobody], true, broadsheet],
  ['its own account for a cluster of root', 0, [root, postgres, broadsheet], true, broadsheet],
  ['the account of PostgreSQL', undefined, [root, postgres, nobody], true, postgres],
  ['a new account', undefined, [root, nobody], true, broadsheet],
  ['nobody where no account can be created', undefined, [root, nobody], false, nobody],
  ['nobody where there are no accounts at all', undefined, [], false, nobody],
  ['not root under another name', undefined, [{ ...root, name: 'postgres' }, nobody], false, nobody],
];

for (const [who, owner, known, creatable, chosen] of CHOICES) {
  test(`root runs PostgreSQL as ${who}`, async () => {
    const accounts = [...known];
    const system: Accounts = {
      list: async () => accounts,
      create: async () => {
        if (creatable) accounts.push(broadsheet);
      },
    };
    const clusterOwner = owner === undefined ? undefined : { uid: owner, gid: owner === 101 ? 104 : owner };
    assert.deepEqual(await chooseUser(clusterOwner, system), chosen);
  });
}

test('accounts are read from the password file, malformed lines skipped', () => {
  const text =
    'root:x:0:0:root:/root:/bin/sh\n\n# comment\nbroken:x\n+::::::\npostgres:x:101:104::/var:/bin/sh\n';
  assert.deepEqual(parsePasswd(text), [root, postgres]);
});

test('the inaccessible parent directory is found, also several levels up', async t => {
  const top = await temporaryDirectory(t);
  const closed = join(top, 'closed');
  await mkdir(join(closed, 'open'), { recursive: true });
  await chmod(closed, 0o700);
  const stranger = { uid: 61_234, gid: 61_234 };
  assert.equal(await findInaccessibleParent(join(closed, 'open/postgres'), stranger), closed);
  assert.equal(await findInaccessibleParent(join(top, 'postgres'), stranger), undefined);
  const owner = { uid: process.getuid?.() ?? 0, gid: 61_234 };
  assert.equal(await findInaccessibleParent(join(closed, 'open/postgres'), owner), undefined);
});

test('only the first permission class that matches a user counts', async t => {
  const folder = await temporaryDirectory(t, 0o705);
  const group = { uid: 61_234, gid: process.getgid?.() ?? 0 };
  assert.equal(await canReadAndExecute(folder, group), false);
  assert.equal(await canReadAndExecute(folder, { uid: 61_234, gid: 61_234 }), true);
});
