export { type DryRun, dryRun, inWords, together } from './dry-run.ts';
export { SIGNAL_KINDS, type SignalEvent, type SignalKind } from './event.ts';
export { compileRules, type Judge, type Verdict } from './judge.ts';
export { RULE_KINDS, type Rule, type RuleRow, readRule } from './rule.ts';
export { RuleInvalid } from './settings-reader.ts';
export { RulesState } from './state.ts';
export { USUAL_RULES } from './usual-rules.ts';
