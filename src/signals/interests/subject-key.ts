import type { InterestSubject } from '../../model/interest-command.ts';

/** `topic:17`, `entity:...`, `source:...`: the stored form of a subject. */
export function subjectKey({ on, id }: InterestSubject): string {
  return `${on}:${id}`;
}

/** Null for invalid keys. */
export function parseSubjectKey(key: string): InterestSubject | null {
  const [, on, id = ''] = /^(topic|entity|source):(.*)$/s.exec(key) ?? [];
  if (on === 'topic') return /^\d+$/.test(id) ? { on, id: Number(id) } : null;
  return on === 'entity' || on === 'source' ? { on, id } : null;
}
