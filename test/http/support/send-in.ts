import type { TestProgram } from '../../harness/program.ts';
import { askJson, asList, asRecord } from './ask.ts';
import type { Member } from './crowd.ts';

/** Sends articles in as their publishers would, each of a publisher of its own; resolves when all have their place. */
export function sendIn(under: TestProgram, editor: Pick<Member, 'userId' | 'headers'>) {
  let papers = 0;
  const { headers } = editor;
  return async (titles: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const title of titles) {
      const url = `https://paper-${++papers}.example/`;
      const source = { url, kind: 'submit', name: `Paper ${papers}`, language: 'en', country: 'GB' };
      const added = await askJson(under, {
        method: 'POST',
        path: '/api/v1/sources',
        headers,
        json: { sources: [source] },
      });
      const sourceId = String(asRecord(asList(added.json()['sources'])[0])['id']);
      const path = `/api/v1/sources/${sourceId}/publishers/${editor.userId}`;
      await askJson(under, { method: 'PUT', path, headers, json: {} });
      const article = { url: `${url}1`, title, summary: `${title}. More is expected later today.` };
      const sent = await askJson(under, {
        method: 'POST',
        path: '/api/v1/publish/articles',
        headers,
        json: { sourceId, articles: [article] },
      });
      ids.push(String(asRecord(asList(sent.json()['articles'])[0])['articleId']));
    }
    await under.program.drain();
    return ids;
  };
}
