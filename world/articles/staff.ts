import { drawFor, hashOf } from '../draw.ts';
import { toCyrillic } from '../grammar/language.ts';
import type { Publisher } from '../types.ts';
import { personName } from '../vocabulary/people.ts';

const WRITERS = 6;

/** Every publisher has a few writers; the time determines which of them. */
export function bylineOf(seed: number, { index, language }: Publisher, at: number): string {
  const writer = hashOf(seed, ['desk', index, Math.floor(at / 1000) % 1_000_003, at % 1000]) % WRITERS;
  const name = personName(drawFor(seed, 'staff', index, writer), language);
  return language === 'ru' ? toCyrillic(name) : name;
}
