/** Well-formed text without the characters that make an XML document ill-formed, even as character references. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '');
}

const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
