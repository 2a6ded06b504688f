export { type DetectedLanguage, detectLanguage, type LanguageHints } from './detect-language.ts';
