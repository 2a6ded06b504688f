import type { Queryable } from '../platform/database/port.ts';
import { bool, row, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { normaliseEmail } from './email.ts';
import { networkOf } from './networks.ts';

/**
 * Devices and places from which a person has signed in before. While strangers guess a password, they keep an allowance of
 * their own.
 *
 * A device is known by a cookie that outlives its sessions. It has an entry for each of the last accounts:
 *
 *   nonce . time . signature ~ nonce . time . signature
 *
 * The signature covers the account's id, which the cookie does not contain: only this installation can tell whose
 * device it is, or make an entry. A place is the network (IPv4 /24, IPv6 /48) of an earlier sign-in.
 */
export async function recogniseClient(
  context: Pick<AccountsContext, 'database' | 'keys' | 'clock'>,
  { email, client, deviceCookie }: ClientToRecognise,
): Promise<KnownClient> {
  const network = networkOf(client.address);
  const account = await context.database.maybe(
    row({ id: uuid, is_known_place: bool }),
    sql`
      select
        id,
        exists (
          select from sign_in_places
          where user_id = users.id and network = ${network ?? ''} and last_used_at > ${oldestPlace(context)}
        ) as is_known_place
      from users
      where lower(email) = lower(${normaliseEmail(email) ?? ''})
    `,
  );
  // The same work without an account.
  const entry = entriesOf(deviceCookie).find(each => isEntryOf(context, account?.id ?? NO_ACCOUNT, each));
  return { device: account && entry ? entry.nonce : null, isKnownPlace: account?.isKnownPlace ?? false };
}

/** The value of the device cookie after a sign-in. An entry of the account keeps its nonce, and so its allowance. */
export function deviceCookieAfterSignIn(
  context: Pick<AccountsContext, 'keys' | 'clock' | 'random'>,
  userId: string,
  deviceCookie: string | undefined,
): string {
  const entries = entriesOf(deviceCookie);
  const own = entries.find(entry => isEntryOf(context, userId, entry));
  const nonce = own?.nonce ?? Buffer.from(context.random.bytes(12)).toString('base64url');
  const time = Math.floor(context.clock.now() / 1_000).toString(36);
  const signature = context.keys.sign('device', messageOf(userId, nonce, time));
  const others = entries.filter(entry => entry !== own).slice(0, MAX_ENTRIES - 1);
  return [{ nonce, time, signature }, ...others]
    .map(entry => `${entry.nonce}.${entry.time}.${entry.signature}`)
    .join('~');
}

/** Part of every sign-in. Written once a day for each place. */
export async function recordPlace(
  tx: Queryable,
  { clock }: Pick<AccountsContext, 'clock'>,
  userId: string,
  { address }: ClientInfo,
): Promise<void> {
  const network = networkOf(address);
  if (network === null) return;
  const now = clock.now();
  await tx.execute(sql`
    insert into sign_in_places as known (user_id, network, last_used_at)
    values (${userId}, ${network}, ${new Date(now)})
    on conflict (user_id, network) do update set last_used_at = excluded.last_used_at
    where known.last_used_at < ${new Date(now - DAY_MS)}
  `);
}

export function oldestPlace({ clock }: Pick<AccountsContext, 'clock'>): Date {
  return new Date(clock.now() - PLACE_LIFETIME_MS);
}

function entriesOf(deviceCookie: string | undefined): DeviceEntry[] {
  if (deviceCookie === undefined || deviceCookie.length > MAX_COOKIE_LENGTH) return [];
  return deviceCookie
    .split('~')
    .slice(0, MAX_ENTRIES)
    .flatMap(text => {
      const [, nonce, time, signature] = ENTRY.exec(text) ?? [];
      return nonce && time && signature ? [{ nonce, time, signature }] : [];
    });
}

function isEntryOf(
  { keys, clock }: Pick<AccountsContext, 'keys' | 'clock'>,
  userId: string,
  { nonce, time, signature }: DeviceEntry,
): boolean {
  const age = clock.now() - Number.parseInt(time, 36) * 1_000;
  return keys.verify('device', messageOf(userId, nonce, time), signature) && age < DEVICE_LIFETIME_MS;
}

function messageOf(userId: string, nonce: string, time: string): string {
  return `${userId} ${nonce} ${time}`;
}

const DAY_MS = 86_400_000;
/** As long as browsers keep a cookie. */
export const DEVICE_LIFETIME_MS = 400 * DAY_MS;
const PLACE_LIFETIME_MS = 180 * DAY_MS;
const MAX_ENTRIES = 4;
const MAX_COOKIE_LENGTH = 400;
const ENTRY = /^([\w-]{16})\.([0-9a-z]{1,9})\.([\w-]{22})$/;
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

interface DeviceEntry {
  readonly nonce: string;
  readonly time: string;
  readonly signature: string;
}

export interface ClientToRecognise {
  readonly email: string;
  readonly client: ClientInfo;
  readonly deviceCookie: string | undefined;
}

export interface KnownClient {
  /** Identifies the device; null when it is unknown to this account. */
  readonly device: string | null;
  readonly isKnownPlace: boolean;
}
