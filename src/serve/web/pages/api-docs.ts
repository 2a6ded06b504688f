import { type Html, html } from '../../../app/markup/html.ts';
import { PROBLEMS } from '../../../errors.ts';
import type { OpenApiDocument } from '../../http/openapi.ts';
import type { Page } from '../page.ts';

/**
 * HTTP-1: the OpenAPI document as a page without scripts: every operation, parameter and schema. Anchors are
 * inside the <details> elements, because browsers open those when a link leads to an anchor inside.
 */
export function apiDocsPage(document: OpenApiDocument, origin: string): Page {
  const operations = operationsOf(document);
  return {
    title: 'API',
    shape: 'wide',
    body: html`<div class="sheet-head"><div class="flow"><h1>HTTP API</h1>
<p class="lede">${operations.length} operations, for programs and people. The same description for machines is the <a href="/api/openapi.json">OpenAPI 3.1 file</a>.</p></div></div>
<div class="sheet wide">${contents(document)}
<div><section class="flow" aria-labelledby="start"><h2 id="start">Start here</h2>
<p>Programs send a personal API token, which you create on your <a href="/account">account page</a>:</p>
<pre>curl -H 'Authorization: Bearer bsht_…' ${origin}/api/v1/account</pre>
<p>Errors are <code>application/problem+json</code> with a stable <code>code</code>. Lists come in pages: follow <code>nextCursor</code> until it is null. Writes that say so take an <code>Idempotency-Key</code>.</p></section>
${document.tags.map(({ name }) =>
  section(
    slug(name),
    name,
    operations.filter(({ details }) => asList(details['tags']).includes(name)).map(operationDetails),
  ),
)}
${section(
  'schemas',
  'Schemas',
  Object.entries(document.components.schemas).map(([name, schema]) =>
    unfolding(`schema-${name}`, html`<strong>${name}</strong>`, html`${membersOf(asRecord(schema))}`),
  ),
)}
${section(
  'errors',
  'Errors',
  members(
    Object.entries(PROBLEMS).map(([code, { status, title }]) => ({
      id: `error-${code}`,
      term: html`<code>${code}</code>`,
      text: html`${status}: ${title}`,
    })),
  ),
)}</div></div>`,
  };
}

function contents(document: OpenApiDocument): Html {
  const links = [['start', 'Start here'], ...document.tags.map(({ name }) => [slug(name), name])];
  return html`<nav class="contents" aria-label="On this page"><ul>${[...links, ['schemas', 'Schemas'], ['errors', 'Errors']].map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
}

function section(id: string, title: string, body: Html | readonly Html[]): Html {
  return html`<section class="flow" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<div>${body}</div></section>
`;
}

function operationDetails({ method, path, details }: Operation): Html {
  const parameters = asList(details['parameters']).map(asRecord);
  const body = asRecord(
    asRecord(asRecord(asRecord(details['requestBody'])['content'])['application/json'])['schema'],
  );
  const paragraphs = text(details['description'])
    .split('\n\n')
    .filter(paragraph => paragraph !== '');
  return unfolding(
    text(details['operationId']),
    html`<span class="method method-${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="quiet">${text(details['summary'])}</span>`,
    html`${paragraphs.map(paragraph => html`<p>${inlineCode(paragraph)}</p>`)}
${parameters.length > 0 && html`<h3>Parameters</h3>${members(parameters.map(parameterMember))}`}
${Object.keys(body).length > 0 && html`<h3>Body</h3>${membersOf(body)}`}
<h3>Answers</h3>${members(Object.entries(asRecord(details['responses'])).map(([status, response]) => answerMember(status, asRecord(response))))}`,
  );
}

function unfolding(id: string, summary: Html, body: Html): Html {
  return html`<details><summary>${summary}</summary><div class="detail" id="${id}">${body}</div></details>
`;
}

function parameterMember(parameter: Record<string, unknown>): Member {
  const where = `${text(parameter['in'])}${parameter['required'] === true ? '' : ', optional'}`;
  return {
    term: html`<code>${text(parameter['name'])}</code>`,
    text: html`<span class="quiet">${typeName(asRecord(parameter['schema']))}, in ${where}</span> ${text(parameter['description'])}`,
  };
}

/** The properties of an object schema; other schemas in one line. */
function membersOf(schema: Record<string, unknown>): Html {
  const required = asList(schema['required']);
  const properties = Object.entries(asRecord(schema['properties']));
  if (properties.length === 0) return html`<p>${typeName(schema)}</p>`;
  return members(
    properties.map(([name, property]) => {
      const details = asRecord(property);
      return {
        term: html`<code>${name}</code>`,
        text: html`<span class="quiet">${typeName(details)}${!required.includes(name) && ', optional'}</span> ${text(details['description'])}`,
      };
    }),
  );
}

function answerMember(status: string, response: Record<string, unknown>): Member {
  const [content] = Object.entries(asRecord(response['content']));
  const type = content && typeName(asRecord(asRecord(content[1])['schema']));
  return {
    term: html`<strong>${status}</strong>${type && html` <span class="quiet">${type}</span>`}`,
    text: inlineCode(text(response['description'])),
  };
}

function members(list: readonly Member[]): Html {
  return html`<dl class="members">${list.map(({ id, term, text }) => html`<div${id !== undefined && html` id="${id}"`}><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`;
}

function typeName(schema: Record<string, unknown>): Html {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (Array.isArray(schema['enum'])) return html`${schema['enum'].map(value => String(value)).join(' | ')}`;
  if (Array.isArray(schema['anyOf']))
    return html`${schema['anyOf'].map((option, index) => html`${index > 0 ? ' or ' : ''}${typeName(asRecord(option))}`)}`;
  if (schema['type'] === 'array') return html`list of ${typeName(asRecord(schema['items']))}`;
  if (schema['type'] === 'object' && schema['properties']) {
    return html`{ ${Object.keys(asRecord(schema['properties'])).join(', ')} }`;
  }
  const format = schema['format'] ?? schema['contentMediaType'];
  return html`${text(schema['type'])}${format ? ` (${text(format)})` : ''}`;
}

/** Backticks of the descriptions become code; everything else is text. */
function inlineCode(source: string): Html {
  return html`${source.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]) => ({
      method: method.toUpperCase(),
      path,
      details: asRecord(details),
    })),
  );
}

function slug(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

interface Operation {
  method: string;
  path: string;
  details: Record<string, unknown>;
}

interface Member {
  id?: string;
  term: Html;
  text: Html;
}
