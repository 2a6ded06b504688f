import type { TestProgram } from '../../harness/program.ts';
import { asList, asRecord, sendJson } from './send-request.ts';
import type { TestUser } from './test-people.ts';

/** Submits articles, each from a new publisher; resolves when all are in stories. */
export function articleSubmitter(site: TestProgram, editor: Pick<TestUser, 'userId' | 'headers'>) {
  let publisherCount = 0;
  const { headers } = editor;
  return async (titles: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const title of titles) {
      const url = `https://paper-${++publisherCount}.example/`;
      const source = { url, kind: 'submit', name: `Paper ${publisherCount}`, language: 'en', country: 'GB' };
      const added = await sendJson(site, {
        method: 'POST',
        path: '/api/v1/sources',
        headers,
        json: { sources: [source] },
      });
      const sourceId = String(asRecord(asList(added.json()['sources'])[0])['id']);
      const path = `/api/v1/sources/${sourceId}/publishers/${editor.userId}`;
      await sendJson(site, { method: 'PUT', path, headers, json: {} });
      const article = { url: `${url}1`, title, summary: `${title}. More is expected later today.` };
      const sent = await sendJson(site, {
        method: 'POST',
        path: '/api/v1/publish/articles',
        headers,
        json: { sourceId, articles: [article] },
      });
      ids.push(String(asRecord(asList(sent.json()['articles'])[0])['articleId']));
    }
    await site.program.drain();
    return ids;
  };
}
