/** Whether a text is an absolute address of the web, and not longer than somebody wants to keep. */
export function isWebAddress(text: unknown, maxLength = Number.POSITIVE_INFINITY): text is string {
  return (
    typeof text === 'string' && text.length <= maxLength && /^https?:\/\//i.test(text) && URL.canParse(text)
  );
}
