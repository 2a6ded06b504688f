/**
 * RUN-1: names below `.example` lead to one local server, the made-up publishers of the demo edition, while it runs. No
 * one on the internet can own such a name (RFC 2606), so no address that a stranger chose passes here.
 */
export class ExampleHosts {
  #server: ServerAddress | null = null;

  /** From now on every name below `.example` leads to this server; null for none. */
  serveFrom(server: ServerAddress | null): void {
    this.#server = server;
  }

  serverOf(host: string): ServerAddress | null {
    return host.endsWith('.example') ? this.#server : null;
  }
}

export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}
