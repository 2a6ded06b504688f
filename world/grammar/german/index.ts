import type { Grammar } from '../grammar.ts';
import { GERMAN_PUBLIC } from './public.ts';
import { GERMAN_TRADE } from './trade.ts';

export const GERMAN: Readonly<Record<string, Grammar>> = { ...GERMAN_PUBLIC, ...GERMAN_TRADE };
