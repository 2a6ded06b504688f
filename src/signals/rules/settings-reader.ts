import { type Reason, reason, reasonText } from '../../reasons.ts';
/** Reads the settings of a rule; every refusal has a reason for the operator. */
export class SettingsReader {
  readonly #ruleId: string;
  readonly #settings: ReadonlyMap<string, unknown>;
  readonly #known = new Set<string>();

  constructor(ruleId: string, settings: unknown) {
    this.#ruleId = ruleId;
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
      this.refuse(reason('setting-no-object'));
    this.#settings = new Map(Object.entries(settings));
  }

  has(name: string): boolean {
    this.#known.add(name);
    return this.#settings.has(name);
  }

  number(name: string, min: number, max: number): number {
    this.#known.add(name);
    const value = this.#settings.get(name);
    if (typeof value !== 'number' || !(value >= min && value <= max))
      return this.refuse(reason('setting-number', { name, min, max }));
    return value;
  }

  texts(name: string): string[] {
    this.#known.add(name);
    const value = this.#settings.get(name);
    if (!Array.isArray(value)) return this.refuse(reason('setting-list', { name }));
    return value.map(member =>
      typeof member === 'string' && member.trim() !== ''
        ? member.trim()
        : this.refuse(reason('setting-text-list', { name })),
    );
  }

  /** A misspelt setting would silently have no effect. */
  refuseOthers(): void {
    const others = [...this.#settings.keys()].filter(name => !this.#known.has(name));
    if (others.length > 0) this.refuse(reason('setting-unknown', { name: others.join(', ') }));
  }

  refuse(why: Reason): never {
    throw new RuleInvalid(this.#ruleId, why);
  }
}

export class RuleInvalid extends Error {
  readonly ruleId: string;
  readonly reason: Reason;

  constructor(ruleId: string, why: Reason) {
    super(`rule '${ruleId}' is not valid: ${reasonText(why)}`);
    this.name = 'RuleInvalid';
    this.ruleId = ruleId;
    this.reason = why;
  }
}
