import type { Grammar } from '../grammar.ts';
import { RUSSIAN_PUBLIC } from './public.ts';
import { RUSSIAN_TRADE } from './trade.ts';

export const RUSSIAN: Readonly<Record<string, Grammar>> = { ...RUSSIAN_PUBLIC, ...RUSSIAN_TRADE };
