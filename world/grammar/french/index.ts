import type { Grammar } from '../grammar.ts';
import { FRENCH_PUBLIC } from './public.ts';
import { FRENCH_TRADE } from './trade.ts';

export const FRENCH: Readonly<Record<string, Grammar>> = { ...FRENCH_PUBLIC, ...FRENCH_TRADE };
