/** The settings of a rule as an operator wrote them, read with a reason for every refusal. */
export class SettingsReader {
  readonly #ruleId: string;
  readonly #settings: ReadonlyMap<string, unknown>;
  readonly #asked = new Set<string>();

  constructor(ruleId: string, settings: unknown) {
    this.#ruleId = ruleId;
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
      this.refuse('its settings are no object');
    this.#settings = new Map(Object.entries(settings));
  }

  has(name: string): boolean {
    this.#asked.add(name);
    return this.#settings.has(name);
  }

  number(name: string, least: number, most: number): number {
    this.#asked.add(name);
    const value = this.#settings.get(name);
    if (typeof value !== 'number' || !(value >= least && value <= most))
      return this.refuse(`'${name}' has to be a number from ${least} to ${most}`);
    return value;
  }

  texts(name: string): string[] {
    this.#asked.add(name);
    const value = this.#settings.get(name);
    if (!Array.isArray(value)) return this.refuse(`'${name}' has to be a list`);
    return value.map(member =>
      typeof member === 'string' && member.trim() !== ''
        ? member.trim()
        : this.refuse(`'${name}' has to be a list of texts that are not empty`),
    );
  }

  /** A misspelt setting would silently do nothing. */
  refuseOthers(): void {
    const others = [...this.#settings.keys()].filter(name => !this.#asked.has(name));
    if (others.length > 0) this.refuse(`it has no setting '${others.join("', '")}'`);
  }

  refuse(reason: string): never {
    throw new RuleInvalid(this.#ruleId, reason);
  }
}

export class RuleInvalid extends Error {
  readonly ruleId: string;
  readonly reason: string;

  constructor(ruleId: string, reason: string) {
    super(`rule '${ruleId}' cannot be followed: ${reason}`);
    this.name = 'RuleInvalid';
    this.ruleId = ruleId;
    this.reason = reason;
  }
}
