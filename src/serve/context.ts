import type { AccountsContext, CredentialResolver } from '../accounts/index.ts';
import type { IdentityProvider } from '../accounts/oidc/index.ts';
import type { Config } from '../config.ts';
import type { Archive } from '../platform/archive/port.ts';
import type { Broker } from '../platform/broker/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Outbound } from '../platform/outbound/port.ts';
import type { Tasks } from '../platform/tasks/port.ts';
import type { ViewStore } from '../platform/views/port.ts';
import type { DemoWatch } from './demo.ts';

/** What serving needs of the world. */
export interface ServeContext extends AccountsContext {
  readonly config: Config;
  readonly views: ViewStore;
  readonly broker: Broker;
  readonly archive: Archive;
  readonly log: EventLog;
  readonly tasks: Tasks;
  /** The one way out to addresses that strangers gave. */
  readonly outbound: Outbound;
  readonly demo: DemoWatch;
  readonly credentials: CredentialResolver;
  readonly identityProvider: IdentityProvider | null;
  readonly version: string;
  /** Fires when the program stops: whoever waits for something in a request ends its wait. */
  readonly stopping: AbortSignal;
}
