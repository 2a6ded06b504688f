/** Whether a text is an absolute http(s) URL of at most `maxLength` characters. */
export function isWebAddress(text: unknown, maxLength = Number.POSITIVE_INFINITY): text is string {
  return (
    typeof text === 'string' && text.length <= maxLength && /^https?:\/\//i.test(text) && URL.canParse(text)
  );
}
