import { hashOf } from '../draw.ts';
import { COUNTRIES, type Country } from '../vocabulary/countries.ts';
import type { EventKind } from './kind.ts';

/** Three days in spans. */
const CYCLE = 12;

/**
 * The possible locations of a kind of event in a span. Each city (or country) has one span in three days for each kind.
 * So two storms in one city, or two elections in one country, are never in the news on the same day, where an article
 * would be ambiguous.
 */
export function createPlaces(seed: number): (kind: EventKind, span: number) => readonly Place[] {
  const tables = new Map<string, Place[][]>();
  return (kind, span) => {
    let table = tables.get(kind.name);
    if (!table) {
      table = spread(seed, kind);
      tables.set(kind.name, table);
    }
    return table[span % CYCLE] ?? [];
  };
}

function spread(seed: number, kind: EventKind): Place[][] {
  const table: Place[][] = Array.from({ length: CYCLE }, () => []);
  for (const country of COUNTRIES) {
    const seats = country.cities.map(city => ({ country, city }));
    const places = [...seats, ...country.towns.map(city => ({ country, city }))];
    if (kind.scope === 'country') {
      const seat = hashOf(seed, ['seat', kind.name, country.name.en]) % seats.length;
      table[slotOf(seed, kind, country.name.en)]?.push(...seats.slice(seat, seat + 1));
    } else {
      for (const place of places) table[slotOf(seed, kind, place.city)]?.push(place);
    }
  }
  return table;
}

function slotOf(seed: number, kind: EventKind, place: string): number {
  return hashOf(seed, ['slot', kind.name, place]) % CYCLE;
}

export interface Place {
  readonly country: Country;
  readonly city: string;
}
