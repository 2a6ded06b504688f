import { type Html, type HtmlValue, html } from '../../../../app/markup/html.ts';
import type { Refusal } from '../../refusal.ts';
import { t } from '../../texts/messages.ts';

/** Components of the operator's pages. */

export { refusalIn, section } from '../outcome.ts';

/**
 * A table. On a narrow screen each row becomes a block and each cell shows its heading. In some browsers that
 * CSS removes the table semantics, which the roles restore.
 */
export function dataTable({ caption, columns, rows }: Table): Html {
  return html`<table class="data" role="table"><caption class="visually-hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(column => html`<th role="columnheader" scope="col"${isNumber(column) && html` class="number"`}>${nameOf(column)}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    cells =>
      html`<tr role="row">${cells.map((cell, index) => dataCell(cell, columns[index] ?? ''))}</tr>
`,
  )}</tbody></table>`;
}

function dataCell(cell: HtmlValue, column: TableColumn): Html {
  return html`<td role="cell" data-label="${nameOf(column)}"${isNumber(column) && html` class="number"`}><div>${cell}</div></td>`;
}

/** A form with one button; screen readers also hear `of`, the object of the action. */
export function actionButton({ action, text, of, fields = {} }: ActionButton): Html {
  return html`<form method="post" action="${action}"><button class="plain small">${text}<span class="visually-hidden"> ${of}</span></button>${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}</form>`;
}

export function selectField({ name, label, value, options, hint }: SelectField): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<select id="${name}" name="${name}"${hint !== undefined && html` aria-describedby="${name}-hint"`}>${options.map(([option, text]) => html`<option value="${option}"${option === value && html` selected`}>${text}</option>`)}</select></div>`;
}

export function textArea({ name, label, value, hint, refusal }: TextArea): Html {
  const invalid = refusal?.fields.includes(name) ?? false;
  return html`<div class="field"><label for="${name}">${label}</label>
<p class="hint" id="${name}-hint">${hint}</p>
<textarea id="${name}" name="${name}" rows="4" spellcheck="false" aria-describedby="${name}-hint${invalid ? ' refusal' : ''}"${invalid && html` aria-invalid="true"`}>
${value}</textarea></div>`;
}

export function checkbox({ name, label, checked = false, required = false }: Checkbox): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="yes"${checked && html` checked`}${required && html` required`}><span>${label}</span></label>`;
}

/** The first line of an error; `folded` shows the rest. */
export function failure(error: string | null): Html | false {
  return error !== null && html`<p class="error">${error.split('\n', 1)[0]}</p>`;
}

export function folded(name: HtmlValue, value: unknown, error: string | null): Html {
  const isLong = error?.includes('\n') ?? false;
  return html`<details><summary>${name}${isLong && html` ${t('admin.wholeError')}`}</summary><pre>${jsonText(value)}</pre>${isLong && html`<pre>${error}</pre>`}</details>`;
}

/** The JSON of a message or event, truncated. */
export function jsonText(value: unknown): HtmlValue {
  const text = JSON.stringify(value ?? null, null, 2);
  if (text.length <= MAX_LENGTH) return text;
  return html`${text.slice(0, MAX_LENGTH)}
… ${t('admin.cut', { count: text.length - MAX_LENGTH })}`;
}

const MAX_LENGTH = 2_000;

function nameOf(column: TableColumn): HtmlValue {
  return isNumber(column) ? column.name : column;
}

function isNumber(column: TableColumn): column is NumberColumn {
  return typeof column === 'object' && column !== null && 'kind' in column;
}

/** Number columns are right-aligned. */
type TableColumn = HtmlValue | NumberColumn;

interface NumberColumn {
  readonly name: HtmlValue;
  readonly kind: 'number';
}

interface Table {
  /** For screen readers. */
  readonly caption: HtmlValue;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly HtmlValue[])[];
}

interface ActionButton {
  readonly action: string;
  readonly text: HtmlValue;
  readonly of: HtmlValue;
  readonly fields?: Readonly<Record<string, string>>;
}

interface SelectField {
  readonly name: string;
  readonly label: HtmlValue;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: HtmlValue])[];
  readonly hint?: HtmlValue;
}

interface TextArea {
  readonly name: string;
  readonly label: HtmlValue;
  readonly value: string;
  readonly hint: HtmlValue;
  readonly refusal?: Refusal | undefined;
}

interface Checkbox {
  readonly name: string;
  readonly label: HtmlValue;
  readonly checked?: boolean;
  readonly required?: boolean;
}
