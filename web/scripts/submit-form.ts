/** Submits a form as its button would, when a request without leaving the page failed. */
export function submitForm(form: HTMLFormElement, { name, value }: HTMLButtonElement): void {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = name;
  field.value = value;
  form.append(field);
  form.submit();
}
