/** The tour, keyboard shortcuts, new stories and offline reading. */
export const READER = {
  'tour.label': 'Tour',
  'tour.title': 'Personalise your front page',
  'tour.step': 'Step {step} of 3',
  'tour.choose': 'Choose your favourite sections. They move to the top of the page.',
  'tour.sections': 'Sections',
  'tour.next': 'Next',
  'tour.page':
    'This is your front page: top stories first, then your sections. Each story groups the reports of all sources.',
  'tour.settings':
    'Change theme and language under {settings} at the top of every page. Press ? for keyboard shortcuts.',
  'tour.done': 'Done',
  'tour.invite': 'New here? Personalise your front page in three steps.',
  'tour.begin': 'Start tour',
  'tour.no': 'No thanks',
  'keys.title': 'Keyboard shortcuts',
  'keys.next': 'Next story',
  'keys.previous': 'Previous story',
  'keys.open': 'Open story',
  'keys.save': 'Save or unsave',
  'keys.mark': 'Mark as read',
  'keys.search': 'Search',
  'keys.help': 'Show shortcuts',
  'keys.close': 'Close',
  'fresh.one': 'One new story',
  'fresh.other': '# new stories',
  'offline.title': 'You are offline',
  'offline.lede': 'This page is not available offline. Recently read:',
  'offline.none':
    'Nothing is available offline yet. Articles you open or save are stored for offline reading.',
} as const;
