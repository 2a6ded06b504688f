import { PROBLEMS } from '../../../errors.ts';
import type { OpenApiDocument } from '../../http/openapi.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout.ts';

/** HTTP-1: the OpenAPI document as a page to browse, without a script: every operation, parameter and schema. */
export function apiDocsPage(document: OpenApiDocument, origin: string): Page {
  const operations = operationsOf(document);
  return {
    title: 'API',
    wide: true,
    body: html`<h1>HTTP API</h1>
<p class="lede">${operations.length} operations. The same description for machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>Programs send a personal API token, which you create on your <a href="/account">account page</a>:</p>
<pre>curl -H 'Authorization: Bearer bsht_…' ${origin}/api/v1/account</pre>
<p>Errors are <code>application/problem+json</code> with a stable <code>code</code>. Lists come in pages: follow <code>nextCursor</code> until it is null. Writes that say so take an <code>Idempotency-Key</code>.</p>
<nav aria-label="Sections"><ul class="row list-inline">${document.tags.map(tag => html`<li><a href="#${slug(tag.name)}">${tag.name}</a></li>`)}<li><a href="#schemas">Schemas</a></li><li><a href="#errors">Errors</a></li></ul></nav>
${document.tags.map(
  tag =>
    html`<h2 id="${slug(tag.name)}">${tag.name}</h2>${operations.filter(({ details }) => asList(details['tags']).includes(tag.name)).map(operationSection)}`,
)}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) =>
    html`<details id="schema-${name}"><summary><strong>${name}</strong></summary>${schemaTable(asRecord(schema))}</details>`,
)}
<h2 id="errors">Errors</h2>
<div class="scroll"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${Object.entries(
      PROBLEMS,
    ).map(
      ([code, { status, title }]) =>
        html`<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${title}</td></tr>`,
    )}</tbody></table></div>`,
  };
}

function operationSection({ method, path, details }: Operation): Html {
  const parameters = asList(details['parameters']).map(asRecord);
  const body = asRecord(
    asRecord(asRecord(asRecord(details['requestBody'])['content'])['application/json'])['schema'],
  );
  return html`<details id="${text(details['operationId'])}">
<summary><span class="method">${method}</span> <code>${path}</code> <span class="quiet">${text(details['summary'])}</span></summary>
${text(details['description'])
  .split('\n\n')
  .filter(paragraph => paragraph !== '')
  .map(paragraph => html`<p>${inlineCode(paragraph)}</p>`)}
${parameters.length > 0 ? html`<h3>Parameters</h3>${parameterTable(parameters)}` : null}
${Object.keys(body).length > 0 ? html`<h3>Body</h3>${schemaTable(body)}` : null}
<h3>Answers</h3>
<div class="scroll"><table><tbody>${Object.entries(asRecord(details['responses'])).map(([status, response]) => answerRow(status, asRecord(response)))}</tbody></table></div>
</details>`;
}

function parameterTable(parameters: readonly Record<string, unknown>[]): Html {
  return html`<div class="scroll"><table><tbody>${parameters.map(
    parameter =>
      html`<tr><th scope="row"><code>${text(parameter['name'])}</code></th><td>${text(parameter['in'])}${parameter['required'] === true ? ', required' : ''}</td><td>${typeName(asRecord(parameter['schema']))}</td><td>${text(parameter['description'])}</td></tr>`,
  )}</tbody></table></div>`;
}

function schemaTable(schema: Record<string, unknown>): Html {
  const required = asList(schema['required']);
  const properties = Object.entries(asRecord(schema['properties']));
  if (properties.length === 0) return html`<p>${typeName(schema)}</p>`;
  return html`<div class="scroll"><table><tbody>${properties.map(([name, property]) => {
    const details = asRecord(property);
    return html`<tr><th scope="row"><code>${name}</code></th><td>${typeName(details)}${required.includes(name) ? '' : ', optional'}</td><td>${text(details['description'])}</td></tr>`;
  })}</tbody></table></div>`;
}

function answerRow(status: string, response: Record<string, unknown>): Html {
  const [content] = Object.entries(asRecord(response['content']));
  const schema = content ? asRecord(asRecord(content[1])['schema']) : {};
  return html`<tr><th scope="row">${status}</th><td>${inlineCode(text(response['description']))}</td><td>${content ? typeName(schema) : ''}</td></tr>`;
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
