import type { FastifyInstance } from 'fastify';

/** The methods of each path, collected as routes are registered: for `Allow`. */
export function collectMethods(app: FastifyInstance): (url: string) => string[] {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    paths.set(url, path);
    for (const name of [method].flat()) path.methods.add(name);
  });
  return url => {
    const path = url.split('?', 1)[0] ?? '';
    return [...paths.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
}
