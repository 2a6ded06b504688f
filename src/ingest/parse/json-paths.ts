/**
 * SRC-5: compiles a JSON Pointer (RFC 6901: `/data/items/0`) or a subset of JSONPath (RFC 9535): `$` or `@`, then
 * `.name`, `['name']`, `[0]`, `[-1]`, `[*]` and `.*`. There is no recursive descent and no filter, so the cost of a path
 * is bounded by its results. Throws a RangeError when the expression is neither.
 */
export function compileJsonPath(expression: string): JsonPath {
  const steps = expression === '' || expression.startsWith('/') ? pointer(expression) : jsonPath(expression);
  return document => steps.reduce<readonly unknown[]>((nodes, step) => nodes.flatMap(step), [document]);
}

function pointer(expression: string): JsonPathStep[] {
  return expression
    .split('/')
    .slice(1)
    .map(part => {
      if (/~(?![01])/.test(part)) throw new RangeError(`in a JSON Pointer ~ is written ~0: ${expression}`);
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      return node =>
        Array.isArray(node) && /^(?:0|[1-9]\d*)$/.test(name) ? at(node, Number(name)) : member(node, name);
    });
}

function jsonPath(expression: string): JsonPathStep[] {
  if (!/^[$@]/.test(expression))
    throw new RangeError(`a path begins with / (JSON Pointer) or $ (JSONPath): ${expression}`);
  const steps: JsonPathStep[] = [];
  const token = new RegExp(STEP);
  token.lastIndex = 1;
  while (token.lastIndex < expression.length) {
    const from = token.lastIndex;
    const groups = token.exec(expression)?.groups;
    if (!groups)
      throw new RangeError(`cannot read ${expression.slice(from, from + 20)} in the JSONPath ${expression}`);
    steps.push(stepOf(groups));
  }
  return steps;
}

function stepOf({ name, quoted, index }: Record<string, string | undefined>): JsonPathStep {
  if (index !== undefined) return node => (Array.isArray(node) ? at(node, Number(index)) : []);
  if (quoted !== undefined) {
    const plain = quoted.replace(/\\(.)/g, '$1');
    return node => member(node, plain);
  }
  return name === undefined ? children : node => member(node, name);
}

function children(node: unknown): readonly unknown[] {
  if (Array.isArray(node)) return node;
  return typeof node === 'object' && node !== null ? Object.values(node) : [];
}

function at(list: readonly unknown[], index: number): readonly unknown[] {
  const position = index < 0 ? list.length + index : index;
  return position >= 0 && position < list.length ? [list[position]] : [];
}

function member(node: unknown, name: string): readonly unknown[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node) || !Object.hasOwn(node, name))
    return [];
  return [Reflect.get(node, name)];
}

const STEP =
  /\.(?<name>[\p{L}_][\p{L}\p{N}_-]*)|\[\s*(?:'(?<quoted>(?:[^'\\]|\\.)*)'|(?<index>-?\d{1,6})|\*)\s*\]|\.\*/uy;

type JsonPathStep = (node: unknown) => readonly unknown[];

/** Every node that the path finds, in the order of the document. */
export type JsonPath = (document: unknown) => readonly unknown[];
