export { createDryRun, type DryRun, dryRun, inWords } from './dry-run.ts';
export type { SignalEvent } from './event.ts';
export { compileRules, type Judge, type Verdict } from './judge.ts';
export type { Key } from './key.ts';
export { isShared, RULE_KINDS, type Rule, type RuleRow, readRule } from './rule.ts';
export { RuleInvalid } from './settings-reader.ts';
export { RulesState } from './state.ts';
export { USUAL_RULES } from './usual-rules.ts';
