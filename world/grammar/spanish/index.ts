import type { Grammar } from '../grammar.ts';
import { SPANISH_PUBLIC } from './public.ts';
import { SPANISH_TRADE } from './trade.ts';

export const SPANISH: Readonly<Record<string, Grammar>> = { ...SPANISH_PUBLIC, ...SPANISH_TRADE };
