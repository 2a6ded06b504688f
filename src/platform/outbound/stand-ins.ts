/**
 * Where names below `.example` lead while somebody plays them, and nowhere else: nobody on the internet can own such a
 * name (RFC 2606), so what is let through here is never an address that a stranger chose.
 */
export class StandIns {
  #stage: Stage | null = null;

  /** From now on every name below `.example` is played by the server at this address; null ends the play. */
  playedBy(stage: Stage | null): void {
    this.#stage = stage;
  }

  of(host: string): Stage | null {
    return host.endsWith('.example') ? this.#stage : null;
  }
}

export interface Stage {
  readonly address: string;
  readonly port: number;
}
