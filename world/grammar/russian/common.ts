import type { CommonGrammar } from '../grammar.ts';

/** Short forms: names stay in the nominative, so sentences are built around them. */
export const RUSSIAN_COMMON: CommonGrammar = {
  angles: [
    '{subject}: что известно',
    '{subject}: пять вопросов и ответов',
    '{subject}: хроника событий',
    'Мнение: теперь слово за властями. {subject}',
  ],
  decorations: ['Срочно: {headline}', '{headline} (видео)', 'Коротко: {headline}'],
  updateLeads: ['Спустя несколько часов стали известны новые подробности.'],
  followUpLeads: ['На следующий день город {city} подводит итоги.', 'Наутро город {city} ищет ответы.'],
  quotes: [
    '«Весь город только об этом и говорит», — рассказывает {witness}.',
    '«Это урок для всех», — считает {expert}, местный университет.',
  ],
  reactions: [
    'Правительство ожидает полного доклада, сообщает пресс-служба: {leader}.',
    'В социальных сетях страны это самая обсуждаемая тема дня.',
  ],
  grave: {
    decorations: ['{headline}: первые кадры'],
    updateLeads: ['Власти уточнили прежние данные.'],
    quotes: [
      '«Такого здесь ещё не было», — говорит {witness}.',
      '«Мы внимательно следим за ситуацией», — заявляет {official}.',
    ],
    reactions: ['Городские власти открыли горячую линию для жителей.'],
  },
  closings: ['Следим за развитием событий.', 'Новые данные ожидаются на этой неделе.'],
  signOff: '(Автор: {byline})',
  dateline: '{cityUpper} ({agency}) - ',
  correction: 'Исправление: в ранней версии стояло число {wrong}, правильно — {right}.',
  days: ['воскресенье', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота'],
  sections: {
    world: 'Мир',
    nation: 'Общество',
    politics: 'Политика',
    business: 'Экономика',
    technology: 'Технологии',
    science: 'Наука',
    health: 'Здоровье',
    sports: 'Спорт',
    entertainment: 'Культура',
    climate: 'Погода',
    education: 'Образование',
    lifestyle: 'Жизнь',
  },
};
