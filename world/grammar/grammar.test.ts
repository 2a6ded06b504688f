import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFor } from '../draw.ts';
import type { PlannedEvent } from '../events/event.ts';
import { factsOf } from '../events/facts.ts';
import { KINDS } from '../events/kinds.ts';
import { LANGUAGES } from '../types.ts';
import { COUNTRIES } from '../vocabulary/countries.ts';
import { GRAMMARS } from './index.ts';
import { formatNumber, polish, toCyrillic } from './language.ts';
import { renderTemplate } from './template.ts';

const [COUNTRY] = COUNTRIES;
const MORE = { subject: 'subject', day: 'day', headline: 'headline', wrong: 1, right: 2 };

test('every template of every kind finds all its facts in every language', () => {
  assert.ok(COUNTRY);
  for (const kind of KINDS) {
    const event: PlannedEvent = {
      id: kind.name,
      at: 0,
      kind,
      country: COUNTRY,
      city: 'Halvenport',
      breaksAt: new Map(),
      coverage: [],
    };
    const facts = { ...factsOf(1, event, 0), ...MORE };
    for (const language of LANGUAGES) {
      const { common, kinds } = GRAMMARS[language];
      const grammar = kinds[kind.name];
      const general = [
        common.angles,
        common.decorations,
        common.updateLeads,
        common.followUpLeads,
        common.quotes,
        common.reactions,
        common.closings,
        ...Object.values(common.grave),
      ];
      const templates = [...Object.values(grammar ?? {}), ...general, common.correction].flat();
      for (const template of templates) {
        for (let i = 0; i < 6; i++) {
          const text = renderTemplate(template, facts, drawFor(i, template), language);
          assert.ok(
            text.length > 2 && !/[{}|[\]]|undefined|NaN/.test(text.replace(' | ', '')),
            `${template} gave ${text}`,
          );
        }
      }
    }
  }
});

test('every language has templates for every topic', () => {
  for (const language of LANGUAGES) {
    const topics = new Set(
      KINDS.filter(({ name }) => GRAMMARS[language].kinds[name]).map(({ topic }) => topic),
    );
    assert.equal(topics.size, 12, language);
  }
});

test('each kind has at least four headlines, and no required list is empty', () => {
  for (const language of LANGUAGES) {
    for (const [name, grammar] of Object.entries(GRAMMARS[language].kinds)) {
      assert.ok(grammar.headlines.length >= 4, `${language} ${name}`);
      for (const list of [
        grammar.updates,
        grammar.followUps,
        grammar.leads,
        grammar.details,
        grammar.quotes,
        grammar.background,
        grammar.outlook,
      ]) {
        assert.ok(list.length > 0, `${language} ${name}`);
      }
    }
  }
});

test('a template with a missing fact or an open bracket throws', () => {
  const draw = drawFor(1, 'x');
  assert.throws(() => renderTemplate('{nobody} knows', {}, draw, 'en'), /no fact \{nobody\}/);
  assert.throws(() => renderTemplate('[one|two', {}, draw, 'en'), /unclosed choice/);
  assert.throws(() => renderTemplate('{city', {}, draw, 'en'), /unclosed slot/);
  assert.throws(() => renderTemplate('one] two', {}, draw, 'en'), /stray bracket/);
});

test('choices nest and slots take the last word or a capital', () => {
  const facts = {
    leader: 'Maren Vantorre',
    goods: { en: 'paint', de: 'Farben', fr: 'peinture', es: 'pintura', ru: 'краска' },
    count: 12_500,
  };
  assert.equal(
    renderTemplate('[[{leader.last}]]: {goods.cap}, {count}', facts, drawFor(1, 'x'), 'en'),
    'Vantorre: Paint, 12,500',
  );
  assert.equal(renderTemplate('{goods} {count}', facts, drawFor(1, 'x'), 'es'), 'Pintura 12.500');
});

test('numbers have the format of Intl', () => {
  const locales = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', ru: 'ru-RU' };
  for (const language of LANGUAGES) {
    for (const value of [0, 7, 6.3, 999, 1000, 2400, 12_500, 1_234_567, 38.25, 4.75]) {
      assert.equal(formatNumber(value, language), new Intl.NumberFormat(locales[language]).format(value));
    }
  }
});

test('articles and elisions agree with what follows', () => {
  assert.equal(
    polish('a earthquake and a union of a 8-year-old', 'en'),
    'an earthquake and a union of an 8-year-old',
  );
  assert.equal(polish('le maire de Aubrelac', 'fr'), 'le maire d’Aubrelac');
  assert.equal(toCyrillic('Severograd Zarechny'), 'Североград Заречный');
});
