import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../errors.ts';
import { LANGUAGE } from './import.ts';
import { entriesOf, findStarterPack, listStarterPacks } from './starter-packs.ts';
import { normaliseSourceAddress } from './typed-address.ts';

const packs = await listStarterPacks();

test('SRC-3: every starter pack is a list of usable addresses for one country or topic', () => {
  assert.ok(packs.length >= 25 && packs.length <= 60, `${packs.length} packs`);
  for (const { id, title, country, topic, language, feeds } of packs) {
    assert.match(id, /^[a-z\d-]+$/);
    assert.ok(title.length <= 60 && LANGUAGE.test(language), id);
    assert.notEqual(country === null, topic === null, `${id} is for a country or for a topic`);
    if (country !== null) assert.match(country, /^[A-Z]{2}$/, id);
    assert.ok(feeds.length >= 10 && feeds.length <= 40, `${id} has ${feeds.length}`);
    for (const { name, url } of feeds) {
      assert.equal(normaliseSourceAddress(url), url, `${id}: as a source will have it`);
      assert.ok(name.length <= 60 && name.trim() === name, `${id}: ${name}`);
    }
    assert.equal(new Set(feeds.map(({ url }) => url)).size, feeds.length, `${id} names one twice`);
  }
});

test('SRC-3: a pack is found only by its name', async () => {
  const [first] = packs;
  assert.ok(first);
  assert.deepEqual(await findStarterPack(first.id), first);
  assert.equal(entriesOf(first)[0]?.folder, first.title);
  for (const id of ['nowhere', '../package', '', 'README', `${first.id}.json`])
    await assert.rejects(
      findStarterPack(id),
      error => error instanceof Problem && error.code === 'starter-pack-not-found',
    );
});
